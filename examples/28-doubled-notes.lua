-- Notes that say the same of one verse: the oldest takes their tags, the others go to the trash.
local w = world{seed = 28, devices = {"phone"}}
local notes, first = w.phone.notes, {}
notes.add("John 3:16", "God so loved", {tags = "love"})
w:advance("1d")
notes.add("jn 3.16", " god so  LOVED", {tags = "world"})
for _ = 1, 2 do notes.add("John 3:17", "God so loved") end
local all = notes.find{}
table.sort(all, function(a, b) return a.id < b.id end)
for _, note in ipairs(all) do
  local key = note.ref .. "|" .. note.text:lower():gsub("%s+", " "):match("^ ?(.-) ?$")
  first[key] = first[key] or note
  if first[key] ~= note then first[key]:tag(note.tags)  note:delete() end
end
for note in notes.each{} do print(note.ref, note.text, table.concat(note.tags, " ")) end
print("in the trash", notes.count{deleted = true})
