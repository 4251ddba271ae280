package import Schema

/// `delete-user-data`, as Supabase runs it: a function in TypeScript that needs nothing but what
/// the runtime brings.
///
/// It asks Auth whose token it was given, then removes rows, files and account, in this order and
/// with the rights of the project: whatever stops it, the account is still there to call it again.
/// Source: https://supabase.com/docs/guides/functions
package struct DeletionFunction {
  /// What it is called by.
  package static let name = "delete-user-data"

  /// The tables of the catalog, children first, and what sync keeps of a person.
  package let tables: [String]

  /// The function of a catalog's cloud.
  package init(_ catalog: Catalog) {
    tables = catalog.tables.map(\.name).reversed() + ["sync_devices", "sync_marks", "sync_heads"]
  }

  /// Its part of config.toml. It asks Auth itself, which knows more than the token's signature, and
  /// browsers ask before they send one.
  static let settings = """
    [functions.\(name)]
    verify_jwt = false
    """

  var text: String {
    let list = tables.map { "  \"\($0)\"," }.joined(separator: "\n")
    return Self.head + "\nconst tables = [\n\(list)\n];\n" + Self.start + Self.rows + Self.files
      + Self.answers
  }

  private static let head = """
    // Deletes the account of whoever calls it, and all that the project has of them: rows, files,
    // then the account. Written by `lectern supabase`; it may be called again after any failure.
    //
    // POST without a body; the token in `Authorization` says who. It answers {"deleted": "<id>"},
    // or {"code", "message"}. No token is ever logged.

    // Children first, so that no row goes that another still names.
    """

  private static let start = #"""

    // Where files of people are, in folders named by their ids: LECTERN_BUCKETS=avatars,exports
    const buckets = (Deno.env.get("LECTERN_BUCKETS") ?? "").split(",")
      .map((name) => name.trim()).filter((name) => name !== "");

    const project = (Deno.env.get("SUPABASE_URL") ?? "").replace(/\/+$/, "");
    const key = Deno.env.get("SUPABASE_SERVICE_ROLE_KEY") ?? "";

    class Refusal extends Error {
      constructor(readonly status: number, readonly code: string, message: string) {
        super(message);
      }
    }

    Deno.serve(async (request: Request): Promise<Response> => {
      if (request.method === "OPTIONS") return new Response(null, { status: 204, headers: open });
      if (request.method !== "POST") {
        return answer(405, { code: "method_not_allowed", message: "Only POST is taken" },
          { Allow: "POST, OPTIONS" });
      }
      try {
        if (project === "" || key === "") {
          throw new Refusal(500, "not_configured", "The function lacks its project or its key");
        }
        const user = await caller(request);
        for (const table of tables) await deleteRows(table, user);
        for (const bucket of buckets) await deleteFolder(bucket, user, 0);
        await deleteAccount(user);
        return answer(200, { deleted: user });
      } catch (error) {
        const refusal = error instanceof Refusal
          ? error
          : new Refusal(503, "not_reached", "A part of the project could not be reached");
        console.error(`delete-user-data: ${refusal.status} ${refusal.code}`);
        return answer(refusal.status, { code: refusal.code, message: refusal.message });
      }
    });

    // Whose token it is: only Auth knows whether the session is still there.
    async function caller(request: Request): Promise<string> {
      const authorization = request.headers.get("Authorization") ?? "";
      if (!/^bearer ./i.test(authorization)) {
        throw new Refusal(401, "no_authorization", "This endpoint requires a Bearer token");
      }
      const reply = await fetch(`${project}/auth/v1/user`, {
        headers: { apikey: key, Authorization: authorization, ...version },
      });
      const said = await words(reply);
      if (reply.ok && typeof said.id === "string" && uuid.test(said.id)) return said.id;
      if (reply.status >= 400 && reply.status < 500) {
        throw new Refusal(reply.status, said.code ?? "refused", said.message ?? "Auth refused");
      }
      throw new Refusal(503, "auth_not_ready", "Auth did not say whose token it is");
    }

    """#

  private static let rows = #"""

    // A table that is not there was not deployed yet: nobody has rows in it.
    async function deleteRows(table: string, user: string): Promise<void> {
      const reply = await ask("DELETE", `/rest/v1/${table}?user_id=eq.${user}`, undefined, {
        // A plain DELETE leaves a tombstone, which tells the person's devices.
        "Lectern-Erase": "yes",
        Prefer: "return=minimal",
      });
      const said = await words(reply);
      if (reply.ok || said.code === "PGRST205" || said.code === "42P01") return;
      throw new Refusal(503, "rows_not_deleted", `The rows of ${table} could not be deleted`);
    }

    // Last, since it is the account that lets the function be called again.
    async function deleteAccount(user: string): Promise<void> {
      const reply = await ask("DELETE", `/auth/v1/admin/users/${user}`, {});
      const said = await words(reply);
      if (reply.ok || reply.status === 404 && said.code === "user_not_found") return;
      throw new Refusal(503, "account_not_deleted", "The account could not be deleted");
    }

    """#

  private static let files = #"""

    // Storage lists a folder's files and folders, a page at a time. What is removed is not listed
    // again, so the first page is asked for until it is empty.
    async function deleteFolder(bucket: string, folder: string, depth: number): Promise<void> {
      const trouble = new Refusal(503, "files_not_deleted",
        `The files in ${bucket} could not be deleted`);
      if (depth > 20) throw trouble;
      for (let page = 0; page < 10_000; page += 1) {
        const reply = await ask("POST", `/storage/v1/object/list/${encodeURIComponent(bucket)}`,
          { prefix: `${folder}/`, limit: 1000, offset: 0 });
        if (!reply.ok) {
          const said = await words(reply);
          // A bucket that is not there holds nothing.
          if (reply.status === 404 || /bucket not found/i.test(said.message ?? "")) return;
          throw trouble;
        }
        const found = await reply.json();
        if (!Array.isArray(found)) throw trouble;
        if (found.length === 0) return;
        const names = found.filter((item) => item.id !== null)
          .map((item) => `${folder}/${item.name}`);
        for (const item of found.filter((item) => item.id === null)) {
          await deleteFolder(bucket, `${folder}/${item.name}`, depth + 1);
        }
        if (names.length === 0) continue;
        const removed = await ask("DELETE", `/storage/v1/object/${encodeURIComponent(bucket)}`,
          { prefixes: names });
        await removed.body?.cancel();
        if (!removed.ok) throw trouble;
      }
      throw trouble;
    }

    """#

  private static let answers = #"""

    const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
    const version = { "X-Supabase-Api-Version": "2024-01-01" };
    const open = {
      "Access-Control-Allow-Origin": "*",
      "Access-Control-Allow-Methods": "POST, OPTIONS",
      "Access-Control-Allow-Headers": "authorization, x-client-info, apikey, content-type",
    };

    // Asks the project with its own rights.
    function ask(method: string, path: string, body?: unknown, extra: HeadersInit = {}) {
      return fetch(project + path, {
        method,
        headers: {
          apikey: key, Authorization: `Bearer ${key}`, ...version, ...extra,
          ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
    }

    // What an answer says, read to its end; nothing where it is no JSON.
    async function words(
      reply: Response,
    ): Promise<{ id?: string; code?: string; message?: string }> {
      try {
        const said = await reply.json();
        return said !== null && typeof said === "object" ? said : {};
      } catch {
        return {};
      }
    }

    function answer(status: number, body: unknown, extra: HeadersInit = {}): Response {
      return new Response(JSON.stringify(body), {
        status,
        headers: { "Content-Type": "application/json", ...open, ...extra },
      });
    }
    """# + "\n"
}
