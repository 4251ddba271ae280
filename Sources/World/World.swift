// The room of World; see the design in README.md.
