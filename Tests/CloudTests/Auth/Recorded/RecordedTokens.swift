/// Identity tokens, as Auth answered.
enum RecordedTokens {
  static let text = ##"""
    > set keycloak on
    > issuer KC RS256 http://127.0.0.1:54417/realms/app
    > issuer EC ES256 http://127.0.0.1:54417/realms/app
    > token T KC {"nonce": "sha256:raw-nonce-1"}
    ### 292. success, RS256, with a nonce: a new user
    POST /token?grant_type=id_token
    {"provider": "keycloak", "id_token": "<T>", "nonce": "raw-nonce-1"}
    --
    200 OK
    {"access_token":"…","token_type":"bearer","expires_in":3600,"expires_at":…,"refresh_token":"…","user":{"id":"…","aud":"authenticated","role":"authenticated","email":"zoe@i.example","email_confirmed_at":"…","phone":"","last_sign_in_at":"…","app_metadata":{"provider":"keycloak","providers":["keycloak"]},"user_metadata":{"aud":"app-client","email":"zoe@i.example","email_verified":true,"exp":…,"iat":…,"iss":"http://127.0.0.1:54417/realms/app","name":"Zoe Z","phone_verified":false,"preferred_username":"zoe","sub":"sub-zoe"},"identities":[{"identity_id":"…","id":"sub-zoe","user_id":"…","identity_data":{"aud":"app-client","email":"zoe@i.example","email_verified":true,"exp":…,"iat":…,"iss":"http://127.0.0.1:54417/realms/app","name":"Zoe Z","phone_verified":false,"preferred_username":"zoe","sub":"sub-zoe"},"provider":"keycloak","last_sign_in_at":"…","created_at":"…","updated_at":"…","email":"zoe@i.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}}
    > keep ZOE
    > claims ZOE "method":"oauth"

    ### 293. the same token again (replay is not refused; nothing is remembered)
    POST /token?grant_type=id_token
    {"provider": "keycloak", "id_token": "<T>", "nonce": "raw-nonce-1"}
    --
    200 OK
    {"access_token":"…","token_type":"bearer","expires_in":3600,"expires_at":…,"refresh_token":"…","user":{"id":"…","created_at":"…","updated_at":"…","email":"zoe@i.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}}

    > token T EC {}
    ### 294. ES256, no nonce on either side
    POST /token?grant_type=id_token
    {"provider": "keycloak", "id_token": "<T>"}
    --
    200 OK
    {"access_token":"…","token_type":"bearer","expires_in":3600,"expires_at":…,"refresh_token":"…","user":{"id":"…","created_at":"…","updated_at":"…","email":"zoe@i.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}}

    > token T KC {"aud": ["app-client"]}
    ### 296. aud as an array: the generic parser wants a string, so it fails although the client id is in it
    POST /token?grant_type=id_token
    {"provider": "keycloak", "id_token": "<T>"}
    --
    400 Bad Request
    {"error":"invalid request","error_description":"Bad ID token"}

    > token T KC {"aud": "someone-else"}
    ### 297. wrong audience
    POST /token?grant_type=id_token
    {"provider": "keycloak", "id_token": "<T>"}
    --
    400 Bad Request
    {"error":"invalid request","error_description":"Unacceptable audience in id_token: [someone-else]"}

    ### 298. the same, without the API version header
    POST /token?grant_type=id_token
    X-Supabase-Api-Version: none
    {"provider": "keycloak", "id_token": "<T>"}
    --
    400 Bad Request
    {"error":"invalid request","error_description":"Unacceptable audience in id_token: [someone-else]"}

    > token N KC {"nonce": "sha256:raw-nonce-1"}
    ### 300. nonce in the token only
    POST /token?grant_type=id_token
    {"provider": "keycloak", "id_token": "<N>"}
    --
    400 Bad Request
    {"error":"invalid request","error_description":"Passed nonce and nonce in id_token should either both exist or not."}

    > token T KC {}
    ### 301. nonce in the request only
    POST /token?grant_type=id_token
    {"provider": "keycloak", "id_token": "<T>", "nonce": "raw-nonce-1"}
    --
    400 Bad Request
    {"error":"invalid request","error_description":"Passed nonce and nonce in id_token should either both exist or not."}

    > token T KC {"nonce": "raw-nonce-1"}
    ### 302. token carries the raw nonce instead of its hash
    POST /token?grant_type=id_token
    {"provider": "keycloak", "id_token": "<T>", "nonce": "raw-nonce-1"}
    --
    400 Bad Request
    {"error":"invalid nonce","error_description":"Nonces mismatch"}

    > token T KC {"exp": "now-1", "aud": "someone-else"}
    ### 304. expired and wrong audience: one answer for all that concerns the token itself
    POST /token?grant_type=id_token
    {"provider": "keycloak", "id_token": "<T>"}
    --
    400 Bad Request
    {"error":"invalid request","error_description":"Bad ID token"}

    > token T KC {"nbf": "now+240"}
    ### 305. not valid before in four minutes (5 min of leeway)
    POST /token?grant_type=id_token
    {"provider": "keycloak", "id_token": "<T>"}
    --
    200 OK
    {"access_token":"…","token_type":"bearer","expires_in":3600,"expires_at":…,"refresh_token":"…","user":{"id":"…","created_at":"…","updated_at":"…","email":"zoe@i.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}}

    > token T KC {"nbf": "now+360"}
    ### 306. not valid before in six minutes
    POST /token?grant_type=id_token
    {"provider": "keycloak", "id_token": "<T>"}
    --
    400 Bad Request
    {"error":"invalid request","error_description":"Bad ID token"}

    > token T KC {} by another key
    ### 308. signed by another key under the known kid
    POST /token?grant_type=id_token
    {"provider": "keycloak", "id_token": "<T>"}
    --
    400 Bad Request
    {"error":"invalid request","error_description":"Bad ID token"}

    > token T KC {} kid unknown
    ### 309. unknown kid
    POST /token?grant_type=id_token
    {"provider": "keycloak", "id_token": "<T>"}
    --
    400 Bad Request
    {"error":"invalid request","error_description":"Bad ID token"}

    > token T KC {} alg none
    ### 310. alg none
    POST /token?grant_type=id_token
    {"provider": "keycloak", "id_token": "<T>"}
    --
    400 Bad Request
    {"error":"invalid request","error_description":"Bad ID token"}

    > token T KC {"iss": "http://127.0.0.1:54417/realms/other"}
    ### 312. another issuer in the token
    POST /token?grant_type=id_token
    {"provider": "keycloak", "id_token": "<T>"}
    --
    400 Bad Request
    {"error":"invalid request","error_description":"Bad ID token"}

    ### 313. garbage
    POST /token?grant_type=id_token
    {"provider": "keycloak", "id_token": "x.y.z"}
    --
    400 Bad Request
    {"error":"invalid request","error_description":"Bad ID token"}

    > token T KC {"sub": null}
    ### 314. no sub
    POST /token?grant_type=id_token
    {"provider": "keycloak", "id_token": "<T>"}
    --
    400 Bad Request
    {"error":"invalid request","error_description":"Missing sub claim in id_token"}

    > token T KC {"at_hash": "half:provider-token"}
    ### 316. at_hash and the right access_token
    POST /token?grant_type=id_token
    {"provider": "keycloak", "id_token": "<T>", "access_token": "provider-token"}
    --
    200 OK
    {"access_token":"…","token_type":"bearer","expires_in":3600,"expires_at":…,"refresh_token":"…","user":{"id":"…","created_at":"…","updated_at":"…","email":"zoe@i.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}}

    ### 317. at_hash and a wrong access_token
    POST /token?grant_type=id_token
    {"provider": "keycloak", "id_token": "<T>", "access_token": "another-token"}
    --
    400 Bad Request
    {"error":"invalid request","error_description":"Bad ID token"}

    ### 318. at_hash and no access_token: accepted
    POST /token?grant_type=id_token
    {"provider": "keycloak", "id_token": "<T>"}
    --
    200 OK
    {"access_token":"…","token_type":"bearer","expires_in":3600,"expires_at":…,"refresh_token":"…","user":{"id":"…","created_at":"…","updated_at":"…","email":"zoe@i.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}}

    ### 320. no provider
    POST /token?grant_type=id_token
    {"id_token": "x"}
    --
    400 Bad Request
    {"error":"invalid request","error_description":"provider or client_id and issuer required"}

    ### 321. provider that is known but off
    POST /token?grant_type=id_token
    {"provider": "google", "id_token": "<T>"}
    --
    400 Bad Request
    X-Sb-Error-Code: provider_disabled
    {"code":"provider_disabled","message":"Provider (issuer \"https://accounts.google.com\") is not enabled"}

    ### 322. the same, legacy error body
    POST /token?grant_type=id_token
    X-Supabase-Api-Version: none
    {"provider": "apple", "id_token": "<T>"}
    --
    400 Bad Request
    X-Sb-Error-Code: provider_disabled
    {"code":400,"error_code":"provider_disabled","msg":"Provider (issuer \"https://appleid.apple.com\") is not enabled"}

    > token T KC {"sub": "sub-yan", "email": "yan@i.example", "email_verified": false, "name": "Yan"}
    ### 324. email_verified false, new address: refused, but a user and a confirmation mail exist
    POST /token?grant_type=id_token
    {"provider": "keycloak", "id_token": "<T>"}
    --
    422 Unprocessable Entity
    X-Sb-Error-Code: provider_email_needs_verification
    {"code":"provider_email_needs_verification","message":"Unverified email with keycloak. A confirmation email has been sent to your keycloak email"}
    > mails 1

    ### 325. again at once (with a minimum interval this would be over_email_send_rate_limit)
    POST /token?grant_type=id_token
    {"provider": "keycloak", "id_token": "<T>"}
    --
    422 Unprocessable Entity
    X-Sb-Error-Code: provider_email_needs_verification
    {"code":"provider_email_needs_verification","message":"Unverified email with keycloak. A confirmation email has been sent to your keycloak email"}
    > mails 1
    > mail YAN yan@i.example

    ### 326. the code of that mail, type=signup
    POST /verify
    {"type": "signup", "email": "yan@i.example", "token": "<YAN.code>"}
    --
    200 OK
    {"access_token":"…","token_type":"bearer","expires_in":3600,"expires_at":…,"refresh_token":"…","user":{"id":"…","aud":"authenticated","role":"authenticated","email":"yan@i.example","email_confirmed_at":"…","phone":"","confirmation_sent_at":"…","confirmed_at":"…","last_sign_in_at":"…","app_metadata":{"provider":"keycloak","providers":["keycloak"]},"user_metadata":{"aud":"app-client","email":"yan@i.example","email_verified":true,"exp":…,"iat":…,"iss":"http://127.0.0.1:54417/realms/app","name":"Yan","phone_verified":false,"preferred_username":"zoe","sub":"sub-yan"},"identities":[{"identity_id":"…","id":"sub-yan","user_id":"…","identity_data":{"aud":"app-client","email":"yan@i.example","email_verified":true,"exp":…,"iat":…,"iss":"http://127.0.0.1:54417/realms/app","name":"Yan","phone_verified":false,"preferred_username":"zoe","sub":"sub-yan"},"provider":"keycloak","last_sign_in_at":"…","created_at":"…","updated_at":"…","email":"yan@i.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}}

    > do POST /signup {"email": "xia@i.example", "password": "Correct-Horse-9", "data": {"name": "Xia (password)"}}
    > mail XIA0m xia@i.example
    > do POST /verify {"type": "signup", "email": "xia@i.example", "token": "<XIA0m.code>"}
    > keep XIA0
    > token T KC {"sub": "sub-xia", "email": "xia@i.example", "name": "Xia Z"}
    ### 328. verified email of an existing confirmed password user: linked automatically
    POST /token?grant_type=id_token
    {"provider": "keycloak", "id_token": "<T>"}
    --
    200 OK
    {"access_token":"…","token_type":"bearer","expires_in":3600,"expires_at":…,"refresh_token":"…","user":{"id":"…","aud":"authenticated","role":"authenticated","email":"xia@i.example","email_confirmed_at":"…","phone":"","confirmation_sent_at":"…","confirmed_at":"…","last_sign_in_at":"…","app_metadata":{"provider":"email","providers":["email","keycloak"]},"user_metadata":{"aud":"app-client","email":"xia@i.example","email_verified":true,"exp":…,"iat":…,"iss":"http://127.0.0.1:54417/realms/app","name":"Xia Z","phone_verified":false,"preferred_username":"zoe","sub":"sub-xia"},"identities":[{"identity_id":"…","id":"…","user_id":"…","identity_data":{"email":"xia@i.example","email_verified":true,"name":"Xia (password)","phone_verified":false,"sub":"…"},"provider":"email","last_sign_in_at":"…","created_at":"…","updated_at":"…","email":"xia@i.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}}
    > keep XIA

    > do POST /signup {"email": "wes@i.example", "password": "Correct-Horse-9", "data": {"name": "Squatter"}}
    > token T KC {"sub": "sub-wes", "email": "wes@i.example", "name": "Wes"}
    ### 329. verified email of an existing unconfirmed password user: the unconfirmed identity and its password go
    POST /token?grant_type=id_token
    {"provider": "keycloak", "id_token": "<T>"}
    --
    200 OK
    {"access_token":"…","token_type":"bearer","expires_in":3600,"expires_at":…,"refresh_token":"…","user":{"id":"…","aud":"authenticated","role":"authenticated","email":"wes@i.example","email_confirmed_at":"…","phone":"","confirmation_sent_at":"…","last_sign_in_at":"…","app_metadata":{"provider":"keycloak","providers":["keycloak"]},"user_metadata":{"aud":"app-client","email":"wes@i.example","email_verified":true,"exp":…,"iat":…,"iss":"http://127.0.0.1:54417/realms/app","name":"Wes","phone_verified":false,"preferred_username":"zoe","sub":"sub-wes"},"identities":[{"identity_id":"…","id":"…","user_id":"…","identity_data":{"email":"wes@i.example","email_verified":false,"name":"Squatter","phone_verified":false,"sub":"…"},"provider":"email","last_sign_in_at":"…","created_at":"…","updated_at":"…","email":"wes@i.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}}
    > keep WES

    ### 330. GET /user then
    GET /user
    Authorization: Bearer <WES.access>
    --
    200 OK
    {"id":"…","aud":"authenticated","role":"authenticated","email":"wes@i.example","email_confirmed_at":"…","phone":"","confirmation_sent_at":"…","confirmed_at":"…","last_sign_in_at":"…","app_metadata":{"provider":"keycloak","providers":["keycloak"]},"user_metadata":{"aud":"app-client","email":"wes@i.example","email_verified":true,"exp":…,"iat":…,"iss":"http://127.0.0.1:54417/realms/app","name":"Wes","phone_verified":false,"preferred_username":"zoe","sub":"sub-wes"},"identities":[{"identity_id":"…","id":"sub-wes","user_id":"…","identity_data":{"aud":"app-client","email":"wes@i.example","email_verified":true,"exp":…,"iat":…,"iss":"http://127.0.0.1:54417/realms/app","name":"Wes","phone_verified":false,"preferred_username":"zoe","sub":"sub-wes"},"provider":"keycloak","last_sign_in_at":"…","created_at":"…","updated_at":"…","email":"wes@i.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}

    > do POST /signup {"email": "vic@i.example", "password": "Correct-Horse-9", "data": {"name": "Vic"}}
    > mail VICm vic@i.example
    > do POST /verify {"type": "signup", "email": "vic@i.example", "token": "<VICm.code>"}
    > keep VIC
    > token T KC {"sub": "sub-vic", "email": "vic@i.example", "email_verified": false}
    ### 332. unverified email of an existing confirmed user: a separate user without an address, refused
    POST /token?grant_type=id_token
    {"provider": "keycloak", "id_token": "<T>"}
    --
    422 Unprocessable Entity
    X-Sb-Error-Code: provider_email_needs_verification
    {"code":"provider_email_needs_verification","message":"Unverified email with keycloak. Verify the email with keycloak in order to sign in"}
    > mails 0

    > token T KC {"email": "zoe-new@i.example"}
    ### 333. the identity is known, the address at the issuer changed: the user keeps the old one
    POST /token?grant_type=id_token
    {"provider": "keycloak", "id_token": "<T>"}
    --
    200 OK
    {"access_token":"…","token_type":"bearer","expires_in":3600,"expires_at":…,"refresh_token":"…","user":{"id":"…","aud":"authenticated","role":"authenticated","email":"zoe@i.example","email_confirmed_at":"…","phone":"","confirmed_at":"…","last_sign_in_at":"…","app_metadata":{"provider":"keycloak","providers":["keycloak"]},"user_metadata":{"aud":"app-client","email":"zoe-new@i.example","email_verified":true,"exp":…,"iat":…,"iss":"http://127.0.0.1:54417/realms/app","name":"Zoe Z","phone_verified":false,"preferred_username":"zoe","sub":"sub-zoe"},"identities":[{"identity_id":"…","id":"sub-zoe","user_id":"…","identity_data":{"aud":"app-client","email":"zoe@i.example","email_verified":true,"exp":…,"iat":…,"iss":"http://127.0.0.1:54417/realms/app","name":"Zoe Z","phone_verified":false,"preferred_username":"zoe","sub":"sub-zoe"},"provider":"keycloak","last_sign_in_at":"…","created_at":"…","updated_at":"…","email":"zoe@i.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}}

    > with service PUT /admin/users/<ZOE.user> {"ban_duration": "24h"}
    ### 334. banned user
    POST /token?grant_type=id_token
    {"provider": "keycloak", "id_token": "<T>"}
    --
    403 Forbidden
    X-Sb-Error-Code: user_banned
    {"code":"user_banned","message":"User is banned"}
    > with service PUT /admin/users/<ZOE.user> {"ban_duration": "none"}

    > set issuers http://127.0.0.1:54417/other
    > issuer OT RS256 http://127.0.0.1:54417/other
    > token T OT {"iss": "http://127.0.0.1:54417/other", "sub": "sub-uma", "email": "uma@i.example"}
    ### 336. allowed issuer: the audience only has to equal the client_id of the request
    POST /token?grant_type=id_token
    {"issuer": "http://127.0.0.1:54417/other", "client_id": "app-client", "id_token": "<T>"}
    --
    200 OK
    {"access_token":"…","token_type":"bearer","expires_in":3600,"expires_at":…,"refresh_token":"…","user":{"id":"…","aud":"authenticated","role":"authenticated","email":"uma@i.example","email_confirmed_at":"…","phone":"","last_sign_in_at":"…","app_metadata":{"provider":"http://127.0.0.1:54417/other","providers":["http://127.0.0.1:54417/other"]},"user_metadata":{"aud":"app-client","email":"uma@i.example","email_verified":true,"exp":…,"iat":…,"iss":"http://127.0.0.1:54417/other","name":"Zoe Z","phone_verified":false,"preferred_username":"zoe","sub":"sub-uma"},"identities":[{"identity_id":"…","id":"sub-uma","user_id":"…","identity_data":{"aud":"app-client","email":"uma@i.example","email_verified":true,"exp":…,"iat":…,"iss":"http://127.0.0.1:54417/other","name":"Zoe Z","phone_verified":false,"preferred_username":"zoe","sub":"sub-uma"},"provider":"http://127.0.0.1:54417/other","last_sign_in_at":"…","created_at":"…","updated_at":"…","email":"uma@i.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}}

    ### 337. allowed issuer, client_id is not the audience
    POST /token?grant_type=id_token
    {"issuer": "http://127.0.0.1:54417/other", "client_id": "zzz", "id_token": "<T>"}
    --
    400 Bad Request
    {"error":"invalid request","error_description":"Unacceptable audience in id_token: [app-client]"}

    ### 338. issuer not allowed
    POST /token?grant_type=id_token
    {"issuer": "http://127.0.0.1:54417/third", "client_id": "app-client", "id_token": "<T>"}
    --
    400 Bad Request
    X-Sb-Error-Code: validation_failed
    {"code":"validation_failed","message":"Custom OIDC provider \"\" not allowed"}

    > token T KC {}
    > do POST /token?grant_type=id_token {"provider": "keycloak", "id_token": "<T>"}
    ### 340. the keycloak issuer by url: taken as provider keycloak
    POST /token?grant_type=id_token
    {"issuer": "http://127.0.0.1:54417/realms/app", "client_id": "zzz", "id_token": "<T>"}
    --
    200 OK
    {"access_token":"…","token_type":"bearer","expires_in":3600,"expires_at":…,"refresh_token":"…","user":{"id":"…","created_at":"…","updated_at":"…","email":"zoe@i.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}}

    > set nonce off
    > token T KC {"nonce": "sha256:raw-nonce-1"}
    ### 341. GOTRUE_EXTERNAL_KEYCLOAK_SKIP_NONCE_CHECK=true: nonce in the token only
    POST /token?grant_type=id_token
    {"provider": "keycloak", "id_token": "<T>"}
    --
    200 OK
    {"access_token":"…","token_type":"bearer","expires_in":3600,"expires_at":…,"refresh_token":"…","user":{"id":"…","created_at":"…","updated_at":"…","email":"zoe@i.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}}
    > set nonce on

    > set signups off
    > token T KC {"sub": "sub-new", "email": "new@i.example"}
    ### 342. sign-ups off, new user
    POST /token?grant_type=id_token
    {"provider": "keycloak", "id_token": "<T>"}
    --
    422 Unprocessable Entity
    X-Sb-Error-Code: signup_disabled
    {"code":"signup_disabled","message":"Signups not allowed for this instance"}
    > set signups on

    > set keycloak away
    ### 344. issuer unreachable
    POST /token?grant_type=id_token
    {"provider": "keycloak", "id_token": "<T>"}
    --
    500 Internal Server Error
    {"code":"unexpected_failure","message":"Unexpected failure, please check server logs for more information"}

    ### 345. the same, legacy error body
    POST /token?grant_type=id_token
    X-Supabase-Api-Version: none
    {"provider": "keycloak", "id_token": "<T>"}
    --
    500 Internal Server Error
    {"code":500,"error_code":"unexpected_failure","msg":"Unexpected failure, please check server logs for more information"}
    > set keycloak on
    """##
}
