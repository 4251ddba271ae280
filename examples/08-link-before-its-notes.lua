-- A link whose notes are not up yet waits for them, and comes after them everywhere.
local w = world{seed = 8, devices = {"phone", "tablet"}}
w.phone:offline()
local from = w.phone.notes.add("Isaiah 53:5", "prophecy")
local to = w.phone.notes.add("1 Peter 2:24", "fulfilment")
from:link(to)
w.phone:online()
print("push of one change", w.phone.sync.push{limit = 1}.pushed)
print("tablet has links", #w.tablet.notes.find{} > 0 and #w.tablet.notes.find{}[1]:links() or 0)
w:settle()
for _, note in ipairs(w.tablet.notes.find{ref = "Isaiah 53:5"}[1]:links()) do print("links to", note.ref) end
print("differences", #w:diff())
