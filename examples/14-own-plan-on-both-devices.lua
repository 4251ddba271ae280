-- A plan of your own travels with its days; the check finds what it leaves out.
local w = world{seed = 14, devices = {"phone", "tablet"}}
local days = {"luke 1-13", "luke 14:12-24:53", "acts 1-14", "acts 14-28"}
w.phone.plans.define{id = "luke_acts", name = "Luke and Acts", days = days, covers = "luke; acts"}
w.phone.plans.start("luke_acts")
w:settle()
local check = w.tablet.plans.check("luke_acts")
print("missing", check.missing[1], "doubled", check.doubled[1].ref)
days[2] = "luke 14-24"
w.tablet.plans.define{id = "luke_acts", name = "Luke and Acts", days = days, covers = "luke; acts"}
w.tablet.plans.complete("luke_acts", 1)
w:settle()
local p = w.phone.plans.progress("luke_acts")
print(p.percent .. "%", "next", p.next, "complete", w.phone.plans.check("luke_acts").complete)
