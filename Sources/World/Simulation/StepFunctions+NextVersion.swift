extension StepFunctions {
  private static let aPrayer =
    #"local ok, rows = pcall(w.cloud.rows, "prayers", {deleted_at = null, order = "id"}) "#
    + "local p = ok and pick(rows, i) if not p then return end"

  static let nextVersion = [
    Function("upgrade_cloud", "", "w.cloud:upgrade() upgraded = true"),
    Function("upgrade", "d", "if upgraded then d:upgrade() end"),
    Function(
      "next_mood", "i, text",
      #"\#(cloudNote) pcall(w.cloud.write, w.cloud, "user_notes", {id = n.id, mood = text})"#),
    Function(
      "next_prayer", "text",
      #"pcall(w.cloud.write, w.cloud, "prayers", {body = text, tags = {"a", "b"}})"#),
    Function(
      "next_edit", "i, text",
      #"\#(aPrayer) pcall(w.cloud.write, w.cloud, "prayers", {id = p.id, body = text})"#),
    Function(
      "next_delete", "i", #"\#(aPrayer) pcall(w.cloud.delete, w.cloud, "prayers", p.id)"#),
    Function(
      "write_mood", "d, i, text",
      #"\#(aNote) pcall(d.sql, "UPDATE user_notes SET mood = ? WHERE id = ?", text, n.id)"#),
    Function(
      "write_prayer", "d, i, text",
      "local n = pick(d.notes.find{}, i) "
        + #"pcall(d.sql, "INSERT INTO prayers(body, note_id, tags) VALUES(?, ?, '[\\"c\\"]')", "#
        + "text, n and n.id or null)"),
  ]
}
