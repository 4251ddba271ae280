-- Move the notes that mention a word to another collection: all of them or, on an error, none.
local w = world{seed = 27}
local phone = w.phone
local inbox, grace = phone.collections.add("Inbox"), phone.collections.add("Grace")
phone.notes.add("Romans 5:20", "Grace did more", {collection = inbox})
phone.notes.add("Titus 2:11", "Grace has appeared", {collection = inbox})
phone.notes.add("John 11:35", "He wept", {collection = inbox})
phone.transaction(function()
  for note in phone.notes.each{collection = inbox, text = "grace"} do
    note:update{collection = grace}
  end
end)
w:settle()
for _, c in ipairs(w.tablet.collections.find{}) do print(c.name, c.notes) end
print("differences", #w:diff())
