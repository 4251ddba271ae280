-- Delete on one device, edit on the other: the later of the two stands, both ways.
local w = world{seed = 7, devices = {"phone", "tablet"}}
w.phone.notes.add("Mark 1:1", "edited later")
w.phone.notes.add("Mark 1:2", "deleted later")
w:settle()
w.phone.notes.find{ref = "Mark 1:1"}[1]:delete()
w.tablet.notes.find{ref = "Mark 1:2"}[1]:update{text = "an edit that loses"}
w:advance("1m")
w.tablet.notes.find{ref = "Mark 1:1"}[1]:update{text = "an edit that wins"}
w.phone.notes.find{ref = "Mark 1:2"}[1]:delete()
w:settle()
for _, note in ipairs(w.tablet.notes.find{}) do print(note.ref, note.text) end
for _, note in ipairs(w.phone.notes.find{deleted = true}) do print("in the trash", note.ref) end
for _, c in ipairs(w.tablet.sync.conflicts()) do
  if c.column == "note_text" then print("kept", c.mine) end
end
