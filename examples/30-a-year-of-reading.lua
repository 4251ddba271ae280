-- A year's reading as CSV: the day, the chapter, and what was noted there, quoted where it must be.
local w = world{seed = 30, start = "2026-01-01T08:00:00Z", devices = {"phone"}}
local notes, progress = w.phone.notes, w.phone.progress
notes.add("Song 2:4", 'A "banner", and a feast')
for _, ref in ipairs{"Genesis 1", "Song 2", "1 John 4", "Psalm 1"} do
  progress.visit(ref)  w:advance("150d")
end
local function field(s) return s:find('[",\r\n]') and '"' .. s:gsub('"', '""') .. '"' or s end
local rows = {}
for _, c in ipairs(progress.recent(1189)) do
  local note = notes.find{chapter = c.ref}[1]
  local row = {c.completed_at:sub(1, 10), refs.format(c.ref, {style = "osis"}), note and note.text or ""}
  for i, text in ipairs(row) do row[i] = field(text) end
  if row[1]:match("^2026") then table.insert(rows, 1, table.concat(row, ",")) end
end
print("day,chapter,note\n" .. table.concat(rows, "\n"))
