-- 500 offline edits: the queue compacts, goes up in one request, and both devices are equal.
local w = world{seed = 9, devices = {"phone", "tablet"}}
w.phone:offline()
for i = 1, 50 do w.phone.notes.add("Psalm 119:" .. i, "draft") end
for round = 1, 9 do
  for _, note in ipairs(w.phone.notes.find{}) do note:update{text = "round " .. round} end
end
local report = w.phone.queue.compact()
print("compacted to", report.after)
w.phone:online()
print("pushed", w.phone.sync.now().pushed)
w:settle()
print("notes on the tablet", w.tablet.notes.count{text = "round"}, "differences", #w:diff())
