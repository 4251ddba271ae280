-- A new account waits for the six digits of a mail: wrong ones are refused, only the newest are good.
local w = world{seed = 16, confirm_email = true, devices = {"phone"}, accounts = {phone = false}}
local auth, a = w.phone.auth, "ann@example.org"
w.phone.notes.add("John 3:16", "written before there was an account")
print(auth.sign_up(a, "correct-horse-9", {name = "Ann"}))
local first = w.cloud.inbox(a)[1].code
w:advance("2m")
print("another code", auth.resend(a))
print(pcall(auth.verify, a, first))
print("signed in", auth.verify(a, w.cloud.inbox(a)[1].code).name)
print("pushed", w.phone.sync.now().pushed)
