// The room of EmbeddedCloud; see the design in README.md.
