-- A digest of the last seven days in Markdown: days in a row, and what was written, by tag.
local w = world{seed = 15, devices = {"phone"}}
local notes, progress = w.phone.notes, w.phone.progress
for day = 1, 10 do
  w:advance("1d")  progress.visit("John " .. day)
  local tags = day % 2 == 0 and {"signs"} or {"sayings", "reread"}
  notes.add("John " .. day .. ":1", "What day " .. day .. " brought", {tags = tags})
end
local y, m, d = progress.recent(1)[1].last_visited_at:match("(%d+)-(%d+)-(%d+)")
local since = os.date("%Y-%m-%d", os.time{year = y, month = m, day = d - 6})
print("# Since " .. since .. "\n\nRead on " .. progress.stats().current_streak .. " days in a row.")
for _, t in ipairs(notes.tags()) do print("\n## " .. t.tag .. "\n") for n in notes.each{tag = t.tag} do
  if n.created_at >= since then print("- " .. refs.format(n.ref, {style = "long"}) .. ": " .. n.text) end
end end
