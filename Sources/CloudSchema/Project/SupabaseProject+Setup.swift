extension SupabaseProject {
  /// What the project's owner does by hand, once.
  static let setup = """
    # Setting up the cloud

    This folder makes a Supabase project the cloud of Lectern. Keep it under version control: no
    secret stands in it. `lectern supabase DIR` never writes over a file that you changed, unless
    you say `--force`; run it again after an upgrade of Lectern, and then from step 2.

    ## 1. The project

    - [ ] Make a project at <https://supabase.com/dashboard>. Note its reference, the `abcd…` in
          `https://abcd….supabase.co`.
    - [ ] Install the [Supabase CLI](https://supabase.com/docs/guides/cli), and in this folder:
          `supabase login`, `supabase link --project-ref REFERENCE`.

    ## 2. Tables, policies and functions

    - [ ] `supabase db push`. Each migration is one transaction and may be applied again, so after a
          failure just repeat it. Without the CLI: run the files of `supabase/migrations` in the
          dashboard's SQL editor, or with `psql -v ON_ERROR_STOP=1 -f`, in the order of their names.
    - [ ] Review the policies. This lists every table that people's rows are in; each must show
          `t`, `t` and one policy, for all verbs, of the role `authenticated`:

          select c.relname, c.relrowsecurity, c.relforcerowsecurity, p.polname, p.polcmd,
            p.polroles::regrole[], pg_get_expr(p.polqual, c.oid)
          from pg_class c left join pg_policy p on p.polrelid = c.oid
          where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1;

      `sync_cloud` is the exception: it holds only the cloud's own id, which all may read who are
      signed in. Add no second policy to a table: policies of one table are or-ed.
    - [ ] Never list the schema `lectern` among the API's exposed schemas.

    ## 3. Apple

    - [ ] At <https://developer.apple.com/account/resources> switch *Sign in with Apple* on for the
          app's id (the bundle id).
    - [ ] Make a *Services ID*, with the callback
          `https://REFERENCE.supabase.co/auth/v1/callback` as its return URL.
    - [ ] Make a *key* for Sign in with Apple. Note its *Key ID* and your *Team ID*, and keep the
          `.p8` file safe: it can be loaded once.
    - [ ] Make the client secret from Team ID, Services ID, Key ID and key. Apple lets it live six
          months: put the day to make the next one into your calendar.
    - [ ] `export SUPABASE_AUTH_EXTERNAL_APPLE_CLIENT_ID=SERVICES_ID,BUNDLE_ID`
          `export SUPABASE_AUTH_EXTERNAL_APPLE_SECRET=…`

    ## 4. Google

    - [ ] At <https://console.cloud.google.com/apis/credentials> make an OAuth client of the type
          *Web*, with the same callback, and one of the type *iOS*.
    - [ ] `export SUPABASE_AUTH_EXTERNAL_GOOGLE_CLIENT_ID=WEB_CLIENT,IOS_CLIENT`, in that order: the
          secret belongs to the first.
          `export SUPABASE_AUTH_EXTERNAL_GOOGLE_SECRET=…`

    A provider that you do not offer gets `enabled = false` in `supabase/config.toml`.

    ## 5. Accounts and mails

    - [ ] Look through `supabase/config.toml`: the site URL, the addresses that a sign-in may come
          back to (add your app's scheme), and the words in `supabase/templates`. Every mail must
          show `{{ .Token }}`: that is the code which Lectern asks for.
    - [ ] Give the project a mail server of your own (Authentication, Emails, SMTP settings): the
          built-in one sends a few mails an hour, and to members of your team only.
    - [ ] `supabase config push`, and look in the dashboard whether the templates arrived: older
          versions of the CLI push their subjects only; then paste them in.

    ## 6. Deletion of accounts

    - [ ] `supabase functions deploy delete-user-data`. It deletes rows, files and account of
          whoever calls it, with the project's own key, which the runtime gives it.
    - [ ] If people's files are in buckets of the project's storage, in folders named by their
          ids: `supabase secrets set LECTERN_BUCKETS=avatars,exports`.

    ## 7. Subscriptions, if sync is one

    - [ ] Whatever sells it writes the end, with the service key, into the person's `app_metadata`:
          `{"entitled_until": "2027-01-31T00:00:00Z"}`. Tokens carry it from their next renewal on,
          within the hour. No such member, or one that is no time as text, means no end. When it is
          over, devices keep what they have and what they write, and go on when it is back.

    ## 8. Lectern

    - [ ] From the project's settings, API: the URL and the anon (publishable) key. They are no
          secrets. The service key is one, and Lectern never needs it.

          export SUPABASE_URL=https://REFERENCE.supabase.co
          export SUPABASE_ANON_KEY=…

    - [ ] Try it with an account from the dashboard (Authentication, Users, Add user):

          lectern --profile trial -e 'auth.sign_in("you@example.org", "a-good-pass-1")'
          lectern --profile trial sync

    """
}
