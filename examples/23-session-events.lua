-- A script hears of every change of who is signed in, a renewed token too.
local w = world{seed = 23, devices = {"phone"}, accounts = {phone = false}}
local auth, a = w.phone.auth, "ann@example.org"
w.phone.on("session", function(e) print(e.change, e.signed_in, e.email) end)
auth.sign_up(a, "correct-horse-9")
auth.update{name = "Ann"}
w:advance("59m30s")
w.phone.sync.now()
auth.reset_password(a)
auth.complete_reset(a, w.cloud.inbox(a)[1].code, "better-horse-8")
auth.sign_out{}
