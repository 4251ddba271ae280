/// Values and bodies of new rows, as PostgREST answered; tables and columns are ours.
enum RecordedValues {
  static let exchanges = ##"""
    ### 57. bigint out of range
    POST /reading_progress
    Prefer: return=minimal
    Authorization: Bearer <A>
    Content-Type: application/json

    {"book_id":"gen","chapter_num":2,"run":9223372036854775808}
    --
    400 Bad Request
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=22003

    {"code":"22003","details":null,"hint":null,"message":"value \"9223372036854775808\" is out of range for type bigint"}

    ### 58. fraction into an int column
    POST /reading_progress
    Prefer: return=minimal
    Authorization: Bearer <A>
    Content-Type: application/json

    {"book_id":"gen","chapter_num":2.5}
    --
    400 Bad Request
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=22P02

    {"code":"22P02","details":null,"hint":null,"message":"invalid input syntax for type bigint: \"2.5\""}

    ### 60. wrong JSON type (object into int)
    POST /reading_progress
    Prefer: return=minimal
    Authorization: Bearer <A>
    Content-Type: application/json

    {"book_id":"gen","chapter_num":{"a":1}}
    --
    400 Bad Request
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=22P02

    {"code":"22P02","details":null,"hint":null,"message":"invalid input syntax for type bigint: \"{\"a\":1}\""}

    ### 61. number into a text column (accepted as text)
    POST /reading_progress?select=book_id
    Prefer: return=representation
    Authorization: Bearer <A>
    Content-Type: application/json

    {"book_id":42,"chapter_num":4}
    --
    201 Created
    Content-Range: */*
    Preference-Applied: return=representation
    Content-Type: application/json; charset=utf-8

    [{"book_id":"42"}]

    ### 62. RLS violation (another user id)
    POST /user_notes
    Prefer: return=minimal
    Authorization: Bearer <A>
    Content-Type: application/json

    {"user_id": "22222222-2222-4222-8222-222222222222", "verse_ref": "x", "note_text": "x"}
    --
    403 Forbidden
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=42501

    {"code":"42501","details":null,"hint":null,"message":"new row violates row-level security policy for table \"user_notes\""}

    ### 64. …and nothing is there
    GET /bookmarks?select=verse_ref&verse_ref=eq.ok.1
    Authorization: Bearer <A>
    --
    200 OK
    Content-Range: */*
    Content-Location: /bookmarks?select=verse_ref&verse_ref=eq.ok.1
    Content-Type: application/json; charset=utf-8

    []

    ### 65. invalid json
    POST /user_notes
    Prefer: return=minimal
    Authorization: Bearer <A>
    Content-Type: application/json

    {"id":
    --
    400 Bad Request
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=PGRST102

    {"code":"PGRST102","details":null,"hint":null,"message":"Empty or invalid json"}

    ### 66. invalid json: trailing text
    POST /user_notes
    Prefer: return=minimal
    Authorization: Bearer <A>
    Content-Type: application/json

    {"id":1} x
    --
    400 Bad Request
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=PGRST102

    {"code":"PGRST102","details":null,"hint":null,"message":"Empty or invalid json"}

    ### 68. json scalar body (accepted, inserts nothing)
    POST /user_notes
    Prefer: return=minimal
    Authorization: Bearer <A>
    Content-Type: application/json

    5
    --
    201 Created
    Content-Range: */*
    Preference-Applied: return=minimal

    ### 69. array of scalars
    POST /user_notes
    Prefer: return=minimal
    Authorization: Bearer <A>
    Content-Type: application/json

    [1,2]
    --
    400 Bad Request
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=PGRST102

    {"code":"PGRST102","details":null,"hint":null,"message":"All object keys must match"}

    ### 70. array mixing object and null
    POST /bookmarks
    Prefer: return=minimal
    Authorization: Bearer <A>
    Content-Type: application/json

    [{"user_id":"11111111-1111-4111-8111-111111111111","verse_ref":"q"},null]
    --
    400 Bad Request
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=PGRST102

    {"code":"PGRST102","details":null,"hint":null,"message":"All object keys must match"}

    ### 72. invalid timestamp in the body
    POST /user_notes
    Prefer: return=minimal
    Authorization: Bearer <A>
    Content-Type: application/json

    {"user_id": "11111111-1111-4111-8111-111111111111", "verse_ref": "x", "note_text": "x", "updated_at": "yesterdayish"}
    --
    400 Bad Request
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=22007

    {"code":"22007","details":null,"hint":null,"message":"invalid input syntax for type timestamp with time zone: \"yesterdayish\""}

    ### 73. timestamp field out of range
    POST /user_notes
    Prefer: return=minimal
    Authorization: Bearer <A>
    Content-Type: application/json

    {"user_id": "11111111-1111-4111-8111-111111111111", "verse_ref": "x", "note_text": "x", "updated_at": "2026-13-45T00:00:00Z"}
    --
    400 Bad Request
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=22008

    {"code":"22008","details":null,"hint":"Perhaps you need a different \"datestyle\" setting.","message":"date/time field value out of range: \"2026-13-45T00:00:00Z\""}

    ### 74. NUL character in text
    POST /user_notes
    Prefer: return=minimal
    Authorization: Bearer <A>
    Content-Type: application/json

    {"user_id":"11111111-1111-4111-8111-111111111111","verse_ref":"x","note_text":"a\u0000b"}
    --
    400 Bad Request
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=22P05

    {"code":"22P05","details":"\\u0000 cannot be converted to text.","hint":null,"message":"unsupported Unicode escape sequence"}

    ### 76. invalid UTF-8 bytes
    POST /user_notes
    Prefer: return=minimal
    Authorization: Bearer <A>
    Content-Type: application/json

    {"user_id":"11111111-1111-4111-8111-111111111111","verse_ref":"x","note_text":"��"}
    --
    400 Bad Request
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=PGRST102

    {"code":"PGRST102","details":null,"hint":null,"message":"Empty or invalid json"}

    ### 77. duplicate keys in one object (last wins)
    POST /bookmarks?select=verse_ref
    Prefer: return=representation
    Authorization: Bearer <A>
    Content-Type: application/json

    {"user_id":"11111111-1111-4111-8111-111111111111","verse_ref":"one","verse_ref":"two"}
    --
    201 Created
    Content-Range: */*
    Preference-Applied: return=representation
    Content-Type: application/json; charset=utf-8

    [{"verse_ref":"two"}]

    ### 78. content type text/plain
    POST /user_notes
    Prefer: return=minimal
    Content-Type: text/plain
    Authorization: Bearer <A>

    {}
    --
    400 Bad Request
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=PGRST102

    {"code":"PGRST102","details":null,"hint":null,"message":"Content-Type not acceptable: text/plain"}

    ### 80. csv body
    POST /bookmarks?select=verse_ref,label
    Prefer: return=representation
    Content-Type: text/csv
    Authorization: Bearer <A>

    user_id,verse_ref,label
    11111111-1111-4111-8111-111111111111,csv.1,NULL
    11111111-1111-4111-8111-111111111111,csv.2,
    --
    201 Created
    Content-Range: */*
    Preference-Applied: return=representation
    Content-Type: application/json; charset=utf-8

    [{"verse_ref":"csv.1","label":null}, 
     {"verse_ref":"csv.2","label":""}]

    ### 253. uuid upper case and braces are normalised
    POST /study_collections?select=id
    Prefer: return=representation
    Authorization: Bearer <A>
    Content-Type: application/json

    {"id": "{ABCDEF00-0000-4000-8000-0000000000FF}", "user_id": "11111111-1111-4111-8111-111111111111", "name": "u"}
    --
    201 Created
    Content-Range: */*
    Preference-Applied: return=representation
    Content-Type: application/json; charset=utf-8

    [{"id":"abcdef00-0000-4000-8000-0000000000ff"}]
    """##
}
