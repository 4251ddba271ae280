-- Links whose other note lies in the trash: find them and take them away, on every device.
local w = world{seed = 29}
local notes, sql = w.phone.notes, w.phone.sql
local psalm, mark = notes.add("Psalm 22:1", "Why so far?"), notes.add("Mark 15:34", "The ninth hour")
local lost = notes.add("Psalm 22:18", "They cast lots")
psalm:link(mark)
psalm:link(lost)
lost:delete()
local orphans = sql([[SELECT l.id, a.verse_ref AS one, b.verse_ref AS other
  FROM note_links l JOIN user_notes a ON a.id = l.from_note_id JOIN user_notes b ON b.id = l.to_note_id
  WHERE l.deleted_at IS NULL AND (a.deleted_at IS NOT NULL OR b.deleted_at IS NOT NULL)]])
for _, link in ipairs(orphans) do print("orphan", link.one, link.other) end
for _, link in ipairs(orphans) do sql("DELETE FROM note_links WHERE id = ?", link.id) end
w:settle()
print("links left", w.tablet.sql("SELECT count(*) AS n FROM note_links WHERE deleted_at IS NULL")[1].n)
