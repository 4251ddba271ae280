/// Functions and paths, as PostgREST answered; tables and columns are ours.
enum RecordedCalls {
  static let exchanges = ##"""
    ### 197. as anon
    POST /rpc/sync_push
    Content-Type: application/json

    {"table_name": "user_notes", "items": []}
    --
    401 Unauthorized
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=42501
    WWW-Authenticate: Bearer

    {"code":"42501","details":null,"hint":null,"message":"permission denied for function sync_push"}

    ### 198. arguments missing
    POST /rpc/sync_push
    Authorization: Bearer <A>
    Content-Type: application/json

    {"device": "aaaaaaaaaaaa"}
    --
    404 Not Found
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=PGRST202

    {"code":"PGRST202","details":"Searched for the function public.sync_push with parameter device or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.","hint":"Perhaps you meant to call the function public.sync_push(changes, cursor, device, newest)","message":"Could not find the function public.sync_push(device) in the schema cache"}

    ### 200. unknown function
    POST /rpc/nope
    Authorization: Bearer <A>
    Content-Type: application/json

    {}
    --
    404 Not Found
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=PGRST202

    {"code":"PGRST202","details":"Searched for the function public.nope without parameters or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.","hint":null,"message":"Could not find the function public.nope without parameters in the schema cache"}

    ### 205. GET on a volatile function that does not write (works; one that writes: case 229)
    GET /rpc/sync_missing?cursor=&newest=&table=user_notes&ids=[]
    Authorization: Bearer <A>
    --
    200 OK
    Content-Range: 0-0/*
    Content-Type: application/json; charset=utf-8

    {…"status":"asked"…"missing":[]…}

    ### 214. OPTIONS preflight
    OPTIONS /user_notes
    Origin: http://localhost:3000
    Access-Control-Request-Method: POST
    Access-Control-Request-Headers: apikey,authorization,content-type,prefer
    --
    200 OK
    Transfer-Encoding: chunked
    Access-Control-Allow-Origin: *
    Access-Control-Allow-Methods: GET, POST, PATCH, PUT, DELETE, OPTIONS, HEAD
    Access-Control-Allow-Headers: Authorization, apikey, authorization, content-type, prefer, Accept, Accept-Language, Content-Language
    Access-Control-Max-Age: 86400

    ### 216. GET with Origin
    GET /bookmarks?select=seq&limit=1
    Authorization: Bearer <C>
    Origin: http://localhost:3000
    --
    200 OK
    Content-Range: 0-0/*
    Content-Location: /bookmarks?limit=1&select=seq
    Content-Type: application/json; charset=utf-8
    Access-Control-Allow-Origin: *
    Access-Control-Expose-Headers: Content-Encoding, Content-Location, Content-Range, Content-Type, Date, Location, Server, Transfer-Encoding, Range-Unit

    [{"seq":1}]

    ### 217. method not supported
    TRACE /user_notes
    --
    405 Method Not Allowed
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=PGRST117

    {"code":"PGRST117","details":null,"hint":null,"message":"Unsupported HTTP method: TRACE"}

    ### 218. Content-Profile not exposed
    POST /bookmarks
    Content-Profile: secret
    Authorization: Bearer <A>
    Content-Type: application/json

    {"user_id": "11111111-1111-4111-8111-111111111111", "verse_ref": "x"}
    --
    406 Not Acceptable
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=PGRST106

    {"code":"PGRST106","details":null,"hint":"Only the following schemas are exposed: public","message":"Invalid schema: secret"}

    ### 220. POST to root
    POST /
    Content-Type: application/json

    {}
    --
    405 Method Not Allowed
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=PGRST117

    {"code":"PGRST117","details":null,"hint":null,"message":"Unsupported HTTP method: POST"}

    ### 229. GET on a function that writes
    GET /rpc/sync_pull?device=aaaaaaaaaaaa&cursor=&newest=&page=1
    Authorization: Bearer <A>
    --
    405 Method Not Allowed
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=25006

    {"code":"25006","details":null,"hint":null,"message":"cannot execute INSERT in a read-only transaction"}
    """##
}
