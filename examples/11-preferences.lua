-- Preferences travel by their keys; those of one device stay there; a set keeps what both added.
local w = world{seed = 11, devices = {"phone", "tablet"}}
local phone, tablet = w.phone.prefs, w.tablet.prefs
phone.theme = "light"
phone.push_token = "only here"
phone.seen_milestones = {"ch_10"}
w:advance("1m")
tablet.theme = "sepia"
tablet.seen_milestones = {"str_7"}
w:settle()
print("theme", phone.theme, tablet.theme)
print("token", phone.push_token, tablet.push_token)
print("seen", table.concat(phone.seen_milestones, " "), table.concat(tablet.seen_milestones, " "))
print("not a key", select(2, pcall(phone.get, "tehme")).hint)
print("differences", #w:diff())
