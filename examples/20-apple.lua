-- Apple: the hash of a nonce goes out, the raw one comes to the cloud, and the name is kept once.
local w = world{seed = 20, devices = {"phone"}, accounts = {phone = false}}
local auth, apple = w.phone.auth, w.cloud.identity_provider("apple")
local raw, hashed = auth.nonce()
local token = apple:token{sub = "001.abc", email = "ann@example.org", nonce = hashed}
print(pcall(auth.sign_in_with, "apple", {id_token = token, nonce = "another"}))
local user = auth.sign_in_with("apple", {id_token = token, nonce = raw, name = "Ann"})
print(user.provider, user.email, user.name)
print(pcall(auth.sign_in_with, "facebook"))
