-- Edits a tenth and deletes a hundredth of the notes, a transaction each, sends it, and searches:
-- ARG 1 is which tenth, ARG 2 how many notes there are.
local turn, count = tonumber(arg[1]), tonumber(arg[2])
for id = turn, count, 10 do
  local note = notes.get(id)
  note:update({ text = note.text .. " covenant " .. turn })
end
for id = turn * 10, count, 100 do
  notes.get(id):delete()
end
local r = sync.push()
assert(not r.reason, r.reason)
print(r.pushed, #notes.search("covenant", { limit = 1 }))
