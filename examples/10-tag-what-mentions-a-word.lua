-- Tag every note that mentions a word, a loop that may change what it goes through.
local w = world{seed = 12, devices = {"phone"}}
local notes = w.phone.notes
notes.add("John 1:17", "Grace and truth came by him")
notes.add("Romans 5:20", "Sin abounded; grace did more", {tags = "romans"})
notes.add("John 11:35", "He wept")
local seen = 0
for _, hit in ipairs(notes.search("grace")) do
  hit:tag("grace")
  seen = seen + 1
end
for note in notes.each{tag = "grace"} do print(note.ref, table.concat(note.tags, " ")) end
print("tagged", seen, "of", notes.count{})
for _, t in ipairs(notes.tags()) do print(t.tag, t.notes) end
