import Glibc
import Synchronization

/// A PostgreSQL 15 server for tests: it listens at a Unix socket in a folder of its own, keeps
/// nothing, and ends with its owner, or with the process however that ends.
///
/// The server hangs on a pipe: a shell holds its other end, and stops the server and removes the
/// folder when the pipe closes. Databases sort as people do, so that a missing `collate "C"` shows.
package final class ThrowawayPostgres: Sendable {
  private static let only = Result { try ThrowawayPostgres() }

  /// The one server that the tests of a process share. Each test takes a database of its own.
  package static func shared() throws -> ThrowawayPostgres { try only.get() }

  /// Where its socket lies, for `psql -h`.
  package let folder: String
  private let lifeline: Int32
  private let shell: pid_t
  private let databases = Mutex<[String: String]>([:])

  /// `isBare`: as PostgreSQL itself is, without what Supabase brings.
  package init(isBare: Bool = false) throws {
    let temporary = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    folder = "\(temporary)/lectern-pg-\(getpid())-\(time.tv_nsec)"
    let prepared = "\(temporary)/lectern-pg-prepared-1-\(getuid())"
    (shell, lifeline) = try Self.start(["sh", prepared, folder])
    if !isBare { try connect(to: "template1").query(Self.supabase) }
    try connect(to: "postgres").query("create sequence databases")
  }

  deinit {
    close(lifeline)
    waitpid(shell, nil, 0)
  }

  package func connect(to database: String) throws(PostgresError) -> PostgresConnection {
    try PostgresConnection(socket: "\(folder)/.s.PGSQL.5432", database: database)
  }

  /// A fresh database with what Supabase brings: roles, `auth.users`, `auth.uid()`.
  package func makeDatabase() throws -> String {
    let session = try connect(to: "postgres")
    let name = "cloud_" + (try session.value("select nextval('databases')") ?? "")
    try session.query("create database \(name)")
    return name
  }

  /// The database of a text of SQL, made at its first use. Tests share it, each with people of
  /// its own.
  package func database(running sql: String) throws -> String {
    try databases.withLock { databases in
      if let known = databases[sql] { return known }
      let made = try makeDatabase()
      try connect(to: made).query(sql)
      databases[sql] = made
      return made
    }
  }

  private static func start(_ arguments: [String]) throws(PostgresError) -> (pid_t, Int32) {
    var ends: [Int32] = [0, 0]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
      throw PostgresError(code: "08000", message: "no pipe to be had")
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    let asOther = getuid() == 0 ? ["runuser", "-u", "postgres", "--"] : []
    let words = asOther + ["sh", "-c", script] + arguments
    var pointers = words.map { strdup($0) } + [nil]
    var process: pid_t = 0
    let failure = posix_spawnp(&process, words[0], &actions, &attributes, &pointers, environ)
    for pointer in pointers { free(pointer) }
    posix_spawn_file_actions_destroy(&actions)
    posix_spawnattr_destroy(&attributes)
    close(ends[1])
    var first: UInt8 = 0
    var waiting = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
    guard failure == 0, poll(&waiting, 1, 60_000) > 0, read(ends[0], &first, 1) == 1 else {
      close(ends[0])
      throw PostgresError(code: "08000", message: "PostgreSQL 15 did not start")
    }
    return (process, ends[0])
  }

  private static let script = #"""
    prepared=$1 folder=$2 bin=/usr/lib/postgresql/15/bin
    trap '"$bin/pg_ctl" -D "$folder/rows" -m immediate stop >/dev/null 2>&1; rm -rf "$folder"' EXIT
    cd / || exit 1
    if [ ! -d "$prepared" ]; then
      "$bin/initdb" -D "$prepared.$$" -A trust -U postgres -E UTF8 --locale=C.UTF-8 \
        --locale-provider=icu --icu-locale=en-US --no-sync --wal-segsize=1 >/dev/null || exit 1
      mv -T "$prepared.$$" "$prepared" 2>/dev/null || rm -rf "$prepared.$$"
    fi
    mkdir "$folder" && cp -R "$prepared" "$folder/rows" || exit 1
    "$bin/pg_ctl" -D "$folder/rows" -w -t 30 -l "$folder/log" -o "-c listen_addresses='' \
      -k '$folder' -c fsync=off -c synchronous_commit=off -c full_page_writes=off \
      -c autovacuum=off -c max_connections=200 -c shared_buffers=32MB" start >/dev/null || exit 1
    printf .
    cat >/dev/null 2>&1
    """#

  private static let supabase = """
    create role anon nologin;
    create role authenticated nologin;
    create role service_role nologin bypassrls;
    create role authenticator login noinherit;
    grant anon, authenticated, service_role to authenticator;
    create role supabase_auth_admin nologin noinherit;
    create role project_owner nologin createrole bypassrls;
    create schema auth;
    create table auth.users (id uuid primary key, email text);
    create sequence auth.people;
    create function auth.uid() returns uuid language sql stable as $$
      select (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid
    $$;
    grant usage on schema auth, public to anon, authenticated, service_role, supabase_auth_admin;
    grant all on schema auth to project_owner;
    grant all on auth.users to supabase_auth_admin, project_owner;
    alter default privileges in schema public
      grant all on tables to anon, authenticated, service_role;
    alter default privileges in schema public
      grant all on functions to anon, authenticated, service_role;
    """
}
