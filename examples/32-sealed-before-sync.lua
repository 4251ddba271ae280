-- Sealed before sync: the cloud keeps what two devices write and cannot read a word of it.
local w = world{seed = 32}
w.phone.notes.add("Psalm 23:1", "what I told nobody", {tags = {"private"}})
w:settle()
print("in the cloud, before", w.cloud.rows("user_notes", {})[1].note_text)
print("phone", w.phone.sync.seal("a horse, a battery, a staple").change)
w.phone.sync.now()
print("in the cloud, after", w.cloud.rows("user_notes", {})[1].note_text:sub(1, 9) .. "…")
w.tablet.sync.now()
print("tablet", w.tablet.sync.status().sealing, w.tablet.sync.status().hint)
print("tablet", pcall(w.tablet.sync.seal, "a horse, a battery"))
print("tablet", w.tablet.sync.seal("a horse, a battery, a staple").change)
w.tablet.notes.find{}[1]:update{text = "and nobody shall know"}
w:settle()
print("phone", w.phone.notes.find{}[1].text, w.phone.sync.status().sealing)
