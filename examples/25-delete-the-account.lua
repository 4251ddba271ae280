-- The account goes, and all that the cloud had of it; every device keeps its library.
local w = world{seed = 25, devices = {"phone", "tablet"}}
w.phone.notes.add("John 3:16", "kept")
w:settle()
print(pcall(w.phone.auth.delete_account, {confirm = "yes"}))
print("deleted", w.phone.auth.delete_account{confirm = "DELETE"})
print("phone", w.phone.auth.user(), "notes", w.phone.notes.count{})
print("tablet", w.tablet.sync.now().reason, "notes", w.tablet.notes.count{})
w.phone.auth.sign_up("ann@example.org", "correct-horse-9")
print("to the next account", w.phone.sync.now().pushed)
