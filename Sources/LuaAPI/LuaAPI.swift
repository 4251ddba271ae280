// The room of LuaAPI; see the design in README.md.
