/// The parts of lectern(1) that no table knows, in mdoc.
enum CommandProse {
  static let introduction = #"""
    .Nm
    keeps notes, collections, links between notes, highlights, bookmarks, topics,
    reading progress, reading plans and preferences in an SQLite file on this
    computer, and syncs them with a cloud when told to.
    Nothing waits for the network.
    .Pp
    Without a
    .Ar file
    it prompts for Lua and runs each entry as soon as it is complete.
    An expression prints its value; a final
    .Ql \&;
    keeps it quiet.
    A line that begins with a dot is a command of the prompt;
    .Ic .help
    lists them.
    When standard input is no terminal, it is run as a script.
    .Pp
    With a
    .Ar file
    it runs that script, or standard input for
    .Ql - .
    A file named like a command is reached by a path, as in
    .Pa ./sync .
    """#

  static let environment = #"""
    .Bl -tag -width Ds
    .It Ev SUPABASE_URL , Ev SUPABASE_ANON_KEY
    The cloud, unless
    .Fl -cloud
    names one.
    One without the other is an error.
    Without both, the cloud is a file of the profile.
    .It Ev LECTERN_ACCESS_TOKEN , Ev LECTERN_REFRESH_TOKEN
    Who is signed in, for automation, instead of the profile's own session.
    The access token alone is used until it ends, and nothing is written.
    With the refresh token it is renewed; what follows is kept in
    .Pa NAME.environment.json
    beside the profile's session, for as long as the environment holds the same token.
    The refresh token alone is an error.
    .It Ev LECTERN_SESSION_PASSPHRASE
    Seals the file that the session is kept in, and opens it; a session that lies open is sealed
    at once.
    At a prompt, a passphrase that is not set is asked for.
    Without it, or with another, a sealed session is an error, and nothing is changed.
    .It Ev LECTERN_KEYRING
    .Cm off
    keeps sessions out of the desktop's secret service.
    .Pp
    Programs that are started from here get none of the two tokens, nor the passphrase.
    .It Ev XDG_CONFIG_HOME , Ev XDG_STATE_HOME , Ev XDG_DATA_HOME
    Where files are kept; by default
    .Pa ~/.config ,
    .Pa ~/.local/state
    and
    .Pa ~/.local/share .
    .It Ev NO_COLOR
    No colour, whatever the terminal can do.
    .El
    """#

  static let files = #"""
    .Bl -tag -width Ds
    .It Pa ~/.config/lectern/rc.lua
    Lua that is run before the prompt.
    .It Pa ~/.local/state/lectern/history
    What was typed, without passwords.
    .It Pa ~/.local/state/lectern/sessions
    Who is signed in, a file for each profile, or a note that the desktop's secret service has it.
    A file that others may read, or a folder that others may change, is refused; one that is no
    session
    is kept aside as
    .Pa NAME.json.unreadable
    when the next comes.
    Libraries that
    .Fl -db
    opens have that of their run's profile: give each a
    .Fl -profile
    of its own where they are to be devices of several people.
    .It Pa ~/.local/share/lectern/profiles/NAME/user.db
    The library of a profile.
    .It Pa user.db-app-vN-backup
    Beside a library: what it was before an upgrade from version N of the app.
    .It Pa ~/.local/share/lectern/profiles/NAME/cloud.db
    Its embedded cloud.
    .El
    """#

  /// By the number of the status.
  static let statuses: [Int32: String] = [
    0: "All went well.",
    1: #"""
    A Lua error, or something that
    .Cm doctor
    found wrong.
    """#,
    2: "A replay printed something else than its recording.",
    64: "The command line cannot be understood.",
    65: "Unfit input.",
    66: "No such input file.",
    69: "The cloud is not available.",
    70: "A mistake of ours.",
    74: "A file could not be read or written.",
    75: """
    A sync that is not complete, or a library in use where it is to be opened; try again.
    A script that ends by an error gives 1, by this one too.
    """,
    77: "Not signed in, or refused.",
    78: "A setting that cannot be.",
    124: "A time limit ran out.",
  ]

  static let examples = #"""
    Write a note and look at what waits to be sent:
    .Bd -literal -offset indent
    lectern -e 'notes.add("John 3:16", "So loved").ref'
    lectern -o json -e 'queue.find{}'
    .Ed
    .Pp
    Play a story of two devices:
    .Dl lectern examples/04-two-devices-one-note.lua
    """#
}
