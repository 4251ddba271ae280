/// What the manual says of commands and options beyond a clause, in mdoc.
///
/// Source: https://mandoc.bsd.lv/man/mdoc.7.html
enum CommandWords {
  /// By the command's name.
  static let commands: [String: String] = [
    "replay": #"""
    Runs recordings made by
    .Ic .record ,
    each in a library of its own in memory, and compares what they print with what
    is recorded.
    Time, chance and the order of tables follow the recording, in Lua and in SQL;
    passwords and codes were recorded as stand-ins.
    """#,
    "serve": #"""
    Serves the embedded cloud on the loopback address and prints its URL and keys,
    until it is interrupted.
    """#,
    "sync": #"""
    Syncs once and prints a line of JSON, for timers.
    """#,
    "simulate": #"""
    Plays random worlds: devices that write, sync, fail and meet again.
    When the first one breaks a promise, such as that nothing is lost, it is shrunk
    to few steps and saved in the current folder as a script that fails there, and
    the status is 1.
    A seed gives the same world each time;
    .Fl -seed
    alone plays that one world.
    """#,
    "supabase": #"""
    Writes into
    .Ar DIR
    what makes a Supabase project the cloud of this program, and prints the name of
    each file that it wrote: migrations for
    .Xr psql 1
    or the Supabase CLI, which may be applied again and over those of an earlier
    version, settings, templates of mails, and
    .Pa SETUP.md ,
    a list of what is left to do by hand.
    A file that is there and differs is kept, and named with status 65; what is
    missing is written all the same.
    """#,
    "doctor": #"""
    Looks at the library, its profile, the session and the cloud, and prints a line
    for each thing:
    .Ql ok ,
    .Ql note
    for what may be as it is wanted, or
    .Ql wrong ,
    and then the cure.
    It changes nothing, but for a session that is due to be renewed, and shows no
    secret.
    With
    .Fl o Ar json
    it prints them as JSON.
    The status is 1 where something is wrong, else 0.
    """#,
    "backup": #"""
    Copies the library to
    .Ar FILE ,
    whole although others write meanwhile, looks whether the copy is sound, and
    prints a line of JSON: its rows by table, and how many edits no cloud has.
    A file that is there already is never written over.
    """#,
    "restore": #"""
    Puts a copy of
    .Ar FILE
    in the place of the library once it has proved to be sound and of no other
    account.
    What was there is kept beside it and named, with the number of its edits that no
    cloud has;
    .Cm restore
    takes it back.
    No other process may have the library open.
    The restored library counts as another device, so that the next sync brings back
    all that was sent since.
    """#,
  ]
}
