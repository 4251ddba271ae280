-- A change of address waits for two codes, one to each address, in either order.
local w = world{seed = 19, confirm_email = true, devices = {"phone"}, accounts = {phone = false}}
local auth, old, new = w.phone.auth, "ann@example.org", "ann@example.net"
auth.sign_up(old, "correct-horse-9")
auth.verify(old, w.cloud.inbox(old)[1].code)
local user = auth.change_email(new)
print("still", user.email, "waiting", user.new_email)
print(auth.confirm_email(new, w.cloud.inbox(new)[1].code))
print("still", auth.user().email, "waiting", auth.user().new_email)
print("now", auth.confirm_email(old, w.cloud.inbox(old)[1].code).email)
print(pcall(auth.sign_in, old, "correct-horse-9"))
