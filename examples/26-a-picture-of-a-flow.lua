-- A picture of a flow: what two devices and their cloud said to each other, as a page.
local w = world{seed = 26}
local note = w.phone.notes.add("John 3:16", "so loved")
w:settle()
w.phone:offline()
note:update{text = "written on the road"}
w:advance("2h")
w.tablet.notes.find{}[1]:update{text = "written at home"}
w:fail{device = "tablet", lose_reply = true}
w.tablet.sync.now()
w:advance("1m")
w.phone:online()
w:settle()
print(w:report(arg[1] or "flow.html") .. " events are in " .. (arg[1] or "flow.html"))
