-- Create offline, look at the queue, compact it, push: one row in the cloud.
local w = world{seed = 1, devices = {"phone"}}
w.phone:offline()
local note = w.phone.notes.add("John 3:16", "Loved", {tags = {"love"}})
note:update{text = "Loved, and given"}
print("queued offline", #w.phone.queue)
w.phone.queue.compact()
print("compacted", #w.phone.queue)
w.phone:online()
local pushed = w.phone.sync.push()
print("pushed", pushed.pushed, "pending", pushed.pending)
for _, row in ipairs(w.phone.cloud.rows("user_notes")) do
  print("in the cloud", row.verse_ref, row.note_text)
end
