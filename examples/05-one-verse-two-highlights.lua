-- Both devices highlight one verse offline: one row, no error, the later colour.
local w = world{seed = 5, devices = {"phone", "tablet"}}
w.phone:offline()
w.tablet:offline()
w.phone.highlights.set("John 3:16", "gold")
w:advance("5s")
w.tablet.highlights.set("John 3:16", "blue")
w.phone:online()
w.tablet:online()
w:settle()
print("rows in the cloud", #w.phone.cloud.rows("verse_highlights"))
print(w.phone.highlights.get("John 3:16").color, w.tablet.highlights.get("John 3:16").color)
print("differences", #w:diff())
