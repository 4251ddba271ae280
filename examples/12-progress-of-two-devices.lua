-- Both devices read offline: the earliest reading and the latest visit stand, and no day is lost.
local w = world{seed = 12, devices = {"phone", "tablet"}}
w.phone.progress.visit("John 3")
w:advance("20h")
w.tablet.progress.visit("John 3")
w.tablet.progress.visit("Psalm 1")
w:advance("5h")
w.phone.progress.visit("Psalm 2")
w:settle()
local john = w.phone.progress.book("John")[1]
print(john.ref, "read", john.completed_at, "visited", john.last_visited_at)
local stats = w.tablet.progress.stats()
print("chapters", stats.chapters, "days", stats.days, "streak", stats.current_streak)
print("differences", #w:diff())
print(w.tablet.progress.calendar{}:match("^[^\n]*"))
