-- A pull on one device while the other pushes: nothing is skipped, nothing comes twice.
local w = world{seed = 6, devices = {"phone", "tablet"}}
for i = 1, 20 do w.phone.notes.add("Psalm 119:" .. i, "note " .. i) end
print("phone pushes", w.phone.sync.push{limit = 10}.pushed)
print("tablet pulls", w.tablet.sync.pull().pulled)
w.tablet.notes.add("Psalm 1:1", "from the tablet")
print("tablet pushes", w.tablet.sync.push().pushed)
print("phone goes on", w.phone.sync.push().pushed)
w:settle()
print("notes", w.phone.notes.count{}, w.tablet.notes.count{})
print("differences", #w:diff())
