-- One insert and nine updates of a note go up as one INSERT.
local w = world{seed = 2, devices = {"phone"}}
w.phone:offline()
local note = w.phone.notes.add("Psalm 23:1", "draft 1")
for i = 2, 10 do note = note:update{text = "draft " .. i} end
print("queued", #w.phone.queue)
local report = w.phone.queue.compact()
print("after compaction", report.after, w.phone.queue.find{}[1].operation)
w.phone:online()
print("pushed", w.phone.sync.push().pushed)
print(w.phone.cloud.rows("user_notes")[1].note_text)
