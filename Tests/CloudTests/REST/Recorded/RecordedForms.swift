/// Filters, forms and faults, as PostgREST answered; tables and columns are ours.
enum RecordedForms {
  static let exchanges = ##"""
    ### 156. single object: no row
    GET /bookmarks?select=seq&seq=eq.0
    Authorization: Bearer <C>
    Accept: application/vnd.pgrst.object+json
    --
    406 Not Acceptable
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=PGRST116

    {"code":"PGRST116","details":"The result contains 0 rows","hint":null,"message":"Cannot coerce the result to a single JSON object"}

    ### 157. single object: many rows
    GET /bookmarks?select=seq&seq=lte.3
    Authorization: Bearer <C>
    Accept: application/vnd.pgrst.object+json
    --
    406 Not Acceptable
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=PGRST116

    {"code":"PGRST116","details":"The result contains 3 rows","hint":null,"message":"Cannot coerce the result to a single JSON object"}

    ### 158. csv
    GET /bookmarks?select=seq,label&seq=lte.2&order=seq
    Authorization: Bearer <C>
    Accept: text/csv
    --
    200 OK
    Content-Range: 0-1/*
    Content-Location: /bookmarks?order=seq&select=seq%2Clabel&seq=lte.2
    Content-Type: text/csv; charset=utf-8

    seq,label
    1,"row 1"
    2,"row 2"

    ### 160. Accept not offered
    GET /bookmarks?select=seq&seq=eq.1
    Authorization: Bearer <C>
    Accept: application/xml
    --
    406 Not Acceptable
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=PGRST107

    {"code":"PGRST107","details":null,"hint":null,"message":"None of these media types are available: application/xml"}

    ### 161. Accept */*
    GET /bookmarks?select=seq&seq=eq.1
    Authorization: Bearer <C>
    Accept: */*
    --
    200 OK
    Content-Range: 0-0/*
    Content-Location: /bookmarks?select=seq&seq=eq.1
    Content-Type: application/json; charset=utf-8

    [{"seq":1}]

    ### 162. is.null / not.is.null
    GET /bookmarks?select=verse_ref&label=is.null&deleted_at=is.null&verse_ref=like.gen.3.*&order=verse_ref
    Authorization: Bearer <A>
    --
    200 OK
    Content-Range: 0-2/*
    Content-Location: /bookmarks?deleted_at=is.null&label=is.null&order=verse_ref&select=verse_ref&verse_ref=like.gen.3.%2A
    Content-Type: application/json; charset=utf-8

    [{"verse_ref":"gen.3.3"}, 
     {"verse_ref":"gen.3.4"}, 
     {"verse_ref":"gen.3.5"}]

    ### 164. in.() with quotes
    GET /bookmarks?select=seq&label=in.(%22row%201%22,%22row%202%22)&order=seq
    Authorization: Bearer <C>
    --
    200 OK
    Content-Range: 0-1/*
    Content-Location: /bookmarks?label=in.%28%22row%201%22%2C%22row%202%22%29&order=seq&select=seq
    Content-Type: application/json; charset=utf-8

    [{"seq":1}, 
     {"seq":2}]

    ### 165. in.() empty
    GET /bookmarks?select=seq&seq=in.()
    Authorization: Bearer <C>
    --
    200 OK
    Content-Range: */*
    Content-Location: /bookmarks?select=seq&seq=in.%28%29
    Content-Type: application/json; charset=utf-8

    []

    ### 166. not.in
    GET /bookmarks?select=seq&seq=not.in.(1,2)&seq=lte.4&order=seq
    Authorization: Bearer <C>
    --
    200 OK
    Content-Range: 0-1/*
    Content-Location: /bookmarks?order=seq&select=seq&seq=not.in.%281%2C2%29,lte.4
    Content-Type: application/json; charset=utf-8

    [{"seq":3}, 
     {"seq":4}]

    ### 168. eq with characters , ( ) " in the value
    GET /bookmarks?select=seq&label=eq.a,(b)%22c
    Authorization: Bearer <C>
    --
    200 OK
    Content-Range: */*
    Content-Location: /bookmarks?label=eq.a%2C%28b%29%22c&select=seq
    Content-Type: application/json; charset=utf-8

    []

    ### 169. nullsfirst / nullslast
    GET /bookmarks?select=label&order=label.desc.nullslast,id.asc&limit=2&deleted_at=is.null
    Authorization: Bearer <A>
    --
    200 OK
    Content-Range: 0-1/*
    Content-Location: /bookmarks?deleted_at=is.null&limit=2&order=label.desc.nullslast%2Cid.asc&select=label
    Content-Type: application/json; charset=utf-8

    [{"label":"x"}, 
     {"label":""}]

    ### 170. unknown column in select
    GET /user_notes?select=id,nope
    Authorization: Bearer <A>
    --
    400 Bad Request
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=42703

    {"code":"42703","details":null,"hint":null,"message":"column user_notes.nope does not exist"}

    ### 172. unknown column in order
    GET /user_notes?select=id&order=nope
    Authorization: Bearer <A>
    --
    400 Bad Request
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=42703

    {"code":"42703","details":null,"hint":null,"message":"column user_notes.nope does not exist"}

    ### 174. unknown table
    GET /nope?select=id
    Authorization: Bearer <A>
    --
    404 Not Found
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=PGRST205

    {"code":"PGRST205","details":null,"hint":null,"message":"Could not find the table 'public.nope' in the schema cache"}

    ### 176. nested path
    GET /user_notes/1
    Authorization: Bearer <A>
    --
    404 Not Found
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=PGRST125

    {"code":"PGRST125","details":null,"hint":null,"message":"Invalid path specified in request URL"}

    ### 177. unknown operator
    GET /user_notes?select=id&id=equals.1
    Authorization: Bearer <A>
    --
    400 Bad Request
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=PGRST100

    {"code":"PGRST100","details":"unexpected \"u\" expecting operator (eq, gt, ...)","hint":null,"message":"\"failed to parse filter (equals.1)\" (line 1, column 3)"}

    ### 178. filter without operator
    GET /user_notes?select=id&id=1
    Authorization: Bearer <A>
    --
    400 Bad Request
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=PGRST100

    {"code":"PGRST100","details":"unexpected \"1\" expecting \"not\" or operator (eq, gt, ...)","hint":null,"message":"\"failed to parse filter (1)\" (line 1, column 1)"}

    ### 180. invalid uuid in a filter
    GET /user_notes?select=id&id=eq.nope
    Authorization: Bearer <A>
    --
    400 Bad Request
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=22P02

    {"code":"22P02","details":null,"hint":null,"message":"invalid input syntax for type uuid: \"nope\""}

    ### 181. invalid timestamp in a filter
    GET /user_notes?select=id&updated_at=gte.garbage
    Authorization: Bearer <A>
    --
    400 Bad Request
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=22007

    {"code":"22007","details":null,"hint":null,"message":"invalid input syntax for type timestamp with time zone: \"garbage\""}

    ### 182. int filter with text
    GET /bookmarks?select=seq&seq=eq.abc
    Authorization: Bearer <C>
    --
    400 Bad Request
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=22P02

    {"code":"22P02","details":null,"hint":null,"message":"invalid input syntax for type bigint: \"abc\""}

    ### 184. embedding a related table
    GET /user_notes?select=id,study_collections(name)&limit=1&order=id
    Authorization: Bearer <A>
    --
    200 OK
    Content-Range: 0-0/*
    Content-Location: /user_notes?limit=1&order=id&select=id%2Cstudy_collections%28name%29
    Content-Type: application/json; charset=utf-8

    [{"id":"…","study_collections":null}]

    ### 185. embedding with no relation
    GET /user_notes?select=id,big(id)
    Authorization: Bearer <A>
    --
    400 Bad Request
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=PGRST200

    {"code":"PGRST200","details":"Searched for a foreign key relationship between 'user_notes' and 'big' in the schema 'public', but no matches were found.","hint":null,"message":"Could not find a relationship between 'user_notes' and 'big' in the schema cache"}

    ### 186. ambiguous embedding
    GET /user_notes?select=id,note_links(id)
    Authorization: Bearer <A>
    --
    300 Multiple Choices
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=PGRST201

    {"code":"PGRST201","details":[{"cardinality":"one-to-many","embedding":"user_notes with note_links","relationship":"note_links_from_note_id_fkey using user_notes(user_id, id) and note_links(user_id, from_note_id)"},{"cardinality":"one-to-many","embedding":"user_notes with note_links","relationship":"note_links_to_note_id_fkey using user_notes(user_id, id) and note_links(user_id, to_note_id)"}],"hint":"Try changing 'note_links' to one of the following: 'note_links!note_links_from_note_id_fkey', 'note_links!note_links_to_note_id_fkey'. Find the desired relationship in the 'details' key.","message":"Could not embed because more than one relationship was found for 'user_notes' and 'note_links'"}

    ### 188. alias and cast
    GET /bookmarks?select=k:seq::text&seq=eq.1
    Authorization: Bearer <C>
    --
    200 OK
    Content-Range: 0-0/*
    Content-Location: /bookmarks?select=k%3Aseq%3A%3Atext&seq=eq.1
    Content-Type: application/json; charset=utf-8

    [{"k":"1"}]

    ### 189. json arrow
    GET /user_notes?select=tags_json->0,b:tags_json->>0&id=eq.a0000000-0000-4000-8000-000000000001
    Authorization: Bearer <A>
    --
    200 OK
    Content-Range: 0-0/*
    Content-Location: /user_notes?id=eq.a0000000-0000-4000-8000-000000000001&select=tags_json-%3E0%2Cb%3Atags_json-%3E%3E0
    Content-Type: application/json; charset=utf-8

    [{"tags_json":"rb","b":"rb"}]

    ### 192. Accept-Profile not exposed
    GET /bookmarks?select=seq
    Authorization: Bearer <C>
    Accept-Profile: secret
    --
    406 Not Acceptable
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=PGRST106

    {"code":"PGRST106","details":null,"hint":"Only the following schemas are exposed: public","message":"Invalid schema: secret"}

    ### 194. service_role bypasses RLS
    GET /user_notes?select=id&limit=1&order=id
    Prefer: count=exact
    Authorization: Bearer <service>
    --
    206 Partial Content
    Content-Range: 0-0/5
    Content-Location: /user_notes?limit=1&order=id&select=id
    Content-Type: application/json; charset=utf-8
    Preference-Applied: count=exact

    [{"id":"…"}]

    ### 221. very long filter value (8 KiB)
    GET /bookmarks?select=seq&label=eq.<8192x>
    Authorization: Bearer <C>
    --
    200 OK
    Content-Range: */*
    Content-Location: /bookmarks?label=eq.<8192x>&select=seq
    Content-Type: application/json; charset=utf-8

    []

    ### 240. HEAD with an error
    HEAD /nope
    Authorization: Bearer <A>
    --
    404 Not Found
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=PGRST205

    ### 244. order direction invalid
    GET /bookmarks?select=seq&order=seq.up
    Authorization: Bearer <C>
    --
    400 Bad Request
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=PGRST100

    {"code":"PGRST100","details":"unexpected \"u\" expecting \"asc\", \"desc\", \"nullsfirst\" or \"nullslast\"","hint":null,"message":"\"failed to parse order (seq.up)\" (line 1, column 5)"}

    ### 245. path with trailing slash
    GET /bookmarks/?select=seq&limit=1
    Authorization: Bearer <C>
    --
    404 Not Found
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=PGRST125

    {"code":"PGRST125","details":null,"hint":null,"message":"Invalid path specified in request URL"}

    ### 246. unknown query parameter without operator
    GET /bookmarks?select=seq&foo=bar
    Authorization: Bearer <C>
    --
    400 Bad Request
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=PGRST100

    {"code":"PGRST100","details":"unexpected \"b\" expecting \"not\" or operator (eq, gt, ...)","hint":null,"message":"\"failed to parse filter (bar)\" (line 1, column 1)"}

    ### 254. quote and backslash in an in() list
    GET /bookmarks?select=seq&label=in.(%22a%5C%22b%22,%22row%201%22)
    Authorization: Bearer <C>
    --
    200 OK
    Content-Range: 0-0/*
    Content-Location: /bookmarks?label=in.%28%22a%5C%22b%22%2C%22row%201%22%29&select=seq
    Content-Type: application/json; charset=utf-8

    [{"seq":1}]
    """##
}
