-- Reads references: ARG 1 is "parse" (each by itself) or "find" (in running text), ARG 2 how many.
local forms = {
  "John 3:16", "1 Cor 13:4-7", "Ps 23", "Gen 1:1–2:3", "rom.7.15-20", "II Kings 4", "Matt 5:3ff",
  "Isa 53:4, 5", "Song of Songs 2:1", "Jude 3",
}
local way, count, found = arg[1], math.tointeger(arg[2]), 0
if way == "parse" then
  for turn = 0, count - 1 do found = found + #refs.parse(forms[turn % #forms + 1]) end
else
  local text = "See " .. table.concat(forms, " and then ") .. " for more of it. "
  for _ = 1, count // #forms // 100 do found = found + #refs.find(text:rep(100)) end
end
print(found)
