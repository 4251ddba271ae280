-- An hour of study on a phone, as its scheduler syncs it: at the start, three seconds after what is
-- written, and every five minutes. ARG 1: "writes", "looks" or "none".
local function settle()
  local r = sync.now()
  assert(not r.reason, r.reason)
end
local hour = arg[1]
settle()
if hour == "writes" then
  local note
  for _, write in ipairs({
    function() progress.visit("Romans 8") end,
    function() depth.open("romans_8_s1", "hist") end,
    function() highlights.set("Romans 8:28", "gold") end,
    function()
      note = notes.add("Romans 8:28", ("what this verse says of a promise "):rep(5),
        { tags = "promise" })
    end,
    function() depth.open("romans_8_s2", "cross") end,
    function() progress.visit("Romans 9") end,
    function() note:update({ text = ("what this verse says of all things "):rep(6) }) end,
    function() highlights.set("Romans 9:16", "green") end,
    function() depth.open("romans_9_s1", "heb") end,
    function() bookmarks.add("Romans 10:9", { label = "confession" }) end,
    function() progress.visit("Romans 10") end,
    function() notes.add("Romans 10", ("a question to come back to "):rep(4)) end,
    function() highlights.set("Romans 10:17", "blue") end,
    function() depth.open("romans_10_s1", "hist") end,
    function() plans.complete("mcheyne") end,
  }) do
    write()
    settle()
  end
end
if hour ~= "none" then
  for _ = 1, hour == "writes" and 12 or 6 do settle() end
end
