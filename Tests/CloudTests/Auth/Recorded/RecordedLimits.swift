/// What is too soon, too often or too late, as Auth answered.
enum RecordedLimits {
  static let text = ##"""
    > wait 7200
    > set interval 60
    > set hourly 6
    > set requests 30
    > do POST /signup {"email": "ned@h.example", "password": "Correct-Horse-9"}
    > mail ND ned@h.example
    > wait 1.2
    ### 172. resend at once
    POST /resend
    {"type": "signup", "email": "ned@h.example"}
    --
    429 Too Many Requests
    X-Sb-Error-Code: over_email_send_rate_limit
    {"code":"over_email_send_rate_limit","message":"For security purposes, you can only request this after 58 seconds."}

    ### 173. the same, legacy error body
    POST /resend
    X-Supabase-Api-Version: none
    {"type": "signup", "email": "ned@h.example"}
    --
    429 Too Many Requests
    X-Sb-Error-Code: over_email_send_rate_limit
    {"code":429,"error_code":"over_email_send_rate_limit","msg":"For security purposes, you can only request this after 58 seconds."}

    ### 174. sign up again at once, same unconfirmed address
    POST /signup
    {"email": "ned@h.example", "password": "Correct-Horse-9"}
    --
    429 Too Many Requests
    X-Sb-Error-Code: over_email_send_rate_limit
    {"code":"over_email_send_rate_limit","message":"For security purposes, you can only request this after 58 seconds."}

    ### 176. the code of mail 1 still works
    POST /verify
    {"type": "signup", "email": "ned@h.example", "token": "<ND.code>"}
    --
    200 OK
    {"access_token":"…","token_type":"bearer","expires_in":3600,"expires_at":…,"refresh_token":"…","user":{"id":"…","created_at":"…","updated_at":"…","email":"ned@h.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}}
    > keep NED

    ### 177. otp right after the confirmation (mail 2; another kind, so allowed)
    POST /otp
    {"email": "ned@h.example", "create_user": false}
    --
    200 OK
    {}

    > wait 0.1
    ### 178. otp again
    POST /otp
    {"email": "ned@h.example", "create_user": false}
    --
    429 Too Many Requests
    X-Sb-Error-Code: over_email_send_rate_limit
    {"code":"over_email_send_rate_limit","message":"For security purposes, you can only request this after 59 seconds."}

    ### 180. change of address (counts as mail 3, though it sends two)
    PUT /user
    Authorization: Bearer <NED.access>
    {"email": "ned2@h.example"}
    --
    200 OK
    {"id":"…","aud":"authenticated","role":"authenticated","email":"ned@h.example","email_confirmed_at":"…","created_at":"…","updated_at":"…","email":"ned@h.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}

    > wait 0.1
    ### 181. change of address again
    PUT /user
    Authorization: Bearer <NED.access>
    {"email": "ned3@h.example"}
    --
    429 Too Many Requests
    X-Sb-Error-Code: over_email_send_rate_limit
    {"code":"over_email_send_rate_limit","message":"For security purposes, you can only request this after 59 seconds."}

    ### 182. resend email_change at once
    POST /resend
    {"type": "email_change", "email": "ned@h.example"}
    --
    429 Too Many Requests
    X-Sb-Error-Code: over_email_send_rate_limit
    {"code":"over_email_send_rate_limit","message":"For security purposes, you can only request this after 59 seconds."}

    > as NED GET /reauthenticate
    > wait 0.1
    ### 184. reauthenticate again
    GET /reauthenticate
    Authorization: Bearer <NED.access>
    --
    429 Too Many Requests
    X-Sb-Error-Code: over_email_send_rate_limit
    {"code":"over_email_send_rate_limit","message":"For security purposes, you can only request this after 59 seconds."}

    > wait 57
    ### 185. near the end of the minute (moved back 57 s in the database): whole seconds, rounded down, so it can say 0
    POST /otp
    {"email": "ned@h.example", "create_user": false}
    --
    429 Too Many Requests
    X-Sb-Error-Code: over_email_send_rate_limit
    {"code":"over_email_send_rate_limit","message":"For security purposes, you can only request this after 2 seconds."}

    > do POST /signup {"email": "oli@h.example", "password": "Correct-Horse-9"}
    > do POST /signup {"email": "pam@h.example", "password": "Correct-Horse-9"}
    ### 186. the seventh mail of the hour: sign up
    POST /signup
    {"email": "quin@h.example", "password": "Correct-Horse-9"}
    --
    429 Too Many Requests
    X-Sb-Error-Code: over_email_send_rate_limit
    {"code":"over_email_send_rate_limit","message":"email rate limit exceeded"}

    > wait 5
    ### 188. the seventh mail of the hour: otp
    POST /otp
    {"email": "ned@h.example", "create_user": false}
    --
    429 Too Many Requests
    X-Sb-Error-Code: over_email_send_rate_limit
    {"code":"over_email_send_rate_limit","message":"email rate limit exceeded"}

    ### 189. the seventh mail of the hour: recover
    POST /recover
    {"email": "ned@h.example"}
    --
    429 Too Many Requests
    X-Sb-Error-Code: over_email_send_rate_limit
    {"code":"over_email_send_rate_limit","message":"email rate limit exceeded"}

    ### 190. recover for an unknown address is not limited
    POST /recover
    {"email": "nobody@h.example"}
    --
    200 OK
    {}

    > flood 31 203.0.113.7 POST /verify {"type": "email", "email": "ned@h.example", "token": "000000"}
    ### 192. request number 32 on /verify from one address
    POST /verify
    X-Forwarded-For: 203.0.113.7
    {"type": "email", "email": "ned@h.example", "token": "000000"}
    --
    429 Too Many Requests
    X-Sb-Error-Code: over_request_rate_limit
    {"code":"over_request_rate_limit","message":"Request rate limit reached"}

    ### 193. the same, legacy error body
    POST /verify
    X-Supabase-Api-Version: none
    X-Forwarded-For: 203.0.113.7
    {"type": "email", "email": "ned@h.example", "token": "000000"}
    --
    429 Too Many Requests
    X-Sb-Error-Code: over_request_rate_limit
    {"code":429,"error_code":"over_request_rate_limit","msg":"Request rate limit reached"}

    ### 194. GET /verify (the link) shares the bucket: here an error, not a redirect
    GET /verify?token=nope&type=signup
    X-Supabase-Api-Version: none
    X-Forwarded-For: 203.0.113.7
    --
    429 Too Many Requests
    X-Sb-Error-Code: over_request_rate_limit
    {"code":429,"error_code":"over_request_rate_limit","msg":"Request rate limit reached"}

    ### 196. another route from the first address
    POST /token?grant_type=password
    X-Forwarded-For: 203.0.113.7
    {"email": "ned@h.example", "password": "Wrong-Horse-9"}
    --
    400 Bad Request
    X-Sb-Error-Code: invalid_credentials
    {"code":"invalid_credentials","message":"Invalid login credentials"}

    > flood 30 203.0.113.9 POST /token?grant_type=password {"email": "ned@h.example", "password": "Wrong-Horse-9"}
    ### 197. /token after 30 requests in a moment (all grant types share the bucket)
    POST /token?grant_type=password
    X-Forwarded-For: 203.0.113.9
    {"email": "ned@h.example", "password": "Wrong-Horse-9"}
    --
    429 Too Many Requests
    X-Sb-Error-Code: over_request_rate_limit
    {"code":"over_request_rate_limit","message":"Request rate limit reached"}

    > flood 30 203.0.113.7 POST /otp {"email": "nobody@h.example", "create_user": false}
    ### 198. /otp after 30 requests
    POST /otp
    X-Forwarded-For: 203.0.113.7
    {"email": "nobody@h.example", "create_user": false}
    --
    429 Too Many Requests
    X-Sb-Error-Code: over_request_rate_limit
    {"code":"over_request_rate_limit","message":"Request rate limit reached"}

    > flood 30 203.0.113.7 POST /recover {"email": "nobody@h.example"}
    ### 200. /recover after 30 requests
    POST /recover
    X-Forwarded-For: 203.0.113.7
    {"email": "nobody@h.example"}
    --
    429 Too Many Requests
    X-Sb-Error-Code: over_request_rate_limit
    {"code":"over_request_rate_limit","message":"Request rate limit reached"}

    > set hourly 0
    ### 201. GOTRUE_RATE_LIMIT_EMAIL_SENT=0: every mail is refused
    POST /recover
    {"email": "ned@h.example"}
    --
    429 Too Many Requests
    X-Sb-Error-Code: over_email_send_rate_limit
    {"code":"over_email_send_rate_limit","message":"email rate limit exceeded"}
    > set hourly none
    > set requests none
    > set interval 0

    > set life 1
    > do POST /signup {"email": "rex@h.example", "password": "Correct-Horse-9"}
    > mail X1 rex@h.example
    > wait 1.1
    ### 202. verify signup, expired: the same answer as for a wrong code
    POST /verify
    {"type": "signup", "email": "rex@h.example", "token": "<X1.code>"}
    --
    403 Forbidden
    X-Sb-Error-Code: otp_expired
    {"code":"otp_expired","message":"Token has expired or is invalid"}

    ### 204. follow the link, expired
    GET /verify?token=<X1.hash>&type=signup&redirect_to=org.example.app://auth/callback
    X-Supabase-Api-Version: none
    --
    303 See Other
    Content-Type: text/html; charset=utf-8
    Location: org.example.app://auth/callback#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired
    <a href="…

    > do POST /resend {"type": "signup", "email": "rex@h.example"}
    > mail X2 rex@h.example
    ### 205. resend, new code in time
    POST /verify
    {"type": "signup", "email": "rex@h.example", "token": "<X2.code>"}
    --
    200 OK
    {"access_token":"…","token_type":"bearer","expires_in":3600,"expires_at":…,"refresh_token":"…","user":{"id":"…","created_at":"…","updated_at":"…","email":"rex@h.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}}
    > keep REX

    > do POST /otp {"email": "rex@h.example", "create_user": false}
    > mail X3 rex@h.example
    > wait 1.1
    ### 206. sign-in code, expired
    POST /verify
    {"type": "email", "email": "rex@h.example", "token": "<X3.code>"}
    --
    403 Forbidden
    X-Sb-Error-Code: otp_expired
    {"code":"otp_expired","message":"Token has expired or is invalid"}

    > as REX PUT /user {"email": "rex2@h.example"}
    > mail X4 rex2@h.example
    > wait 1.1
    ### 208. email_change code, expired
    POST /verify
    {"type": "email_change", "email": "rex2@h.example", "token": "<X4.code>"}
    --
    403 Forbidden
    X-Sb-Error-Code: otp_expired
    {"code":"otp_expired","message":"Token has expired or is invalid"}

    > do POST /otp?redirect_to=org.example.app%3A%2F%2Fauth%2Fcallback {"email": "rex@h.example", "create_user": false, "code_challenge": "<K1.challenge>", "code_challenge_method": "s256"}
    > mail X5 rex@h.example
    > wait 1.1
    ### 209. PKCE link, expired
    GET /verify?token=<X5.hash>&type=magiclink&redirect_to=org.example.app://auth/callback
    X-Supabase-Api-Version: none
    --
    303 See Other
    Content-Type: text/html; charset=utf-8
    Location: org.example.app://auth/callback?error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired
    <a href="…
    > set life 3600
    """##
}
