-- A plan is begun anew on one device while the other reads on: both begin again, nothing comes back.
local w = world{seed = 13, devices = {"phone", "tablet"}}
w.phone.plans.start("gospels_in_30_days")
for day = 1, 3 do w.phone.plans.complete("gospels_in_30_days", day) end
w:settle()
print("on the tablet", w.tablet.plans.progress("gospels_in_30_days").done)
w.tablet:offline()
w.tablet.plans.complete("gospels_in_30_days", 4)
w:advance("1d")
w.phone.plans.start("gospels_in_30_days", {anew = true})
w.phone.plans.complete("gospels_in_30_days", 1)
w.tablet:online()
w:settle()
local p = w.tablet.plans.progress("gospels_in_30_days")
print("on both", p.done, w.phone.plans.progress(p.id).done, "next", p.next, "since", p.started_on)
print("differences", #w:diff())
