-- A forgotten password: a code, a new password, and every other session has ended.
local w = world{seed = 18, devices = {"phone", "tablet"}, accounts = {phone = false, tablet = false}}
local a = "ann@example.org"
w.phone.auth.sign_up(a, "correct-horse-9")
w.tablet.auth.reset_password(a)
local code = w.cloud.inbox(a)[1].code
print("new password", w.tablet.auth.complete_reset(a, code, "better-horse-8").email)
w:advance("2h")
w.phone.notes.add("Psalm 23:1", "stays, and waits in the queue")
print("the phone", w.phone.sync.now().reason, "waits", #w.phone.queue)
print(pcall(w.phone.auth.sign_in, a, "correct-horse-9"))
w.phone.auth.sign_in(a, "better-horse-8")
print("pushed", w.phone.sync.now().pushed)
