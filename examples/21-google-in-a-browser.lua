-- Google in a browser: an address to open, a code that comes back, and a secret that it is traded by.
local w = world{seed = 21, devices = {"phone"}, accounts = {phone = false}}
local auth, google = w.phone.auth, w.cloud.identity_provider("google")
local flow = auth.authorize_url("google")
local back = google:visit(flow.url, {email = "ann@example.org", name = "Ann"})
print(pcall(auth.exchange, {code = back.code, verifier = auth.authorize_url("google").verifier}))
local user = auth.exchange{code = back.code, verifier = flow.verifier}
print(user.provider, user.email, user.name)
print(pcall(auth.exchange, {code = back.code, verifier = flow.verifier}))
print("refused there", google:visit(auth.authorize_url("google").url, {refuse = true}).error)
