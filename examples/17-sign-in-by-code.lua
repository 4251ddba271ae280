-- A code instead of a password: it is sent to those who have an account, and makes none.
local w = world{seed = 17, devices = {"phone", "tablet"}, accounts = {phone = false, tablet = false}}
local a = "ann@example.org"
w.phone.auth.sign_up(a, "correct-horse-9")
print(pcall(w.tablet.auth.send_code, "nobody@example.org"))
print("sent", w.tablet.auth.send_code(a))
local code = w.cloud.inbox(a)[1].code
print("on the tablet", w.tablet.auth.sign_in_with_code(a, code).email)
print(pcall(w.tablet.auth.sign_in_with_code, a, code))
