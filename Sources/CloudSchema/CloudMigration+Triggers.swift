import Schema

extension CloudMigration {
  /// The triggers of a table, named in the order in which they run. They leave alone what the
  /// functions of sync write.
  ///
  /// A DELETE is undone after the fact: a trigger before it that says no would also stop the
  /// deletion of an account.
  func triggers(on table: SyncedTable) -> String {
    var made = [
      trigger("1_begin_plain", "before insert or update or delete", table, "for each statement"),
      trigger("3_write_plain", "before insert or update", table, "for each row"),
      trigger(
        "4_undo_delete", "after delete", table,
        "referencing old table as gone for each statement"),
      trigger("5_end_plain", "after insert or update or delete", table, "for each statement"),
    ]
    if !table.isMonotone {
      made.append(
        trigger("2_name_deletion", "before update of deleted_at", table, "for each row"))
    }
    return made.joined(separator: "\n")
  }

  private func trigger(
    _ name: String, _ moment: String, _ table: SyncedTable, _ each: String
  ) -> String {
    """
    create or replace trigger lectern_\(name) \(moment) on public.\(table.name)
      \(each)
      when (coalesce(current_setting('lectern.writer', true), '') <> 'sync')
      execute function lectern.\(name.dropFirst(2))();
    alter table public.\(table.name) enable trigger lectern_\(name);
    """
  }
}
