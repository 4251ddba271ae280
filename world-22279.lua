-- clocks are right at rest
-- Seed 22279, 4 steps. Found: a is at 2026-01-01T01:30:03.000Z
local w = world{seed = 22279, devices = {"a", "b", "c"}}
local devices = {w.a, w.b, w.c}
local function pick(list, place) return #list > 0 and list[place % #list + 1] or nil end
local function step(d, body)
  w:advance("1s")
  local done, why = pcall(body)
  if d and not pcall(d.prefs.get, "theme") then d:restart() done = true end
  if not done then error(why, 0) end
end

local function highlight(d, verse, color, note) step(d, function() d.highlights.set("Mark 1:" .. verse, color, {note = note}) end) end
local function unhighlight(d, verse) step(d, function() d.highlights.remove("Mark 1:" .. verse) end) end
local function skew(d, minutes) step(d, function() d:skew(minutes .. "m") end) end
local function app_highlight(verse, color, note) step(nil, function() pcall(w.cloud.write, w.cloud, "verse_highlights", {verse_ref = "mark 1:" .. verse, color = color, note = note}) end) end
app_highlight(3, "blue", "v6")
skew(w.a, 90)
highlight(w.a, 3, "purple", "v12")
unhighlight(w.a, 3)

for _, d in ipairs(devices) do
  d:restart()
  d:online()
  d:skew("0s")
  pcall(d.auth.sign_in, "reader@world.example", "world-password-1")
end
for _ = 1, 60 do
  if pcall(w.settle, w) then break end
end
for _ = 1, 3 do
  w:advance("20m")
  w:settle()
end
local query = "SELECT value FROM sync_state WHERE key = 'high_water' AND value > ?"
local now = ("%012x"):format((os.time() + 300) * 1000)
for _, d in ipairs(devices) do
  assert(#d.sql(query, now) == 0, "clocks are right at rest")
end
