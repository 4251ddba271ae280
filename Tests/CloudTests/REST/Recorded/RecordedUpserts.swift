/// Rows that may be there, as PostgREST answered; tables and columns are ours.
enum RecordedUpserts {
  static let exchanges = ##"""
    ### 82. merge-duplicates on the primary key, return=minimal, existing row
    POST /user_notes
    Prefer: resolution=merge-duplicates,return=minimal
    Authorization: Bearer <A>
    Content-Type: application/json

    {"id": "a0000000-0000-4000-8000-000000000001", "user_id": "11111111-1111-4111-8111-111111111111", "verse_ref": "gen.1.1", "note_text": "upserted"}
    --
    200 OK
    Content-Range: */*
    Preference-Applied: resolution=merge-duplicates, return=minimal

    ### 84. merge-duplicates, return=representation, one existing and one new
    POST /user_notes?select=id,note_text,tags_json
    Prefer: resolution=merge-duplicates,return=representation
    Authorization: Bearer <A>
    Content-Type: application/json

    [{"id": "a0000000-0000-4000-8000-000000000001", "user_id": "11111111-1111-4111-8111-111111111111", "verse_ref": "gen.1.1", "note_text": "again"}, {"id": "a0000000-0000-4000-8000-000000000005", "user_id": "11111111-1111-4111-8111-111111111111", "verse_ref": "gen.1.5", "note_text": "new2"}]
    --
    201 Created
    Content-Range: */*
    Preference-Applied: resolution=merge-duplicates, return=representation
    Content-Type: application/json; charset=utf-8

    [{"id":"a0000000-0000-4000-8000-000000000001","note_text":"again","tags_json":[]}, 
     {"id":"a0000000-0000-4000-8000-000000000005","note_text":"new2","tags_json":[]}]

    ### 85. upsert of only existing rows, representation
    POST /user_notes?select=id,note_text
    Prefer: resolution=merge-duplicates,return=representation
    Authorization: Bearer <A>
    Content-Type: application/json

    [{"id": "a0000000-0000-4000-8000-000000000001", "user_id": "11111111-1111-4111-8111-111111111111", "verse_ref": "gen.1.1", "note_text": "only-existing"}]
    --
    200 OK
    Content-Range: */*
    Preference-Applied: resolution=merge-duplicates, return=representation
    Content-Type: application/json; charset=utf-8

    [{"id":"a0000000-0000-4000-8000-000000000001","note_text":"only-existing"}]

    ### 86. keys not in the payload keep their stored value
    GET /user_notes?select=note_text,tags_json,collection_id,deleted_at&id=eq.a0000000-0000-4000-8000-000000000001
    Authorization: Bearer <A>
    --
    200 OK
    Content-Range: 0-0/*
    Content-Location: /user_notes?id=eq.a0000000-0000-4000-8000-000000000001&select=note_text%2Ctags_json%2Ccollection_id%2Cdeleted_at
    Content-Type: application/json; charset=utf-8

    [{"note_text":"only-existing","tags_json":[],"collection_id":null,"deleted_at":null}]

    ### 88. highlight by natural key: first insert
    POST /verse_highlights?on_conflict=user_id,verse_ref&select=id,color
    Prefer: resolution=merge-duplicates,return=representation
    Authorization: Bearer <A>
    Content-Type: application/json

    {"id": "d0000000-0000-4000-8000-000000000001", "user_id": "11111111-1111-4111-8111-111111111111", "verse_ref": "gen.1.1", "color": "red"}
    --
    201 Created
    Content-Range: */*
    Preference-Applied: resolution=merge-duplicates, return=representation
    Content-Type: application/json; charset=utf-8

    [{"id":"b7481cd6-55a5-80af-a3ed-fd3d964b6936","color":"red"}]

    ### 89. highlight by natural key: second device, other id
    POST /verse_highlights?on_conflict=user_id,verse_ref&select=id,color
    Prefer: resolution=merge-duplicates,return=representation
    Authorization: Bearer <A>
    Content-Type: application/json

    {"id": "d0000000-0000-4000-8000-000000000002", "user_id": "11111111-1111-4111-8111-111111111111", "verse_ref": "gen.1.1", "color": "blue"}
    --
    200 OK
    Content-Range: */*
    Preference-Applied: resolution=merge-duplicates, return=representation
    Content-Type: application/json; charset=utf-8

    [{"id":"b7481cd6-55a5-80af-a3ed-fd3d964b6936","color":"blue"}]

    ### 90. same but without id in the payload
    POST /verse_highlights?on_conflict=user_id,verse_ref&select=id,color
    Prefer: resolution=merge-duplicates,return=representation
    Authorization: Bearer <A>
    Content-Type: application/json

    {"user_id": "11111111-1111-4111-8111-111111111111", "verse_ref": "gen.1.1", "color": "green"}
    --
    200 OK
    Content-Range: */*
    Preference-Applied: resolution=merge-duplicates, return=representation
    Content-Type: application/json; charset=utf-8

    [{"id":"b7481cd6-55a5-80af-a3ed-fd3d964b6936","color":"green"}]

    ### 92. ignore-duplicates, existing row
    POST /verse_highlights?on_conflict=user_id,verse_ref&select=id,color
    Prefer: resolution=ignore-duplicates,return=representation
    Authorization: Bearer <A>
    Content-Type: application/json

    {"user_id": "11111111-1111-4111-8111-111111111111", "verse_ref": "gen.1.1", "color": "ignored"}
    --
    201 Created
    Content-Range: */*
    Preference-Applied: resolution=ignore-duplicates, return=representation
    Content-Type: application/json; charset=utf-8

    []

    ### 93. on_conflict on columns with no unique constraint
    POST /user_notes?on_conflict=verse_ref
    Prefer: resolution=merge-duplicates,return=minimal
    Authorization: Bearer <A>
    Content-Type: application/json

    {"id": "a0000000-0000-4000-8000-000000000001", "user_id": "11111111-1111-4111-8111-111111111111", "verse_ref": "gen.1.1", "note_text": "x"}
    --
    400 Bad Request
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=42P10

    {"code":"42P10","details":null,"hint":null,"message":"there is no unique or exclusion constraint matching the ON CONFLICT specification"}

    ### 94. on_conflict naming an unknown column
    POST /user_notes?on_conflict=nope
    Prefer: resolution=merge-duplicates,return=minimal
    Authorization: Bearer <A>
    Content-Type: application/json

    {"id": "a0000000-0000-4000-8000-000000000001", "user_id": "11111111-1111-4111-8111-111111111111", "verse_ref": "gen.1.1", "note_text": "x"}
    --
    400 Bad Request
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=42703

    {"code":"42703","details":null,"hint":null,"message":"column \"nope\" does not exist"}

    ### 96. the same key twice in one upsert
    POST /user_notes
    Prefer: resolution=merge-duplicates,return=minimal
    Authorization: Bearer <A>
    Content-Type: application/json

    [{"id": "a0000000-0000-4000-8000-000000000002", "user_id": "11111111-1111-4111-8111-111111111111", "verse_ref": "r", "note_text": "1"}, {"id": "a0000000-0000-4000-8000-000000000002", "user_id": "11111111-1111-4111-8111-111111111111", "verse_ref": "r", "note_text": "2"}]
    --
    500 Internal Server Error
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=21000

    {"code":"21000","details":null,"hint":"Ensure that no rows proposed for insertion within the same command have duplicate constrained values.","message":"ON CONFLICT DO UPDATE command cannot affect row a second time"}

    ### 98. upsert, heterogeneous keys with missing=default
    POST /user_notes?columns=id,user_id,verse_ref,note_text,tags_json&select=note_text,tags_json
    Prefer: resolution=merge-duplicates,return=representation,missing=default
    Authorization: Bearer <A>
    Content-Type: application/json

    [{"id": "a0000000-0000-4000-8000-000000000001", "user_id": "11111111-1111-4111-8111-111111111111", "verse_ref": "gen.1.1", "note_text": "het", "tags_json": ["a"]}, {"id": "a0000000-0000-4000-8000-000000000002", "user_id": "11111111-1111-4111-8111-111111111111", "verse_ref": "gen.1.2", "note_text": "het2"}]
    --
    200 OK
    Content-Range: */*
    Preference-Applied: resolution=merge-duplicates, missing=default, return=representation
    Content-Type: application/json; charset=utf-8

    [{"note_text":"het","tags_json":["a"]}, 
     {"note_text":"het2","tags_json":[]}]

    ### 100. updated_at sent by the client is overwritten by the UPDATE trigger on conflict
    POST /user_notes?select=updated_at
    Prefer: resolution=merge-duplicates,return=representation
    Authorization: Bearer <A>
    Content-Type: application/json

    {"id": "a0000000-0000-4000-8000-000000000001", "user_id": "11111111-1111-4111-8111-111111111111", "verse_ref": "gen.1.1", "note_text": "ts", "updated_at": "2001-01-01T00:00:00Z"}
    --
    200 OK
    Content-Range: */*
    Preference-Applied: resolution=merge-duplicates, return=representation
    Content-Type: application/json; charset=utf-8

    [{"updated_at":"2026-01-01T00:00:00+00:00"}]

    ### 101. …but is kept on a fresh insert (the trigger is BEFORE UPDATE only)
    POST /user_notes?select=created_at,updated_at
    Prefer: resolution=merge-duplicates,return=representation
    Authorization: Bearer <A>
    Content-Type: application/json

    {"id": "a0000000-0000-4000-8000-000000000006", "user_id": "11111111-1111-4111-8111-111111111111", "verse_ref": "gen.1.6", "note_text": "ts", "updated_at": "2001-01-01T00:00:00Z"}
    --
    201 Created
    Content-Range: */*
    Preference-Applied: resolution=merge-duplicates, return=representation
    Content-Type: application/json; charset=utf-8

    [{"created_at":"2026-01-01T00:00:00+00:00","updated_at":"2026-01-01T00:00:00+00:00"}]

    ### 102. PUT single-row upsert
    PUT /user_notes?user_id=eq.11111111-1111-4111-8111-111111111111&id=eq.a0000000-0000-4000-8000-000000000003&select=id,note_text
    Prefer: return=representation
    Authorization: Bearer <A>
    Content-Type: application/json

    {"id": "a0000000-0000-4000-8000-000000000003", "user_id": "11111111-1111-4111-8111-111111111111", "verse_ref": "gen.1.3", "note_text": "put", "tags_json": [], "collection_id": null, "created_at": "2026-01-01T00:00:00Z", "updated_at": "2026-01-01T00:00:00Z", "deleted_at": null}
    --
    200 OK
    Content-Type: application/json; charset=utf-8
    Preference-Applied: return=representation

    [{"id":"a0000000-0000-4000-8000-000000000003","note_text":"put"}]

    ### 104. count=exact with upsert
    POST /user_notes?select=id
    Prefer: resolution=merge-duplicates,return=representation,count=exact
    Authorization: Bearer <A>
    Content-Type: application/json

    [{"id": "a0000000-0000-4000-8000-000000000001", "user_id": "11111111-1111-4111-8111-111111111111", "verse_ref": "gen.1.1", "note_text": "cnt"}]
    --
    200 OK
    Content-Range: */1
    Preference-Applied: resolution=merge-duplicates, return=representation, count=exact
    Content-Type: application/json; charset=utf-8

    [{"id":"a0000000-0000-4000-8000-000000000001"}]
    """##
}
