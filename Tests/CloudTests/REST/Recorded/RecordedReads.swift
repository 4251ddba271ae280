/// Pages and counts, as PostgREST answered; tables and columns are ours.
enum RecordedReads {
  static let exchanges = ##"""
    ### 128. select=* with gte, order, limit
    GET /bookmarks?select=seq,created_at,label&created_at=gte.2026-01-01T00:00:10Z&order=created_at.asc&limit=3
    Authorization: Bearer <C>
    Accept: application/json
    --
    200 OK
    Content-Range: 0-2/*
    Content-Location: /bookmarks?created_at=gte.2026-01-01T00%3A00%3A10Z&limit=3&order=created_at.asc&select=seq%2Ccreated_at%2Clabel
    Content-Type: application/json; charset=utf-8

    [{"seq":30,"created_at":"2026-01-01T00:00:10.246+00:00","label":"row 30"}, 
     {"seq":31,"created_at":"2026-01-01T00:00:10.369+00:00","label":"row 31"}, 
     {"seq":32,"created_at":"2026-01-01T00:00:10.492+00:00","label":"row 32"}]

    ### 129. keyset page: or=(and())
    GET /bookmarks?select=seq,created_at&or=(created_at.gt.2026-01-01T00:00:10.369Z,and(created_at.eq.2026-01-01T00:00:10.369Z,seq.gt.31))&order=created_at.asc,seq.asc&limit=4
    Authorization: Bearer <C>
    --
    200 OK
    Content-Range: 0-3/*
    Content-Location: /bookmarks?limit=4&or=%28created_at.gt.2026-01-01T00%3A00%3A10.369Z%2Cand%28created_at.eq.2026-01-01T00%3A00%3A10.369Z%2Cseq.gt.31%29%29&order=created_at.asc%2Cseq.asc&select=seq%2Ccreated_at
    Content-Type: application/json; charset=utf-8

    [{"seq":32,"created_at":"2026-01-01T00:00:10.492+00:00"}, 
     {"seq":35,"created_at":"2026-01-01T00:00:11+00:00"}, 
     {"seq":33,"created_at":"2026-01-01T00:00:11.615+00:00"}, 
     {"seq":34,"created_at":"2026-01-01T00:00:11.738+00:00"}]

    ### 130. keyset with quoted values (percent-encoded, +00:00)
    GET /bookmarks?select=seq,created_at&or=%28created_at.gt.%222026-01-01T00%3A00%3A10.369%2B00%3A00%22%2Cand%28created_at.eq.%222026-01-01T00%3A00%3A10.369%2B00%3A00%22%2Cseq.gt.31%29%29&order=created_at.asc,seq.asc&limit=4
    Authorization: Bearer <C>
    --
    200 OK
    Content-Range: 0-3/*
    Content-Location: /bookmarks?limit=4&or=%28created_at.gt.%222026-01-01T00%3A00%3A10.369%2B00%3A00%22%2Cand%28created_at.eq.%222026-01-01T00%3A00%3A10.369%2B00%3A00%22%2Cseq.gt.31%29%29&order=created_at.asc%2Cseq.asc&select=seq%2Ccreated_at
    Content-Type: application/json; charset=utf-8

    [{"seq":32,"created_at":"2026-01-01T00:00:10.492+00:00"}, 
     {"seq":35,"created_at":"2026-01-01T00:00:11+00:00"}, 
     {"seq":33,"created_at":"2026-01-01T00:00:11.615+00:00"}, 
     {"seq":34,"created_at":"2026-01-01T00:00:11.738+00:00"}]

    ### 132. %2B is a plus
    GET /bookmarks?select=seq&created_at=eq.2026-01-01T00:00:00.123%2B00:00
    Authorization: Bearer <C>
    --
    200 OK
    Content-Range: 0-0/*
    Content-Location: /bookmarks?created_at=eq.2026-01-01T00%3A00%3A00.123%2B00%3A00&select=seq
    Content-Type: application/json; charset=utf-8

    [{"seq":1}]

    ### 133. a cursor cut to milliseconds (JavaScript Date) is before the rows it came from, so they are returned again
    GET /bookmarks?select=seq,created_at&created_at=gt.2026-01-01T00:00:00.000Z&order=created_at.asc&limit=2
    Authorization: Bearer <C>
    --
    200 OK
    Content-Range: 0-1/*
    Content-Location: /bookmarks?created_at=gt.2026-01-01T00%3A00%3A00.000Z&limit=2&order=created_at.asc&select=seq%2Ccreated_at
    Content-Type: application/json; charset=utf-8

    [{"seq":1,"created_at":"2026-01-01T00:00:00.123+00:00"}, 
     {"seq":2,"created_at":"2026-01-01T00:00:00.246+00:00"}]

    ### 134. max-rows truncation (db-max-rows=1000), no limit
    HEAD /bookmarks?select=seq
    Authorization: Bearer <C>
    --
    200 OK
    Content-Range: 0-999/*
    Content-Location: /bookmarks?select=seq
    Content-Type: application/json; charset=utf-8

    ### 136. count=exact with truncation
    HEAD /bookmarks?select=seq
    Authorization: Bearer <C>
    Prefer: count=exact
    --
    206 Partial Content
    Content-Range: 0-999/2500
    Content-Location: /bookmarks?select=seq
    Content-Type: application/json; charset=utf-8
    Preference-Applied: count=exact

    ### 137. count=exact, all rows in range
    HEAD /bookmarks?select=seq&seq=lte.10
    Authorization: Bearer <C>
    Prefer: count=exact
    --
    200 OK
    Content-Range: 0-9/10
    Content-Location: /bookmarks?select=seq&seq=lte.10
    Content-Type: application/json; charset=utf-8
    Preference-Applied: count=exact

    ### 140. Range: 0-1
    GET /bookmarks?select=seq&order=seq
    Authorization: Bearer <C>
    Range-Unit: items
    Range: 0-1
    --
    200 OK
    Content-Range: 0-1/*
    Content-Location: /bookmarks?order=seq&select=seq
    Content-Type: application/json; charset=utf-8

    [{"seq":1}, 
     {"seq":2}]

    ### 141. Range: 0-1 with count=exact
    GET /bookmarks?select=seq&order=seq
    Authorization: Bearer <C>
    Range-Unit: items
    Range: 0-1
    Prefer: count=exact
    --
    206 Partial Content
    Content-Range: 0-1/2500
    Content-Location: /bookmarks?order=seq&select=seq
    Content-Type: application/json; charset=utf-8
    Preference-Applied: count=exact

    [{"seq":1}, 
     {"seq":2}]

    ### 142. Range: 5- (open)
    GET /bookmarks?select=seq&order=seq&seq=lte.8
    Authorization: Bearer <C>
    Range: 5-
    --
    200 OK
    Content-Range: 5-7/*
    Content-Location: /bookmarks?order=seq&select=seq&seq=lte.8
    Content-Type: application/json; charset=utf-8

    [{"seq":6}, 
     {"seq":7}, 
     {"seq":8}]

    ### 144. Range past the end, count=exact
    GET /bookmarks?select=seq&order=seq
    Authorization: Bearer <C>
    Range: 9000-9001
    Prefer: count=exact
    --
    416 Requested Range Not Satisfiable
    Content-Range: */2500
    Content-Location: /bookmarks?order=seq&select=seq
    Content-Type: application/json; charset=utf-8
    Preference-Applied: count=exact

    {"code":"PGRST103","details":"An offset of 9000 was requested, but there are only 2500 rows.","hint":null,"message":"Requested range not satisfiable"}

    ### 145. Range upside down
    GET /bookmarks?select=seq&order=seq
    Authorization: Bearer <C>
    Range: 5-2
    --
    416 Requested Range Not Satisfiable
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=PGRST103

    {"code":"PGRST103","details":"The lower boundary must be lower than or equal to the upper boundary in the Range header.","hint":null,"message":"Requested range not satisfiable"}

    ### 146. offset and limit parameters
    GET /bookmarks?select=seq&order=seq&offset=2&limit=2
    Authorization: Bearer <C>
    --
    200 OK
    Content-Range: 2-3/*
    Content-Location: /bookmarks?limit=2&offset=2&order=seq&select=seq
    Content-Type: application/json; charset=utf-8

    [{"seq":3}, 
     {"seq":4}]

    ### 148. offset past the end, count=exact
    GET /bookmarks?select=seq&order=seq&offset=9000&limit=2
    Authorization: Bearer <C>
    Prefer: count=exact
    --
    416 Requested Range Not Satisfiable
    Content-Range: */2500
    Content-Location: /bookmarks?limit=2&offset=9000&order=seq&select=seq
    Content-Type: application/json; charset=utf-8
    Preference-Applied: count=exact

    {"code":"PGRST103","details":"An offset of 9000 was requested, but there are only 2500 rows.","hint":null,"message":"Requested range not satisfiable"}

    ### 149. limit and Range together
    GET /bookmarks?select=seq&order=seq&limit=3
    Authorization: Bearer <C>
    Range: 0-1
    --
    200 OK
    Content-Range: 0-1/*
    Content-Location: /bookmarks?limit=3&order=seq&select=seq
    Content-Type: application/json; charset=utf-8

    [{"seq":1}, 
     {"seq":2}]

    ### 150. limit=0
    GET /bookmarks?select=seq&limit=0
    Authorization: Bearer <C>
    --
    200 OK
    Content-Range: */*
    Content-Location: /bookmarks?limit=0&select=seq
    Content-Type: application/json; charset=utf-8

    []

    ### 153. empty result
    GET /bookmarks?select=seq&seq=eq.0
    Authorization: Bearer <C>
    --
    200 OK
    Content-Range: */*
    Content-Location: /bookmarks?select=seq&seq=eq.0
    Content-Type: application/json; charset=utf-8

    []

    ### 154. empty result, count=exact
    GET /bookmarks?select=seq&seq=eq.0
    Authorization: Bearer <C>
    Prefer: count=exact
    --
    200 OK
    Content-Range: */0
    Content-Location: /bookmarks?select=seq&seq=eq.0
    Content-Type: application/json; charset=utf-8
    Preference-Applied: count=exact

    []

    ### 237. and=()
    GET /bookmarks?select=seq&and=(created_at.gte.2026-01-01T00:00:10Z,created_at.lt.2026-01-01T00:00:11Z)&order=created_at,seq
    Authorization: Bearer <C>
    --
    200 OK
    Content-Range: 0-2/*
    Content-Location: /bookmarks?and=%28created_at.gte.2026-01-01T00%3A00%3A10Z%2Ccreated_at.lt.2026-01-01T00%3A00%3A11Z%29&order=created_at%2Cseq&select=seq
    Content-Type: application/json; charset=utf-8

    [{"seq":30}, 
     {"seq":31}, 
     {"seq":32}]

    ### 238. or=() nested with not
    GET /bookmarks?select=seq&or=(seq.eq.1,not.and(seq.gt.3,seq.lt.2500))&order=seq&limit=5
    Authorization: Bearer <C>
    --
    200 OK
    Content-Range: 0-3/*
    Content-Location: /bookmarks?limit=5&or=%28seq.eq.1%2Cnot.and%28seq.gt.3%2Cseq.lt.2500%29%29&order=seq&select=seq
    Content-Type: application/json; charset=utf-8

    [{"seq":1}, 
     {"seq":2}, 
     {"seq":3}, 
     {"seq":2500}]

    ### 241. gzip asked: not compressed
    GET /bookmarks?select=seq&limit=1
    Authorization: Bearer <C>
    Accept-Encoding: gzip
    --
    200 OK
    Content-Range: 0-0/*
    Content-Location: /bookmarks?limit=1&select=seq
    Content-Type: application/json; charset=utf-8

    [{"seq":1}]

    ### 242. duplicate query parameter select
    GET /bookmarks?select=seq&select=label&limit=1
    Authorization: Bearer <C>
    --
    200 OK
    Content-Range: 0-0/*
    Content-Location: /bookmarks?limit=1&select=seq,label
    Content-Type: application/json; charset=utf-8

    [{"seq":1}]
    """##
}
