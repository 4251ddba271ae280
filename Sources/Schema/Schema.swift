// The room of Schema; see the design in README.md.
