// The room of Store; see the design in README.md.
