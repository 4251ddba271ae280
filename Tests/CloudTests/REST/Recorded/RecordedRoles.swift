/// Who asks, as PostgREST answered; tables and columns are ours.
enum RecordedRoles {
  static let exchanges = ##"""
    ### 1. no Authorization header: anon role, RLS hides every row
    GET /user_notes?select=id
    --
    401 Unauthorized
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=42501
    WWW-Authenticate: Bearer

    {"code":"42501","details":null,"hint":null,"message":"permission denied for table user_notes"}

    ### 2. valid authenticated JWT, no rows
    GET /user_notes?select=id
    Authorization: Bearer <A>
    --
    200 OK
    Content-Range: */*
    Content-Location: /user_notes?select=id
    Content-Type: application/json; charset=utf-8

    []

    ### 4. anon insert violates RLS
    POST /user_notes
    Prefer: return=minimal
    Content-Type: application/json

    {"id": "a0000000-0000-4000-8000-000000000001", "user_id": "11111111-1111-4111-8111-111111111111", "verse_ref": "gen.1.1", "note_text": "x"}
    --
    401 Unauthorized
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=42501
    WWW-Authenticate: Bearer

    {"code":"42501","details":null,"hint":null,"message":"permission denied for table user_notes"}

    ### 5. JWT expired
    GET /user_notes?select=id
    Authorization: Bearer {"role":"authenticated","sub":"11111111-1111-4111-8111-111111111111","exp":"now-3600"}
    --
    401 Unauthorized
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=PGRST303
    WWW-Authenticate: Bearer error="invalid_token", error_description="JWT expired"

    {"code":"PGRST303","details":null,"hint":null,"message":"JWT expired"}

    ### 6. JWT expired 10 s ago
    GET /user_notes?select=id
    Authorization: Bearer {"role":"authenticated","sub":"11111111-1111-4111-8111-111111111111","exp":"now-10"}
    --
    200 OK
    Content-Range: */*
    Content-Location: /user_notes?select=id
    Content-Type: application/json; charset=utf-8

    []

    ### 8. JWT without exp
    GET /user_notes?select=id
    Authorization: Bearer {"role":"authenticated","sub":"11111111-1111-4111-8111-111111111111"}
    --
    200 OK
    Content-Range: */*
    Content-Location: /user_notes?select=id
    Content-Type: application/json; charset=utf-8

    []

    ### 9. JWT exp as a string
    GET /user_notes?select=id
    Authorization: Bearer {"role":"authenticated","sub":"11111111-1111-4111-8111-111111111111","exp":"1796000000"}
    --
    401 Unauthorized
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=PGRST303
    WWW-Authenticate: Bearer error="invalid_token", error_description="The JWT 'exp' claim must be a number"

    {"code":"PGRST303","details":null,"hint":null,"message":"The JWT 'exp' claim must be a number"}

    ### 10. JWT exp with a fraction (reads as expired!)
    GET /user_notes?select=id
    Authorization: Bearer {"role":"authenticated","sub":"11111111-1111-4111-8111-111111111111","exp":"now+3600.5"}
    --
    401 Unauthorized
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=PGRST303
    WWW-Authenticate: Bearer error="invalid_token", error_description="JWT expired"

    {"code":"PGRST303","details":null,"hint":null,"message":"JWT expired"}

    ### 12. JWT iat in the future
    GET /user_notes?select=id
    Authorization: Bearer {"role":"authenticated","sub":"11111111-1111-4111-8111-111111111111","iat":"now+3600"}
    --
    401 Unauthorized
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=PGRST303
    WWW-Authenticate: Bearer error="invalid_token", error_description="JWT issued at future"

    {"code":"PGRST303","details":null,"hint":null,"message":"JWT issued at future"}

    ### 13. JWT wrong signature (other secret)
    GET /user_notes?select=id
    Authorization: Bearer <foreign>
    --
    401 Unauthorized
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=PGRST301
    WWW-Authenticate: Bearer error="invalid_token", error_description="No suitable key or wrong key type"

    {"code":"PGRST301","details":"None of the keys was able to decode the JWT","hint":null,"message":"No suitable key or wrong key type"}

    ### 14. JWT alg none
    GET /user_notes?select=id
    Authorization: Bearer <unsecured>
    --
    401 Unauthorized
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=PGRST301
    WWW-Authenticate: Bearer error="invalid_token", error_description="Wrong or unsupported encoding algorithm"

    {"code":"PGRST301","details":"JWT is unsecured but expected 'alg' was not 'none'","hint":null,"message":"Wrong or unsupported encoding algorithm"}

    ### 16. Bearer garbage (no dots)
    GET /user_notes?select=id
    Authorization: Bearer garbage
    --
    401 Unauthorized
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=PGRST301
    WWW-Authenticate: Bearer error="invalid_token", error_description="Expected 3 parts in JWT; got 1"

    {"code":"PGRST301","details":null,"hint":null,"message":"Expected 3 parts in JWT; got 1"}

    ### 17. Bearer a.b (two parts)
    GET /user_notes?select=id
    Authorization: Bearer a.b
    --
    401 Unauthorized
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=PGRST301
    WWW-Authenticate: Bearer error="invalid_token", error_description="Expected 3 parts in JWT; got 2"

    {"code":"PGRST301","details":null,"hint":null,"message":"Expected 3 parts in JWT; got 2"}

    ### 18. Bearer a.b.c
    GET /user_notes?select=id
    Authorization: Bearer a.b.c
    --
    401 Unauthorized
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=PGRST301
    WWW-Authenticate: Bearer error="invalid_token", error_description="JWT cryptographic operation failed"

    {"code":"PGRST301","details":null,"hint":null,"message":"JWT cryptographic operation failed"}

    ### 20. lower-case scheme "bearer"
    GET /user_notes?select=id
    Authorization: bearer <A>
    --
    200 OK
    Content-Range: */*
    Content-Location: /user_notes?select=id
    Content-Type: application/json; charset=utf-8

    []

    ### 21. Basic scheme
    GET /user_notes?select=id
    Authorization: Basic dXNlcjpwYXNz
    --
    401 Unauthorized
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=42501
    WWW-Authenticate: Bearer

    {"code":"42501","details":null,"hint":null,"message":"permission denied for table user_notes"}

    ### 22. only apikey header, no Authorization (no gateway here)
    GET /user_notes?select=id
    apikey: eyJhbGciOiJIUzI1NiIsInR…
    --
    401 Unauthorized
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=42501
    WWW-Authenticate: Bearer

    {"code":"42501","details":null,"hint":null,"message":"permission denied for table user_notes"}

    ### 24. role does not exist
    GET /user_notes?select=id
    Authorization: Bearer {"role":"nobody_here","sub":"11111111-1111-4111-8111-111111111111"}
    --
    401 Unauthorized
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=22023
    WWW-Authenticate: Bearer

    {"code":"22023","details":null,"hint":null,"message":"role \"nobody_here\" does not exist"}

    ### 25. role exists but is not granted to authenticator
    GET /user_notes?select=id
    Authorization: Bearer {"role":"postgres","sub":"11111111-1111-4111-8111-111111111111"}
    --
    403 Forbidden
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=42501

    {"code":"42501","details":null,"hint":null,"message":"permission denied to set role \"postgres\""}

    ### 26. sub is not a uuid (auth.uid() casts it)
    GET /user_notes?select=id
    Authorization: Bearer {"role":"authenticated","sub":"not-a-uuid"}
    --
    400 Bad Request
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=22P02

    {"code":"22P02","details":null,"hint":null,"message":"invalid input syntax for type uuid: \"not-a-uuid\""}

    ### 28. claims payload is a JSON array
    GET /user_notes?select=id
    Authorization: Bearer [1]
    --
    401 Unauthorized
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=PGRST303
    WWW-Authenticate: Bearer error="invalid_token", error_description="Parsing claims failed"

    {"code":"PGRST303","details":null,"hint":null,"message":"Parsing claims failed"}

    ### 29. aud other than configured (jwt-aud unset: not checked)
    GET /user_notes?select=id
    Authorization: Bearer {"role":"authenticated","sub":"11111111-1111-4111-8111-111111111111","aud":"other"}
    --
    200 OK
    Content-Range: */*
    Content-Location: /user_notes?select=id
    Content-Type: application/json; charset=utf-8

    []

    ### 222. JWT exp far ahead with a fraction
    GET /user_notes?select=id&limit=1
    Authorization: Bearer {"role":"authenticated","sub":"11111111-1111-4111-8111-111111111111","exp":"now+99999999.5"}
    --
    401 Unauthorized
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=PGRST303
    WWW-Authenticate: Bearer error="invalid_token", error_description="JWT expired"

    {"code":"PGRST303","details":null,"hint":null,"message":"JWT expired"}

    ### 224. exp as 1e3-style integer number
    GET /user_notes?select=id&limit=1
    Authorization: Bearer {"role":"authenticated","sub":"11111111-1111-4111-8111-111111111111","exp":1796000000.0}
    --
    200 OK
    Content-Range: 0-0/*
    Content-Location: /user_notes?limit=1&select=id
    Content-Type: application/json; charset=utf-8

    [{"id":"…"}]

    ### 225. unique violation seen by service_role (RLS bypassed): details are filled
    POST /user_notes
    Prefer: return=minimal
    Authorization: Bearer <service>
    Content-Type: application/json

    {"id": "a0000000-0000-4000-8000-000000000001", "user_id": "11111111-1111-4111-8111-111111111111", "verse_ref": "gen.1.1", "note_text": "dup"}
    --
    409 Conflict
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=23505

    {"code":"23505","details":"Key (user_id, id)=(11111111-1111-4111-8111-111111111111, a0000000-0000-4000-8000-000000000001) already exists.","hint":null,"message":"duplicate key value violates unique constraint \"user_notes_pkey\""}

    ### 226. FK violation seen by service_role
    POST /user_notes
    Prefer: return=minimal
    Authorization: Bearer <service>
    Content-Type: application/json

    {"user_id": "11111111-1111-4111-8111-111111111111", "verse_ref": "x", "note_text": "x", "collection_id": "deadbeef-0000-4000-8000-000000000000"}
    --
    409 Conflict
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=23503

    {"code":"23503","details":"Key (user_id, collection_id)=(11111111-1111-4111-8111-111111111111, deadbeef-0000-4000-8000-000000000000) is not present in table \"study_collections\".","hint":null,"message":"insert or update on table \"user_notes\" violates foreign key constraint \"user_notes_collection_id_fkey\""}

    ### 228. user_id of no existing user (service_role)
    POST /user_notes
    Prefer: return=minimal
    Authorization: Bearer <service>
    Content-Type: application/json

    {"user_id": "99999999-9999-4999-8999-999999999999", "verse_ref": "x", "note_text": "x"}
    --
    409 Conflict
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=23503

    {"code":"23503","details":"Key (user_id)=(99999999-9999-4999-8999-999999999999) is not present in table \"users\".","hint":null,"message":"insert or update on table \"sync_heads\" violates foreign key constraint \"sync_heads_user_id_fkey\""}

    ### 234. no table privilege, anon
    GET /user_notes
    --
    401 Unauthorized
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=42501
    WWW-Authenticate: Bearer

    {"code":"42501","details":null,"hint":null,"message":"permission denied for table user_notes"}
    """##
}
