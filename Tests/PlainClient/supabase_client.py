"""Python's `supabase`, as anyone would use it, against `lectern serve`, and a device beside it.

supabase_client.py LECTERN: each test is a function; the first that fails ends the run.
"""
import sys
import traceback

import accounts
from cloud import Cloud, Device
from postgrest import APIError
from postgrest.types import CountMethod
from supabase import create_client
from supabase_auth.errors import AuthApiError

PASSWORD = "correct-horse-9"


class World:
    """One cloud, two people with a client each."""

    def __init__(self, lectern):
        self.cloud = Cloud(lectern)
        self.ann = self.person("ann@t.example")
        self.bob = self.person("bob@t.example")

    def client(self, key=None):
        return create_client(self.cloud.url, key or self.cloud.anon)

    def person(self, email):
        client = self.client()
        client.auth.sign_up({"email": email, "password": PASSWORD})
        return client


def refused(code, request):
    try:
        request.execute()
    except APIError as error:
        assert error.code == code, f"{error.code} for {code}: {error.message}"
        return error
    raise AssertionError(f"{code} was expected")


def signing_in(world):
    """A session is made, refreshed and ended; a wrong password makes none."""
    client = world.client()
    session = client.auth.sign_in_with_password(
        {"email": "ann@t.example", "password": PASSWORD}).session
    assert client.auth.get_user().user.email == "ann@t.example"
    assert client.auth.refresh_session().session.refresh_token != session.refresh_token
    assert client.table("user_notes").select("id").execute().data == []
    client.auth.sign_out()
    refused("42501", client.table("user_notes").select("id"))
    try:
        client.auth.sign_in_with_password({"email": "ann@t.example", "password": "wrong-horse"})
    except AuthApiError as error:
        assert error.code == "invalid_credentials", error.code
    else:
        raise AssertionError("a wrong password was taken")


def inserting(world):
    notes = world.ann.table("user_notes")
    one = notes.insert(
        {"verse_ref": "john 3:16", "note_text": "Ü \"q\" 😀", "tags_json": ["b", "a", "b"]}).execute()
    assert one.data[0]["tags_json"] == ["a", "b"], one.data
    assert one.data[0]["note_text"] == "Ü \"q\" 😀"
    many = [{"verse_ref": f"gen {n}:1", "note_text": f"note {n}"} for n in range(1, 21)]
    assert len(notes.insert(many).execute().data) == 20
    mixed = [{"verse_ref": "exo 1:1", "note_text": "x", "tags_json": ["c"]},
             {"verse_ref": "exo 1:2", "note_text": "y"}]
    assert notes.insert(mixed, default_to_null=False).execute().data[1]["tags_json"] == []
    assert notes.insert(many[0], count=CountMethod.exact, returning="minimal").execute().data == []
    refused("23502", notes.insert({"verse_ref": "x"}))
    refused("23514", notes.insert({"verse_ref": "x", "note_text": ""}))
    refused("23503", notes.insert(
        {"verse_ref": "x", "note_text": "x", "collection_id": one.data[0]["id"]}))
    refused("PGRST204", notes.insert({"verse_ref": "x", "note_text": "x", "nope": 1}))
    refused("22P02", notes.insert({"verse_ref": "x", "note_text": "x", "id": "x"}))


def selecting(world):
    notes = world.ann.table("user_notes")
    page = notes.select("verse_ref,note_text", count=CountMethod.exact).like(
        "verse_ref", "gen%").order("created_at").order("note_text", desc=True).range(0, 4).execute()
    assert page.count == 21 and len(page.data) == 5, page
    texts = [row["note_text"] for row in notes.select("note_text").in_(
        "note_text", ["note 3", "note 4", "a,b"]).order("note_text").execute().data]
    assert texts == ["note 3", "note 4"], texts
    assert len(notes.select("id").or_("note_text.eq.x,and(note_text.eq.y,verse_ref.like.exo*)")
               .execute().data) == 2
    assert len(notes.select("id").contains("tags_json", '["a"]').execute().data) == 1
    assert len(notes.select("id").not_.is_("deleted_at", "null").execute().data) == 0
    assert len(notes.select("id").ilike("note_text", "NOTE 1_").execute().data) == 10
    row = notes.select("*").eq("note_text", "note 2").single().execute().data
    assert row["verse_ref"] == "gen 2:1" and row["seq"] > 0
    assert notes.select("*").eq("note_text", "nope").maybe_single().execute() is None
    refused("PGRST116", notes.select("id").single())
    assert notes.select("*", count=CountMethod.exact, head=True).execute().count == 24
    csv = notes.select("note_text").eq("note_text", "note 2").csv().execute().data
    assert csv == 'note_text\n"note 2"', csv
    refused("42703", notes.select("nope"))
    refused("PGRST205", world.ann.table("nope").select("*"))
    assert len(notes.select("id").limit(3).offset(22).execute().data) == 2
    first = notes.select("tag:tags_json->>0,study_collections(name)").eq(
        "verse_ref", "john 3:16").single().execute().data
    assert first == {"tag": "a", "study_collections": None}, first


def editing(world):
    notes = world.ann.table("user_notes")
    done = notes.update({"note_text": "edited"}).eq("note_text", "note 7").execute()
    assert [row["note_text"] for row in done.data] == ["edited"]
    assert done.data[0]["updated_at"] >= done.data[0]["created_at"]
    assert notes.update({"note_text": "z"}).eq("note_text", "nope").execute().data == []
    refused("21000", notes.update({"note_text": "all"}))
    gone = notes.delete(count=CountMethod.exact).eq("note_text", "note 8").execute()
    assert gone.count == 1
    tombstone = notes.select("deleted_at").eq("note_text", "note 8").single().execute().data
    assert tombstone["deleted_at"] is not None
    highlights = world.ann.table("verse_highlights")
    gold = highlights.upsert(
        {"verse_ref": "john 3:16", "color": "gold"}, on_conflict="user_id,verse_ref").execute()
    blue = highlights.upsert(
        {"verse_ref": "john 3:16", "color": "blue"}, on_conflict="user_id,verse_ref").execute()
    assert gold.data[0]["id"] == blue.data[0]["id"] and blue.data[0]["color"] == "blue"
    kept = highlights.upsert(
        {"verse_ref": "john 3:16", "color": "red"}, on_conflict="user_id,verse_ref",
        ignore_duplicates=True).execute()
    assert kept.data == []
    refused("23505", highlights.insert({"verse_ref": "john 3:16", "color": "red"}))


def keeping_apart(world):
    """Nobody sees, edits or writes as another; who is not signed in has no right at all."""
    mine = world.ann.table("user_notes").select("id,user_id").limit(1).execute().data[0]
    theirs = world.bob.table("user_notes")
    assert theirs.select("*").execute().data == []
    assert theirs.update({"note_text": "hack"}).eq("id", mine["id"]).execute().data == []
    assert theirs.delete().eq("id", mine["id"]).execute().data == []
    refused("42501", theirs.insert(
        {"verse_ref": "x", "note_text": "x", "user_id": mine["user_id"]}))
    refused("42501", world.client().table("user_notes").select("id"))
    service = world.client(world.cloud.service).table("user_notes")
    assert service.select("id", count=CountMethod.exact).limit(1).execute().count == 24


def calling(world):
    described = world.ann.rpc("sync_describe", {}).execute().data
    assert described["status"] == "described" and "user_notes" in described["tables"]
    # In an address this client writes a list as PostgreSQL's array: the argument is JSON.
    missing = {"cursor": "", "newest": "", "table": "user_notes", "ids": "[]"}
    assert world.ann.rpc("sync_missing", missing, get=True).execute().data["missing"] == []
    refused("22023", world.ann.rpc("sync_missing", missing | {"ids": []}, get=True))
    refused("PGRST202", world.ann.rpc("nope", {}))
    refused("42501", world.client().rpc("sync_describe", {}))


def converging(world):
    """A device and the plain client write by turns, and hold the same rows in the end."""
    device = Device(world.cloud, "ann", "ann@t.example", PASSWORD)
    device.sync()
    notes = world.ann.table("user_notes")
    seen = device.rows("select note_text from user_notes where deleted_at is null")
    assert {row["note_text"] for row in seen} == {
        row["note_text"] for row in notes.select("note_text").is_("deleted_at", "null")
        .execute().data}
    device.run('notes.add("rom 8.28", "from the device", {tags = {"grace"}})')
    device.run('sql("update user_notes set note_text = \'device\' where note_text = \'edited\'")')
    notes.update({"tags_json": ["plain"]}).eq("note_text", "edited").execute()
    device.sync()
    both = notes.select("tags_json").eq("note_text", "device").single().execute().data
    assert both["tags_json"] == ["plain"], both
    notes.update({"note_text": "edited again"}).eq("note_text", "from the device").execute()
    notes.delete().eq("note_text", "note 9").execute()
    device.run('sql("delete from verse_highlights")')
    world.ann.table("verse_highlights").insert({"verse_ref": "rom 1:1", "color": "red"}).execute()
    device.sync()
    compare(world, device)
    other = Device(world.cloud, "ann-two", "ann@t.example", PASSWORD)
    other.sync()
    compare(world, other)
    assert device.rows("select count(*) as n from sync_conflicts") == [{"n": 0}]


def compare(world, device):
    for table, columns in [
            ("user_notes", "verse_ref,note_text"), ("verse_highlights", "verse_ref,color")]:
        ours = device.rows(f"select cloud_id as id,{columns} from {table} where deleted_at is null")
        theirs = world.ann.table(table).select(f"id,{columns}").is_(
            "deleted_at", "null").execute().data
        by_id = [sorted(rows, key=lambda row: row["id"]) for rows in (ours, theirs)]
        assert by_id[0] == by_id[1], f"{table}\n{by_id[0]}\n{by_id[1]}"


TESTS = [signing_in, inserting, selecting, editing, keeping_apart, calling, converging]


def main(lectern):
    done = 0
    for make, tests in ((World, TESTS), (accounts.Town, accounts.TESTS)):
        world = make(lectern)
        try:
            for test in tests:
                test(world)
                print(f"{test.__name__}: ok", flush=True)
                done += 1
        except Exception:
            traceback.print_exc()
            print(f"{test.__name__}: failed", flush=True)
            print("a test with Python's supabase failed")
            return 1
        finally:
            world.cloud.close()
    print(f"{done} tests with Python's supabase passed")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
