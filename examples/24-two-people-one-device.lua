-- Another person signs in where a library is one's own: nothing of it goes to their account.
local w = world{seed = 24, devices = {"phone"}, accounts = {phone = false}}
local auth, notes, sync = w.phone.auth, w.phone.notes, w.phone.sync
auth.sign_up("ann@example.org", "correct-horse-9")
notes.add("Psalm 1:1", "Ann's")
sync.now()
notes.add("Psalm 1:2", "Ann's, and not sent yet")
print(pcall(auth.sign_up, "bob@example.org", "battery-staple-8"))
local user, kept = auth.sign_up("bob@example.org", "battery-staple-8", {on_other_owner = "replace"})
print(user.email, kept)
print("Bob has", notes.count{}, "sent", sync.now().pushed)
notes.add("Psalm 2:1", "Bob's")
print("sent", sync.now().pushed, "in his account", #w.cloud.rows("user_notes", {}))
