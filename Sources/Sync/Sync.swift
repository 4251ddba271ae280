// The room of Sync; see the design in README.md.
