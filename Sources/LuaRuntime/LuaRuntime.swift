// The room of LuaRuntime; see the design in README.md.
