-- Two devices edit one note offline: the newer text wins, the other column survives, the loser is kept.
local w = world{seed = 4, devices = {"phone", "tablet"}}
w.phone.notes.add("Romans 8:28", "first")
w:settle()
local there = w.tablet.notes.find{}[1]
w.phone.notes.find{}[1]:update{text = "from the phone"}
w:advance("1m")
there:update{text = "from the tablet"}
w.phone.notes.find{}[1]:tag("hope")
w:settle()
local note = w.phone.notes.find{}[1]
print(note.text, table.concat(note.tags, ","))
print("differences", #w:diff())
for _, c in ipairs(w.phone.sync.conflicts()) do print("lost:", c.mine, "stands:", c.theirs) end
