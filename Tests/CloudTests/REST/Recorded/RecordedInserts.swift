/// Rows that are new, as PostgREST answered; tables and columns are ours.
enum RecordedInserts {
  static let exchanges = ##"""
    ### 30. single object, return=minimal
    POST /user_notes
    Prefer: return=minimal
    Authorization: Bearer <A>
    Content-Type: application/json

    {"id": "a0000000-0000-4000-8000-000000000001", "user_id": "11111111-1111-4111-8111-111111111111", "verse_ref": "gen.1.1", "note_text": "first"}
    --
    201 Created
    Content-Range: */*
    Preference-Applied: return=minimal

    ### 31. another note (left out of the recordings; later ones meet it)
    POST /user_notes
    Prefer: return=minimal
    Authorization: Bearer <A>
    Content-Type: application/json

    {"id": "a0000000-0000-4000-8000-000000000002", "verse_ref": "gen.1.2", "note_text": "second"}
    --
    201 Created
    Content-Range: */*
    Preference-Applied: return=minimal

    ### 32. return=headers-only
    POST /user_notes
    Prefer: return=headers-only
    Authorization: Bearer <A>
    Content-Type: application/json

    {"id": "a0000000-0000-4000-8000-000000000003", "user_id": "11111111-1111-4111-8111-111111111111", "verse_ref": "gen.1.3", "note_text": "third"}
    --
    201 Created
    Location: /user_notes?id=eq.a0000000-0000-4000-8000-000000000003&user_id=eq.11111111-1111-4111-8111-111111111111
    Content-Range: */*
    Preference-Applied: return=headers-only

    ### 33. single object, return=representation
    POST /study_collections?select=id,user_id,name,description,color,created_at,updated_at,deleted_at
    Prefer: return=representation
    Authorization: Bearer <A>
    Content-Type: application/json

    {"id": "c0000000-0000-4000-8000-000000000001", "user_id": "11111111-1111-4111-8111-111111111111", "name": "Ünïcode \"q\" \\ /   😀"}
    --
    201 Created
    Content-Range: */*
    Preference-Applied: return=representation
    Content-Type: application/json; charset=utf-8

    [{"id":"c0000000-0000-4000-8000-000000000001","user_id":"11111111-1111-4111-8111-111111111111","name":"Ünïcode \"q\" \\ /   😀","description":"","color":"#bfa050","created_at":"2026-01-01T00:00:00+00:00","updated_at":"2026-01-01T00:00:00+00:00","deleted_at":null}]

    ### 34. representation with select=
    POST /study_collections?select=id,updated_at
    Prefer: return=representation
    Authorization: Bearer <A>
    Content-Type: application/json

    {"user_id": "11111111-1111-4111-8111-111111111111", "name": "sel"}
    --
    201 Created
    Content-Range: */*
    Preference-Applied: return=representation
    Content-Type: application/json; charset=utf-8

    [{"id":"…","updated_at":"2026-01-01T00:00:00+00:00"}]

    ### 36. bulk insert, same keys
    POST /bookmarks?select=verse_ref,label
    Prefer: return=representation
    Authorization: Bearer <A>
    Content-Type: application/json

    [{"user_id": "11111111-1111-4111-8111-111111111111", "verse_ref": "gen.2.1", "label": "x"}, {"user_id": "11111111-1111-4111-8111-111111111111", "verse_ref": "gen.2.2", "label": null}]
    --
    201 Created
    Content-Range: */*
    Preference-Applied: return=representation
    Content-Type: application/json; charset=utf-8

    [{"verse_ref":"gen.2.1","label":"x"}, 
     {"verse_ref":"gen.2.2","label":null}]

    ### 37. bulk insert, heterogeneous keys, no columns=
    POST /bookmarks
    Prefer: return=minimal
    Authorization: Bearer <A>
    Content-Type: application/json

    [{"user_id": "11111111-1111-4111-8111-111111111111", "verse_ref": "gen.3.1", "label": "x"}, {"user_id": "11111111-1111-4111-8111-111111111111", "verse_ref": "gen.3.2"}]
    --
    400 Bad Request
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=PGRST102

    {"code":"PGRST102","details":null,"hint":null,"message":"All object keys must match"}

    ### 38. bulk insert, heterogeneous keys with columns=
    POST /bookmarks?columns=%22id%22,%22user_id%22,%22verse_ref%22,%22label%22&select=id,user_id,verse_ref,label,created_at,deleted_at
    Prefer: return=representation
    Authorization: Bearer <A>
    Content-Type: application/json

    [{"id": "b0000000-0000-4000-8000-000000000001", "user_id": "11111111-1111-4111-8111-111111111111", "verse_ref": "gen.3.1", "label": "x"}, {"id": "b0000000-0000-4000-8000-000000000002", "user_id": "11111111-1111-4111-8111-111111111111", "verse_ref": "gen.3.2"}]
    --
    201 Created
    Content-Range: */*
    Preference-Applied: return=representation
    Content-Type: application/json; charset=utf-8

    [{"id":"b0000000-0000-4000-8000-000000000001","user_id":"11111111-1111-4111-8111-111111111111","verse_ref":"gen.3.1","label":"x","created_at":"2026-01-01T00:00:00+00:00","deleted_at":null}, 
     {"id":"b0000000-0000-4000-8000-000000000002","user_id":"11111111-1111-4111-8111-111111111111","verse_ref":"gen.3.2","label":null,"created_at":"2026-01-01T00:00:00+00:00","deleted_at":null}]

    ### 39. another bookmark (left out of the recordings; later ones meet it)
    POST /bookmarks?columns=id,user_id,verse_ref
    Prefer: return=minimal
    Authorization: Bearer <A>
    Content-Type: application/json

    {"id": "b0000000-0000-4000-8000-000000000003", "user_id": "11111111-1111-4111-8111-111111111111", "verse_ref": "gen.3.3"}
    --
    201 Created
    Content-Range: */*
    Preference-Applied: return=minimal

    ### 40. bulk insert, missing primary key in one row, columns= without missing=default
    POST /bookmarks?columns=id,user_id,verse_ref
    Prefer: return=representation
    Authorization: Bearer <A>
    Content-Type: application/json

    [{"id": "b0000000-0000-4000-8000-000000000004", "user_id": "11111111-1111-4111-8111-111111111111", "verse_ref": "gen.3.4"}, {"user_id": "11111111-1111-4111-8111-111111111111", "verse_ref": "gen.3.5"}]
    --
    400 Bad Request
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=23502

    {"code":"23502","details":null,"hint":null,"message":"null value in column \"id\" of relation \"bookmarks\" violates not-null constraint"}

    ### 41. the same with Prefer: missing=default
    POST /bookmarks?columns=id,user_id,verse_ref,created_at&select=verse_ref,label,deleted_at
    Prefer: return=representation,missing=default
    Authorization: Bearer <A>
    Content-Type: application/json

    [{"id": "b0000000-0000-4000-8000-000000000004", "user_id": "11111111-1111-4111-8111-111111111111", "verse_ref": "gen.3.4"}, {"user_id": "11111111-1111-4111-8111-111111111111", "verse_ref": "gen.3.5"}]
    --
    201 Created
    Content-Range: */*
    Preference-Applied: missing=default, return=representation
    Content-Type: application/json; charset=utf-8

    [{"verse_ref":"gen.3.4","label":null,"deleted_at":null}, 
     {"verse_ref":"gen.3.5","label":null,"deleted_at":null}]

    ### 42. explicit null for a column with a default
    POST /study_collections?select=color,created_at
    Prefer: return=representation, missing=default
    Authorization: Bearer <A>
    Content-Type: application/json

    [{"user_id": "11111111-1111-4111-8111-111111111111", "name": "nul", "color": null, "created_at": null}]
    --
    400 Bad Request
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=23502

    {"code":"23502","details":null,"hint":null,"message":"null value in column \"color\" of relation \"study_collections\" violates not-null constraint"}

    ### 44. empty array
    POST /bookmarks
    Prefer: return=representation
    Authorization: Bearer <A>
    Content-Type: application/json

    []
    --
    201 Created
    Content-Range: */*
    Preference-Applied: return=representation
    Content-Type: application/json; charset=utf-8

    []

    ### 45. empty array, return=minimal
    POST /bookmarks
    Prefer: return=minimal
    Authorization: Bearer <A>
    Content-Type: application/json

    []
    --
    201 Created
    Content-Range: */*
    Preference-Applied: return=minimal

    ### 46. empty object
    POST /reading_progress
    Prefer: return=representation
    Authorization: Bearer <A>
    Content-Type: application/json

    {}
    --
    400 Bad Request
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=23502

    {"code":"23502","details":null,"hint":null,"message":"null value in column \"book_id\" of relation \"reading_progress\" violates not-null constraint"}

    ### 49. unknown column in the body
    POST /user_notes
    Prefer: return=minimal
    Authorization: Bearer <A>
    Content-Type: application/json

    {"id": "a0000000-0000-4000-8000-000000000001", "user_id": "11111111-1111-4111-8111-111111111111", "verse_ref": "x", "note_text": "x", "nope": 1}
    --
    400 Bad Request
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=PGRST204

    {"code":"PGRST204","details":null,"hint":null,"message":"Could not find the 'nope' column of 'user_notes' in the schema cache"}

    ### 50. unknown column in columns=
    POST /user_notes?columns=id,nope
    Prefer: return=minimal
    Authorization: Bearer <A>
    Content-Type: application/json

    [{"id": "a0000000-0000-4000-8000-000000000001", "nope": 1}]
    --
    400 Bad Request
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=PGRST204

    {"code":"PGRST204","details":null,"hint":null,"message":"Could not find the 'nope' column of 'user_notes' in the schema cache"}

    ### 52. unique violation (primary key)
    POST /user_notes
    Prefer: return=minimal
    Authorization: Bearer <A>
    Content-Type: application/json

    {"id": "a0000000-0000-4000-8000-000000000001", "user_id": "11111111-1111-4111-8111-111111111111", "verse_ref": "gen.1.1", "note_text": "dup"}
    --
    409 Conflict
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=23505

    {"code":"23505","details":null,"hint":null,"message":"duplicate key value violates unique constraint \"user_notes_pkey\""}

    ### 53. FK violation
    POST /user_notes
    Prefer: return=minimal
    Authorization: Bearer <A>
    Content-Type: application/json

    {"user_id": "11111111-1111-4111-8111-111111111111", "verse_ref": "x", "note_text": "x", "collection_id": "deadbeef-0000-4000-8000-000000000000"}
    --
    409 Conflict
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=23503

    {"code":"23503","details":"Key is not present in table \"study_collections\".","hint":null,"message":"insert or update on table \"user_notes\" violates foreign key constraint \"user_notes_collection_id_fkey\""}

    ### 54. NOT NULL violation
    POST /user_notes
    Prefer: return=minimal
    Authorization: Bearer <A>
    Content-Type: application/json

    {"user_id": "11111111-1111-4111-8111-111111111111", "verse_ref": "x"}
    --
    400 Bad Request
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=23502

    {"code":"23502","details":null,"hint":null,"message":"null value in column \"note_text\" of relation \"user_notes\" violates not-null constraint"}
    """##
}
