// The room of Cloud; see the design in README.md.
