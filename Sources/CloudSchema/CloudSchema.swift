// The room of CloudSchema; see the design in README.md.
