// The room of ChangeQueue; see the design in README.md.
