-- A note that is deleted before the cloud heard of it is never sent, and can still be restored.
local w = world{seed = 3, devices = {"phone"}}
w.phone:offline()
local note = w.phone.notes.add("Jude 20", "a thought")
note:delete()
w.phone.queue.compact()
print("queued", #w.phone.queue)
w.phone:online()
print("pushed", w.phone.sync.now().pushed, "rows in the cloud", #w.phone.cloud.rows("user_notes"))
note:restore()
print("restored and pushed", w.phone.sync.now().pushed, w.phone.notes.get(note.id).text)
