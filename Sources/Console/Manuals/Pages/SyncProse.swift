/// What lectern-sync(7) says; the messages are those that the program shows.
enum SyncProse {
  static let head = #"""
    .Sh NAME
    .Nm lectern-sync
    .Nd how a library is kept alike on several devices
    .Sh DESCRIPTION
    The library on a device is the truth there; the cloud is a copy, and the way to other devices.
    Nothing that a person does waits for the network.
    .Pp
    Every edit is written together with an entry of a queue, by whatever program it is made.
    A sync pushes what is ready, in requests of up to 1,000 changes, and pulls what others changed.
    Entries of one row are joined before they are sent; a row that was made and deleted before
    it was
    ever sent is not sent at all.
    .Pp
    Two edits of one row are joined field by field, by when they were made and not by when they
    arrived: the later text wins, sets keep what both added, what was read stays read.
    The value that loses is kept as a conflict,
    .Ic sync.conflicts() ,
    with both sides;
    .Ic :keep_mine()
    writes it once more.
    What was deleted can be restored for a month.
    .Pp
    What fails stays in the queue.
    An entry that the cloud refused five times is parked: it waits for a person and is in no
    one's way.
    .Ic queue.find{state=\(dqparked\(dq}
    shows it with the reason,
    .Ic queue.edit ,
    .Ic queue.retry
    and
    .Ic queue.discard
    decide.
    .Pp
    .Ic sync.plan()
    says what the next sync would do,
    .Ic .log
    what was asked of the cloud lately,
    .Ic sync.verify()
    compares all rows with the cloud, and
    .Ic lectern doctor
    looks at everything.
    .Sh UNATTENDED
    .Ic lectern sync
    syncs once and prints a line of JSON whose
    .Ql result
    is
    .Ql new_data ,
    .Ql no_data
    or
    .Ql failed .
    Status 75 means that something waits still, or that another program is syncing the library: try
    again.
    77 means that nobody is signed in.
    .Fl -watch
    keeps going.
    """#

  static let sealing = #"""
    .Sh SEALING
    .Ic sync.seal(passphrase)
    seals words before they leave the device: texts and tags of notes, notes of highlights, labels
    of bookmarks, names and descriptions of collections, and what of them a conflict keeps.
    It works with AES-SIV under a key that scrypt makes of the passphrase; the key's salt travels as
    a preference, the passphrase and the key never do.
    .Pp
    Readable stay verses, colours, times, links, what belongs to what, how long a text is, whether
    the text in one place is the same as before, reading progress, plans and preferences.
    The library on the device, its queue and its exports stay readable to whoever owns the file.
    .Pp
    The first device switches it on, and every other one asks for the passphrase: until it has it,
    what others wrote lies aside, and what is written there waits.
    Where two devices switch it on at once, the later key wins when both passphrases were given to
    one device.
    .Ic sync.seal(new, {old = present})
    takes another passphrase.
    Then all goes up anew at the next syncs, some rows at a time;
    .Ic sync.status().sealing
    says
    .Ql sealing
    until it is done.
    """#

  static let troubles = [
    SyncTrouble(
      "The cloud cannot be reached", says: "the cloud cannot be reached: ...",
      """
      There is no network, or nothing answers at the cloud's address. Edits wait in the queue; \
      at a \
      prompt the next sync begins by itself when the network is back. .account names the address.
      """),
    SyncTrouble(
      "A network's sign-in page answers (captive portal)",
      says: "what answered is not the cloud: HTTP 200, ...",
      """
      A hotel's or a station's network answers every request with a page of its own. It does not \
      count as the cloud, and nothing of it is taken. Open a browser, sign in to the network, and \
      sync again. Where there is no such network, the address in SUPABASE_URL is wrong.
      """),
    SyncTrouble(
      "The cloud asks to wait (rate limit)", says: "too many requests came from this address",
      """
      The project answers only so many requests, and sends only so many mails, in an hour. The \
      hint \
      says when to try again; edits wait meanwhile, and a sync obeys by itself. For "it sends no \
      more mail for now" look for the mail that came before: its code is good as long as no newer \
      one was sent.
      """),
    SyncTrouble(
      "A clock is wrong", says: "the cloud's tokens end as soon as they come: a clock is wrong",
      """
      Compare the time here, and on whatever runs the cloud, with a good clock. A wrong clock \
      loses \
      no edit: when the cloud tells the time, stamps are put right. Only a session cannot be \
      renewed \
      until the clocks agree to within minutes.
      """),
    SyncTrouble(
      "The token is for another app (audience)", says: "Unacceptable audience in id_token",
      """
      An identity token of Apple or Google names the app that it was made for. The project takes \
      those whose client id it was told: in the settings of the provider, for Google the web \
      client \
      id first and then the iOS one. lectern supabase writes them into config.toml; SETUP.md there \
      says where each is found.
      """),
    SyncTrouble(
      "The nonce does not fit", says: "Nonces mismatch",
      """
      Apple is given the SHA-256 of a nonce, and the cloud the nonce itself: local raw, hashed = \
      auth.nonce(), then auth.sign_in_with("apple", {id_token = ..., nonce = raw}). Each is good \
      for one sign-in. Google's tokens carry none.
      """),
    SyncTrouble(
      "The browser does not come back",
      says: "Open this address in a browser on this computer, and come back here:",
      """
      The address to which the provider returns must be allowed in the project: \
      http://127.0.0.1:*/callback among its redirect URLs. Where the browser is on another \
      machine, \
      use auth.authorize_url(provider) and auth.exchange{code =, verifier =}: copy the code out of \
      the address at which the browser ended. Ctrl-C gives up and changes nothing.
      """),
    SyncTrouble(
      "Nobody is signed in, or the session has ended", says: "the cloud ended this session",
      """
      The session was ended elsewhere, or the password was changed. Sign in again; edits wait in \
      the \
      queue, also for weeks. A script can tell by the reason not_signed_in.
      """),
    SyncTrouble(
      "The library belongs to another account", says: "this library belongs to another account",
      """
      Somebody else signed in where a library is one's own. auth.sign_in(email, password, \
      {on_other_owner = "new_profile"}) opens another profile, "replace" keeps the library as a \
      file and begins an empty one, "copies" gives copies of everything to the new account.
      """),
    SyncTrouble(
      "The cloud lacks what sync needs", says: "the cloud refused: ... (HTTP 404, PGRST202)",
      """
      The project has no functions of Lectern, or older ones. lectern doctor says which; lectern \
      supabase DIR writes what to deploy, safe to apply again.
      """),
    SyncTrouble(
      "The subscription has ended", says: "sync is not part of this account's subscription",
      """
      Edits wait in the queue until it is renewed, and everything on this device works, exports \
      too. account.entitlement() says until when it lasts.
      """),
    SyncTrouble(
      "The passphrase is missing",
      says: "texts of this account are sealed with a passphrase that this device does not have",
      """
      Another device switched sealing on, or changed the passphrase. sync.seal(passphrase), as it \
      was typed there, opens what lies aside and sends what waits. A wrong one changes nothing.
      """),
    SyncTrouble(
      "A sealed text is damaged",
      says: "row ... of ... came with a sealed text that is damaged, or of another account",
      """
      Something changed it in the cloud, or cut it short. It lies aside as it came, and the rest \
      goes on. sync.verify() on a device that has the text sends it again.
      """),
    SyncTrouble(
      "The cloud cannot hold sealed texts",
      says: "the cloud was deployed before texts could be sealed",
      """
      Nothing is sent, so that nothing is compared wrongly. lectern supabase DIR writes what to \
      deploy, safe to apply again.
      """),
    SyncTrouble(
      "An entry is parked", says: "Parked  user_notes 12: ...",
      """
      The cloud understood the change and said no, five times. queue.show(id) has the reason and \
      each column, queue.edit(id, {column = value}) mends it, queue.retry(id) sends it again, and \
      queue.discard(id) gives it up, after which the row here is as the cloud has it.
      """),
    SyncTrouble(
      "Another program is syncing", says: "another lectern is syncing this library",
      """
      One sync at a time works on a library, over all processes. Wait for it; lectern sync ends \
      with status 75.
      """),
  ]

  static let end = #"""
    .Sh SEE ALSO
    .Xr lectern 1 ,
    .Xr lectern-lua 3 ,
    .Xr lectern-script 5 ,
    .Xr systemd.timer 5
    """#
}
