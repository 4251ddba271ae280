/// Rows that are edited and deleted, as PostgREST answered; tables and columns are ours.
enum RecordedEdits {
  static let exchanges = ##"""
    ### 105. PATCH by id, default Prefer
    PATCH /user_notes?id=eq.a0000000-0000-4000-8000-000000000002
    Authorization: Bearer <A>
    Content-Type: application/json

    {"note_text": "patched"}
    --
    204 No Content
    Content-Range: 0-0/*

    ### 106. PATCH by id, representation
    PATCH /user_notes?id=eq.a0000000-0000-4000-8000-000000000002&select=id,note_text
    Prefer: return=representation
    Authorization: Bearer <A>
    Content-Type: application/json

    {"note_text": "patched2"}
    --
    200 OK
    Content-Range: 0-0/*
    Preference-Applied: return=representation
    Content-Type: application/json; charset=utf-8

    [{"id":"a0000000-0000-4000-8000-000000000002","note_text":"patched2"}]

    ### 108. PATCH matching nothing, representation
    PATCH /user_notes?id=eq.deadbeef-0000-4000-8000-000000000000
    Prefer: return=representation
    Authorization: Bearer <A>
    Content-Type: application/json

    {"note_text": "z"}
    --
    200 OK
    Content-Range: */*
    Preference-Applied: return=representation
    Content-Type: application/json; charset=utf-8

    []

    ### 109. PATCH another user's row (RLS hides it)
    PATCH /user_notes?id=eq.a0000000-0000-4000-8000-000000000001
    Prefer: return=representation
    Authorization: Bearer <B>
    Content-Type: application/json

    {"note_text": "hack"}
    --
    200 OK
    Content-Range: */*
    Preference-Applied: return=representation
    Content-Type: application/json; charset=utf-8

    []

    ### 110. PATCH that hands the row to another user (WITH CHECK)
    PATCH /user_notes?id=eq.a0000000-0000-4000-8000-000000000001
    Prefer: return=minimal
    Authorization: Bearer <A>
    Content-Type: application/json

    {"user_id": "22222222-2222-4222-8222-222222222222"}
    --
    204 No Content
    Content-Range: 0-0/*
    Preference-Applied: return=minimal

    ### 112. PATCH with an array body
    PATCH /user_notes?id=eq.a0000000-0000-4000-8000-000000000001&select=note_text
    Prefer: return=representation
    Authorization: Bearer <A>
    Content-Type: application/json

    [{"note_text": "arr"}]
    --
    200 OK
    Content-Range: 0-0/*
    Preference-Applied: return=representation
    Content-Type: application/json; charset=utf-8

    [{"note_text":"arr"}]

    ### 113. PATCH soft delete
    PATCH /user_notes?id=eq.a0000000-0000-4000-8000-000000000002&select=id,deleted_at
    Prefer: return=representation
    Authorization: Bearer <A>
    Content-Type: application/json

    {"deleted_at": "2026-11-30T01:02:03.456Z"}
    --
    200 OK
    Content-Range: 0-0/*
    Preference-Applied: return=representation
    Content-Type: application/json; charset=utf-8

    [{"id":"a0000000-0000-4000-8000-000000000002","deleted_at":"2026-11-30T01:02:03.456+00:00"}]

    ### 114. conditional PATCH (optimistic: updated_at=lt.)
    PATCH /user_notes?id=eq.a0000000-0000-4000-8000-000000000001&updated_at=lt.2000-01-01T00%3A00%3A00Z&select=id
    Prefer: return=representation
    Authorization: Bearer <A>
    Content-Type: application/json

    {"note_text": "late"}
    --
    200 OK
    Content-Range: */*
    Preference-Applied: return=representation
    Content-Type: application/json; charset=utf-8

    []

    ### 116. PATCH with max-affected exceeded
    PATCH /user_notes?user_id=eq.11111111-1111-4111-8111-111111111111
    Prefer: handling=strict,max-affected=1
    Authorization: Bearer <A>
    Content-Type: application/json

    {"tags_json": []}
    --
    400 Bad Request
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=PGRST124

    {"code":"PGRST124","details":"The query affects 5 rows","hint":null,"message":"Query result exceeds max-affected preference constraint"}

    ### 117. PATCH with .single() Accept and no match
    PATCH /user_notes?id=eq.deadbeef-0000-4000-8000-000000000000
    Prefer: return=representation
    Accept: application/vnd.pgrst.object+json
    Authorization: Bearer <A>
    Content-Type: application/json

    {"tags_json": []}
    --
    406 Not Acceptable
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=PGRST116

    {"code":"PGRST116","details":"The result contains 0 rows","hint":null,"message":"Cannot coerce the result to a single JSON object"}

    ### 118. unknown preference, handling=strict
    PATCH /user_notes?id=eq.a0000000-0000-4000-8000-000000000001
    Prefer: handling=strict, foo=bar
    Authorization: Bearer <A>
    Content-Type: application/json

    {"tags_json": []}
    --
    400 Bad Request
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=PGRST122

    {"code":"PGRST122","details":"Invalid preferences: foo=bar","hint":null,"message":"Invalid preferences given with handling=strict"}

    ### 120. tx=rollback (not allowed by default tx-end)
    PATCH /user_notes?id=eq.a0000000-0000-4000-8000-000000000001&select=tags_json
    Prefer: return=representation,tx=rollback
    Authorization: Bearer <A>
    Content-Type: application/json

    {"tags_json": ["rb"]}
    --
    200 OK
    Content-Range: 0-0/*
    Preference-Applied: return=representation
    Content-Type: application/json; charset=utf-8

    [{"tags_json":["rb"]}]

    ### 121. two Prefer headers
    POST /study_collections?select=name
    Prefer: return=representation
    Prefer: missing=default
    Authorization: Bearer <A>
    Content-Type: application/json

    {"user_id": "11111111-1111-4111-8111-111111111111", "name": "twopref"}
    --
    201 Created
    Content-Range: */*
    Preference-Applied: missing=default, return=representation
    Content-Type: application/json; charset=utf-8

    [{"name":"twopref"}]

    ### 122. DELETE by id, default
    DELETE /bookmarks?id=eq.b0000000-0000-4000-8000-000000000001
    Authorization: Bearer <A>
    --
    204 No Content
    Content-Range: */*

    ### 124. DELETE, representation
    DELETE /bookmarks?id=eq.b0000000-0000-4000-8000-000000000002&select=id,verse_ref
    Prefer: return=representation
    Authorization: Bearer <A>
    --
    200 OK
    Content-Range: */*
    Preference-Applied: return=representation
    Content-Type: application/json; charset=utf-8

    [{"id":"b0000000-0000-4000-8000-000000000002","verse_ref":"gen.3.2"}]

    ### 125. DELETE of nothing, representation
    DELETE /bookmarks?id=eq.b0000000-0000-4000-8000-000000000002&deleted_at=is.null
    Prefer: return=representation
    Authorization: Bearer <A>
    --
    200 OK
    Content-Range: */*
    Preference-Applied: return=representation
    Content-Type: application/json; charset=utf-8

    []

    ### 126. DELETE with an invalid uuid
    DELETE /bookmarks?id=eq.12
    Authorization: Bearer <A>
    --
    400 Bad Request
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=22P02

    {"code":"22P02","details":null,"hint":null,"message":"invalid input syntax for type uuid: \"12\""}
    """##
}
