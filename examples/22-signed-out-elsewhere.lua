-- Signing out the other devices: this one goes on, they ask to sign in again and lose nothing.
local w = world{seed = 22, devices = {"phone", "tablet"}}
w.phone.notes.add("John 1:1", "from the phone")
w:settle()
w.tablet.notes.add("John 1:2", "from the tablet")
print("others out", w.phone.auth.sign_out{scope = "others"})
print("phone", w.phone.sync.now().reason, w.phone.auth.user() ~= nil)
w:advance("2h")
print("tablet", w.tablet.sync.now().reason, "waits", #w.tablet.queue)
print("again", w.tablet.auth.session().needs_sign_in, w.tablet.notes.count{})
