// The room of Console; see the design in README.md.
