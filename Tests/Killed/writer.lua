-- Writes and syncs until it is killed. ARG 1 is the number of the first note. A number is printed
-- once its note is written: from then on it may not be lost.
local number = math.tointeger(arg[1])
while true do
  local note = notes.add("John 3:16", "note " .. number, {tags = {"t" .. number % 7}})
  io.stdout:write(number, "\n")
  io.stdout:flush()
  if number % 3 == 0 then note:update{text = "note " .. number .. "!"} end
  if number % 5 == 0 then note:delete() end
  if number % 2 == 0 then sync.now() end
  number = number + 1
end
