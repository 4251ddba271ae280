// The room of Library; see the design in README.md.
