-- Syncs, then compares this library and the cloud with the file that ARG 1 names: the numbers that
-- were printed. A note that was being written when its program was killed may be there or not.
local seen = {}
for _, row in ipairs(sql("SELECT note_text, deleted_at IS NOT NULL AS dead FROM user_notes")) do
  local number = math.tointeger(row.note_text:match("^note (%d+)!?$"))
  assert(not seen[number], "twice here: " .. row.note_text)
  seen[number] = row
end
local printed, last = 0, 0
for line in io.lines(arg[1]) do
  last = math.tointeger(line)
  printed = printed + 1
  assert(seen[last], "lost here: " .. last)
end
local report = sync.now()
assert(not report.reason, report.reason)
assert(#queue == 0, #queue .. " changes never left the queue")
local there, living = {}, 0
for _, row in ipairs(cloud.rows("user_notes")) do
  local number = math.tointeger(row.note_text:match("^note (%d+)!?$"))
  assert(not there[number], "twice in the cloud: " .. row.note_text)
  there[number] = row
  local here = assert(seen[number], "in the cloud alone: " .. row.note_text)
  local isLiving = row.deleted_at == nil or row.deleted_at == null
  assert(here.note_text == row.note_text, here.note_text .. " is " .. row.note_text .. " there")
  assert((here.dead == 0) == isLiving, "alive in one: " .. row.note_text)
  if isLiving then living = living + 1 end
end
-- What was deleted before the cloud heard of it never goes there.
for number, row in pairs(seen) do
  assert(there[number] or row.dead ~= 0, "lost in the cloud: " .. number)
end
assert(#sync.conflicts() == 0, "a conflict of one device with itself")
print(printed .. " notes were told of, " .. living .. " live here and in the cloud")
