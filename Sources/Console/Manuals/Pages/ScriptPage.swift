/// lectern-script(5): scripts, recordings and worlds as files.
enum ScriptPage {
  static var text: String {
    Mdoc.page("lectern-script", 5, [body.split(separator: "\n").map(String.init)])
  }

  private static let body = #"""
    .Sh NAME
    .Nm lectern-script
    .Nd scripts, recordings and worlds
    .Sh DESCRIPTION
    A script is a text file of Lua 5.4 in UTF-8, run by
    .Ic lectern FILE .
    Its first line may be
    .Ql #!/usr/bin/env lectern ;
    then the file may be called by its name once it is executable.
    .Va arg
    and
    .Ql ...
    hold the words after its name.
    The library is that of the profile, unless options say otherwise; see
    .Xr lectern 1 .
    A script prints what it prints and nothing else; an error that it does not catch is written to
    standard error with its line, and the status is 1.
    .Ic os.exit(n)
    ends it with a status of its own.
    .Ss Sandbox
    With
    .Fl -sandbox
    and in recordings there is no
    .Ic io ,
    .Ic os.execute ,
    .Ic debug
    or
    .Ic package ,
    and no function that reads or writes files outside the library.
    Bytecode is never loaded.
    .Ss Worlds
    .Ic world{}
    makes devices, a cloud and a clock, all in memory.
    From then on time stands still until
    .Ic w:advance()
    moves it, and all chance follows from the seed, so that the script prints the same wherever and
    whenever it is run.
    .Bd -literal -offset indent
    local w = world{seed = 1, devices = {"phone", "tablet"}}
    w.phone:offline()
    w.phone.notes.add("John 3:16", "written offline")
    w:advance("2h")
    w.phone:online()
    w:settle()
    print(w.tablet.notes.count{})
    w:report("flow.html")
    .Ed
    .Pp
    .Ic w:report()
    draws what happened, as a page for a browser.
    .Sh RECORDINGS
    .Ic .record FILE
    at the prompt begins a recording in an empty library in memory;
    .Ic .record stop
    ends it, and the profile is as it was.
    The file is Lua that runs as it stands.
    Its first line pins what time and chance follow from:
    .Bd -literal -offset indent
    -- lectern recording 1: seed=1 clock=2026-01-01T00:00:00.000Z cloud=embedded
    show(#queue)
    --> 0
    .Ed
    .Pp
    Lines that begin with
    .Ql -->
    are what the lines before them printed.
    .Ic lectern replay
    runs the file in a sandbox, compares, and shows a difference with status 2;
    .Fl -accept
    writes what is printed now in the place of what was expected.
    An input that failed is recorded as
    .Ic fails(function() ... end) ,
    which prints the error.
    Passwords and codes are recorded as stand-ins.
    .Sh TESTS
    .Ic lectern test
    runs files whose cases are declared by
    .Ic describe
    and
    .Ic it .
    For each case the file runs anew, in a library and a Lua state of its own, up to its end; then
    the case runs, between the functions of
    .Ic before_each
    and
    .Ic after_each .
    A file that declares no case is one.
    What a case prints is shown where it fails.
    .Sh SEE ALSO
    .Xr lectern 1 ,
    .Xr lectern-lua 3 ,
    .Xr lectern-sync 7
    """#
}
