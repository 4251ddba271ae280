-- A library with ten thousand of everything through export, import and sync: the same at the end.
local count = tonumber((...)) or 10000
local w = world{seed = 11, devices = {"from", "to"}, accounts = {from = "a", to = "b"}}
local f = w.from
f.transaction(function()
  local grace = f.collections.add("Grace")
  local kept = {collection = f.highlights.collections.add("Promises", "#5b8fb9"), note = "n"}
  local books = {"Psalm", "Genesis", "Isaiah", "Jeremiah", "Ezekiel", "Exodus", "Numbers"}
  local marked = 0
  for verse = 1, 60 do
    for chapter = 1, 150 do
      for _, book in ipairs(books) do
        local ref = book .. " " .. chapter .. ":" .. verse
        if marked < count and pcall(f.highlights.set, ref, "gold", kept) then
          marked = marked + 1
        end
      end
    end
  end
  local before
  for i = 1, count do
    local psalm = "Psalm " .. i % 150 + 1
    local note = f.notes.add(psalm, "n" .. i, {tags = {"t" .. i % 9}, collection = grace})
    if before then note:link(before) end
    before = note
    f.bookmarks.add(psalm, {label = "b" .. i})
    f.topics.bookmark("topic-" .. i)
  end
  for chapter = 1, 150 do f.progress.visit("Psalm " .. chapter) end
  f.prefs.set("theme", "dark")
  f.plans.start("mcheyne")
  for day = 1, 365 do f.plans.complete("mcheyne", day) end
end)
w:settle()
local function written(device)
  local path = os.tmpname()
  os.remove(path)
  local rows = device.export(path).rows
  local lines = {}
  for line in io.lines(path) do lines[#lines + 1] = (line:gsub(",$", "")) end
  table.sort(lines)
  return path, table.concat(lines, "\n"):gsub('"at": "[^"]*"', ""), rows
end
local path, all, rows = written(f)
local report = w.to.import(path)
os.remove(path)
assert(report.taken == rows and report.skipped == 0, json.encode(report))
w:settle()
assert(w.to.sync.verify().rows == f.sync.verify().rows)
local path, there = written(w.to)
os.remove(path)
assert(there == all, "the two libraries differ")
assert(#w:diff() == 0)
print(rows)
