/// Sessions and their ends, captchas and what is switched off, as Auth answered.
enum RecordedSessions {
  static let text = ##"""
    > do POST /signup {"email": "sam@h.example", "password": "Correct-Horse-9", "data": {"name": "Sam"}}
    > mail S0m sam@h.example
    > do POST /verify {"type": "signup", "email": "sam@h.example", "token": "<S0m.code>"}
    > keep S0
    > do POST /token?grant_type=password {"email": "sam@h.example", "password": "Correct-Horse-9"}
    > keep S1
    > do POST /token?grant_type=password {"email": "sam@h.example", "password": "Correct-Horse-9"}
    > keep S2
    > do POST /token?grant_type=password {"email": "sam@h.example", "password": "Correct-Horse-9"}
    > keep S3
    ### 210. unknown scope
    POST /logout?scope=zzz
    Authorization: Bearer <S1.access>
    --
    400 Bad Request
    X-Sb-Error-Code: validation_failed
    {"code":"validation_failed","message":"Unsupported logout scope \"zzz\""}

    > as S1 POST /logout?scope=local
    ### 212. session 1: GET /user
    GET /user
    Authorization: Bearer <S1.access>
    --
    403 Forbidden
    X-Sb-Error-Code: session_not_found
    {"code":"session_not_found","message":"Session from session_id claim in JWT does not exist"}

    ### 213. session 1: refresh
    POST /token?grant_type=refresh_token
    {"refresh_token": "<S1.refresh>"}
    --
    400 Bad Request
    X-Sb-Error-Code: refresh_token_not_found
    {"code":"refresh_token_not_found","message":"Invalid Refresh Token: Refresh Token Not Found"}

    ### 214. session 1: logout again
    POST /logout?scope=local
    Authorization: Bearer <S1.access>
    --
    403 Forbidden
    X-Sb-Error-Code: session_not_found
    {"code":"session_not_found","message":"Session from session_id claim in JWT does not exist"}

    ### 216. scope=others in session 2
    POST /logout?scope=others
    Authorization: Bearer <S2.access>
    --
    204 No Content

    ### 217. session 3: GET /user
    GET /user
    Authorization: Bearer <S3.access>
    --
    403 Forbidden
    X-Sb-Error-Code: session_not_found
    {"code":"session_not_found","message":"Session from session_id claim in JWT does not exist"}

    ### 218. session 3: refresh
    POST /token?grant_type=refresh_token
    {"refresh_token": "<S3.refresh>"}
    --
    400 Bad Request
    X-Sb-Error-Code: refresh_token_not_found
    {"code":"refresh_token_not_found","message":"Invalid Refresh Token: Refresh Token Not Found"}

    ### 220. scope=global in session 2
    POST /logout?scope=global
    Authorization: Bearer <S2.access>
    --
    204 No Content

    ### 221. session 2: refresh
    POST /token?grant_type=refresh_token
    {"refresh_token": "<S2.refresh>"}
    --
    400 Bad Request
    X-Sb-Error-Code: refresh_token_not_found
    {"code":"refresh_token_not_found","message":"Invalid Refresh Token: Refresh Token Not Found"}

    ### 222. logout with an expired or foreign token
    POST /logout
    Authorization: Bearer garbage
    --
    403 Forbidden
    X-Sb-Error-Code: bad_jwt
    {"code":"bad_jwt","message":"invalid JWT: unable to parse or verify signature, token is malformed: token contains an invalid number of segments"}

    > set timebox 2
    > do POST /signup {"email": "sue@h.example", "password": "Correct-Horse-9", "data": {"name": "Sue"}}
    > mail U0m sue@h.example
    > do POST /verify {"type": "signup", "email": "sue@h.example", "token": "<U0m.code>"}
    > keep U0
    > do POST /token?grant_type=password {"email": "sue@h.example", "password": "Correct-Horse-9"}
    > keep U1
    > wait 1.2
    > do POST /token?grant_type=refresh_token {"refresh_token": "<U1.refresh>"}
    > keep U2
    > wait 1.2
    ### 224. timebox over: refresh
    POST /token?grant_type=refresh_token
    {"refresh_token": "<U2.refresh>"}
    --
    400 Bad Request
    X-Sb-Error-Code: session_expired
    {"code":"session_expired","message":"Invalid Refresh Token: Session Expired"}

    ### 225. the same, legacy error body
    POST /token?grant_type=refresh_token
    X-Supabase-Api-Version: none
    {"refresh_token": "<U2.refresh>"}
    --
    400 Bad Request
    X-Sb-Error-Code: session_expired
    {"code":400,"error_code":"session_expired","msg":"Invalid Refresh Token: Session Expired"}

    ### 226. timebox over: the access token still works until its exp
    GET /user
    Authorization: Bearer <U2.access>
    --
    200 OK
    {"id":"…","aud":"authenticated","role":"authenticated","email":"s…","created_at":"…","updated_at":"…","email":"sue@h.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}
    > set timebox none

    > set single on
    > do POST /token?grant_type=password {"email": "sue@h.example", "password": "Correct-Horse-9"}
    > keep U3
    > wait 1
    > do POST /token?grant_type=password {"email": "sue@h.example", "password": "Correct-Horse-9"}
    > keep U4
    ### 228. one session per user: refresh of the older session
    POST /token?grant_type=refresh_token
    {"refresh_token": "<U3.refresh>"}
    --
    400 Bad Request
    X-Sb-Error-Code: session_expired
    {"code":"session_expired","message":"Invalid Refresh Token: Session Expired (Revoked by Newer Login)"}

    ### 229. one session per user: refresh of the newer session
    POST /token?grant_type=refresh_token
    {"refresh_token": "<U4.refresh>"}
    --
    200 OK
    {"access_token":"…","token_type":"bearer","expires_in":3600,"expires_at":…,"refresh_t…","created_at":"…","updated_at":"…","email":"sue@h.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}}
    > set single off

    > set reuse 2
    > do POST /token?grant_type=password {"email": "sue@h.example", "password": "Correct-Horse-9"}
    > keep R1
    > do POST /token?grant_type=refresh_token {"refresh_token": "<R1.refresh>"}
    > keep R2
    > do POST /token?grant_type=refresh_token {"refresh_token": "<R2.refresh>"}
    > keep R3
    > wait 1.3
    ### 230. R1 (used, not the parent of the active token) 1.3 s later: accepted, a fresh token
    POST /token?grant_type=refresh_token
    {"refresh_token": "<R1.refresh>"}
    --
    200 OK
    {"access_token":"…","token_type":"bearer","expires_in":3600,"expires_at":…,"refresh_t…","created_at":"…","updated_at":"…","email":"sue@h.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}}
    > keep R4

    > do POST /token?grant_type=refresh_token {"refresh_token": "<R4.refresh>"}
    > keep R5
    > wait 2.2
    ### 232. R4 → R5; R1 again 3.5 s after its first use: all tokens of the session revoked
    POST /token?grant_type=refresh_token
    {"refresh_token": "<R1.refresh>"}
    --
    400 Bad Request
    X-Sb-Error-Code: refresh_token_already_used
    {"code":"refresh_token_already_used","message":"Invalid Refresh Token: Already Used"}

    ### 233. R3 (never used itself) at once after that: revoked with the family, but its own interval has only just begun
    POST /token?grant_type=refresh_token
    {"refresh_token": "<R3.refresh>"}
    --
    200 OK
    {"access_token":"…","token_type":"bearer","expires_in":3600,"expires_at":…,"refresh_t…","created_at":"…","updated_at":"…","email":"sue@h.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}}

    > wait 2.3
    ### 234. R5 (never used itself) 2.3 s after the revocation
    POST /token?grant_type=refresh_token
    {"refresh_token": "<R5.refresh>"}
    --
    400 Bad Request
    X-Sb-Error-Code: refresh_token_already_used
    {"code":"refresh_token_already_used","message":"Invalid Refresh Token: Already Used"}

    > set reuse 0
    > do POST /token?grant_type=password {"email": "sue@h.example", "password": "Correct-Horse-9"}
    > keep Z1
    > do POST /token?grant_type=refresh_token {"refresh_token": "<Z1.refresh>"}
    > keep Z2
    > do POST /token?grant_type=refresh_token {"refresh_token": "<Z2.refresh>"}
    > keep Z3
    > wait 0.01
    ### 236. R2 → R3; R1 again
    POST /token?grant_type=refresh_token
    {"refresh_token": "<Z1.refresh>"}
    --
    400 Bad Request
    X-Sb-Error-Code: refresh_token_already_used
    {"code":"refresh_token_already_used","message":"Invalid Refresh Token: Already Used"}

    > wait 0.01
    ### 237. R3, the newest: revoked with the family
    POST /token?grant_type=refresh_token
    {"refresh_token": "<Z3.refresh>"}
    --
    400 Bad Request
    X-Sb-Error-Code: refresh_token_already_used
    {"code":"refresh_token_already_used","message":"Invalid Refresh Token: Already Used"}

    ### 238. its access token: the session row is still there
    GET /user
    Authorization: Bearer <Z3.access>
    --
    200 OK
    {"id":"…","aud":"authenticated","role":"authenticated","email":"s…","created_at":"…","updated_at":"…","email":"sue@h.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}

    > set rotation off
    > do POST /token?grant_type=password {"email": "sue@h.example", "password": "Correct-Horse-9"}
    > keep Y1
    > do POST /token?grant_type=refresh_token {"refresh_token": "<Y1.refresh>"}
    > keep Y2
    > do POST /token?grant_type=refresh_token {"refresh_token": "<Y2.refresh>"}
    > keep Y3
    > wait 0.01
    > try POST /token?grant_type=refresh_token {"refresh_token": "<Y1.refresh>"}
    ### 240. rotation off: R3 is not revoked by that
    POST /token?grant_type=refresh_token
    {"refresh_token": "<Y3.refresh>"}
    --
    200 OK
    {"access_token":"…","token_type":"bearer","expires_in":3600,"expires_at":…,"refresh_t…","created_at":"…","updated_at":"…","email":"sue@h.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}}
    > set rotation on
    > set reuse 10

    > do POST /signup {"email": "cap@i.example", "password": "Correct-Horse-9", "data": {"name": "Cap"}}
    > mail CAPm cap@i.example
    > do POST /verify {"type": "signup", "email": "cap@i.example", "token": "<CAPm.code>"}
    > keep CAP
    > set captcha on
    ### 241. sign-in without a captcha token
    POST /token?grant_type=password
    {"email": "cap@i.example", "password": "Correct-Horse-9"}
    --
    500 Internal Server Error
    X-Sb-Error-Code: unexpected_failure
    {"code":"unexpected_failure","message":"captcha verification process failed"}

    ### 242. the same, legacy error body
    POST /token?grant_type=password
    X-Supabase-Api-Version: none
    {"email": "cap@i.example", "password": "Correct-Horse-9"}
    --
    500 Internal Server Error
    X-Sb-Error-Code: unexpected_failure
    {"code":500,"error_code":"unexpected_failure","msg":"captcha verification process failed","error_id":"…"}

    ### 244. recover without a captcha token
    POST /recover
    {"email": "cap@i.example"}
    --
    500 Internal Server Error
    X-Sb-Error-Code: unexpected_failure
    {"code":"unexpected_failure","message":"captcha verification process failed"}

    ### 245. with a token, captcha service unreachable
    POST /token?grant_type=password
    {"email": "cap@i.example", "password": "Correct-Horse-9", "gotrue_meta_security": {"captcha_token": "abc"}}
    --
    500 Internal Server Error
    X-Sb-Error-Code: unexpected_failure
    {"code":"unexpected_failure","message":"captcha verification process failed"}

    ### 246. refresh needs no captcha
    POST /token?grant_type=refresh_token
    {"refresh_token": "<CAP.refresh>"}
    --
    200 OK
    {"access_token":"…","token_type":"bearer","expires_in":3600,"expires_at":…,"refresh_t…","created_at":"…","updated_at":"…","email":"cap@i.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}}
    > set captcha off

    > set signups off
    ### 248. GOTRUE_DISABLE_SIGNUP=true: sign up
    POST /signup
    {"email": "new@i.example", "password": "Correct-Horse-9"}
    --
    422 Unprocessable Entity
    X-Sb-Error-Code: signup_disabled
    {"code":"signup_disabled","message":"Signups not allowed for this instance"}

    ### 249. the same, legacy error body
    POST /signup
    X-Supabase-Api-Version: none
    {"email": "new@i.example", "password": "Correct-Horse-9"}
    --
    422 Unprocessable Entity
    X-Sb-Error-Code: signup_disabled
    {"code":422,"error_code":"signup_disabled","msg":"Signups not allowed for this instance"}

    ### 250. otp for an unknown address, create_user left out
    POST /otp
    {"email": "new@i.example"}
    --
    422 Unprocessable Entity
    X-Sb-Error-Code: signup_disabled
    {"code":"signup_disabled","message":"Signups not allowed for this instance"}
    > set signups on

    > set mailed only@i.example
    ### 252. GOTRUE_EXTERNAL_EMAIL_AUTHORIZED_ADDRESSES set (a hosted project without its own SMTP): sign up of another address
    POST /signup
    {"email": "new@i.example", "password": "Correct-Horse-9"}
    --
    400 Bad Request
    X-Sb-Error-Code: email_address_not_authorized
    {"code":"email_address_not_authorized","message":"Email address \"new@i.example\" cannot be used as it is not authorized"}

    ### 253. recover of another address
    POST /recover
    {"email": "cap@i.example"}
    --
    400 Bad Request
    X-Sb-Error-Code: email_address_not_authorized
    {"code":"email_address_not_authorized","message":"Email address \"cap@i.example\" cannot be used as it is not authorized"}
    > set mailed none

    > set email off
    ### 254. GOTRUE_EXTERNAL_EMAIL_ENABLED=false: sign up
    POST /signup
    {"email": "new@i.example", "password": "Correct-Horse-9"}
    --
    400 Bad Request
    X-Sb-Error-Code: email_provider_disabled
    {"code":"email_provider_disabled","message":"Email signups are disabled"}

    ### 256. otp
    POST /otp
    {"email": "cap@i.example", "create_user": false}
    --
    422 Unprocessable Entity
    X-Sb-Error-Code: email_provider_disabled
    {"code":"email_provider_disabled","message":"Email logins are disabled"}
    > set email on

    > set reserved on
    ### 257. GOTRUE_MAILER_EMAIL_VALIDATION_EXTENDED=true (hosted): sign up of a reserved domain
    POST /signup
    {"email": "new@i.example", "password": "Correct-Horse-9"}
    --
    400 Bad Request
    X-Sb-Error-Code: email_address_invalid
    {"code":"email_address_invalid","message":"Email address \"new@i.example\" is invalid"}
    > set reserved off

    > set server off
    ### 258. mail server down: sign up
    POST /signup
    {"email": "new@i.example", "password": "Correct-Horse-9"}
    --
    500 Internal Server Error
    X-Sb-Error-Code: unexpected_failure
    {"code":"unexpected_failure","message":"Error sending confirmation email"}

    ### 260. mail server down: recover
    POST /recover
    {"email": "cap@i.example"}
    --
    500 Internal Server Error
    X-Sb-Error-Code: unexpected_failure
    {"code":"unexpected_failure","message":"Error sending recovery email"}

    ### 261. mail server down: otp
    POST /otp
    {"email": "cap@i.example", "create_user": false}
    --
    500 Internal Server Error
    X-Sb-Error-Code: unexpected_failure
    {"code":"unexpected_failure","message":"Error sending magic link email"}

    ### 262. mail server down: resend
    POST /resend
    {"type": "signup", "email": "nobody@i.example"}
    --
    200 OK
    {}
    > set server on
    """##
}
