/// Identities, redirects and the edges of the other parts, as Auth answered.
enum RecordedEdges {
  static let text = ##"""
    > set linking on
    ### 346. GET /user of the linked user: two identities
    GET /user
    Authorization: Bearer <XIA.access>
    --
    200 OK
    {"id":"…","aud":"authenticated","role":"authenticated","email":"xia@i.example","email_confirmed_at":"…","phone":"","confirmation_sent_at":"…","confirmed_at":"…","last_sign_in_at":"…","app_metadata":{"provider":"email","providers":["email","keycloak"]},"user_metadata":{"aud":"app-client","email":"xia@i.example","email_verified":true,"exp":…,"iat":…,"iss":"http://127.0.0.1:54417/realms/app","name":"Xia Z","phone_verified":false,"preferred_username":"zoe","sub":"sub-xia"},"identities":[{"identity_id":"…","id":"…","user_id":"…","identity_data":{"email":"xia@i.example","email_verified":true,"name":"Xia (password)","phone_verified":false,"sub":"…"},"provider":"email","last_sign_in_at":"…","created_at":"…","updated_at":"…","email":"xia@i.example"},{"identity_id":"…","id":"sub-xia","user_id":"…","identity_data":{"aud":"app-client","email":"xia@i.example","email_verified":true,"exp":…,"iat":…,"iss":"http://127.0.0.1:54417/realms/app","name":"Xia Z","phone_verified":false,"preferred_username":"zoe","sub":"sub-xia"},"provider":"keycloak","last_sign_in_at":"…","created_at":"…","updated_at":"…","email":"xia@i.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}
    > identity XIAID keycloak

    ### 348. unlink: not a uuid
    DELETE /user/identities/nope
    Authorization: Bearer <XIA.access>
    --
    404 Not Found
    X-Sb-Error-Code: validation_failed
    {"code":"validation_failed","message":"identity_id must be an UUID"}

    ### 349. unlink: unknown id
    DELETE /user/identities/08c7788c-1185-4894-9b52-1a5cfcc093db
    Authorization: Bearer <XIA.access>
    --
    422 Unprocessable Entity
    X-Sb-Error-Code: identity_not_found
    {"code":"identity_not_found","message":"Identity doesn't exist"}

    ### 350. unlink the keycloak identity
    DELETE /user/identities/<XIAID>
    Authorization: Bearer <XIA.access>
    --
    200 OK
    {}

    ### 352. GET /user then
    GET /user
    Authorization: Bearer <XIA.access>
    --
    200 OK
    {"id":"…","aud":"authenticated","role":"authenticated","email":"xia@i.example","email_confirmed_at":"…","phone":"","confirmation_sent_at":"…","confirmed_at":"…","last_sign_in_at":"…","app_metadata":{"provider":"email","providers":["email"]},"user_metadata":{"aud":"app-client","email":"xia@i.example","email_verified":true,"exp":…,"iat":…,"iss":"http://127.0.0.1:54417/realms/app","name":"Xia Z","phone_verified":false,"preferred_username":"zoe","sub":"sub-xia"},"identities":[{"identity_id":"…","id":"…","user_id":"…","identity_data":{"email":"xia@i.example","email_verified":true,"name":"Xia (password)","phone_verified":false,"sub":"…"},"provider":"email","last_sign_in_at":"…","created_at":"…","updated_at":"…","email":"xia@i.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}
    > set linking off

    ### 353. authorize
    GET /authorize?provider=keycloak&redirect_to=org.example.app%3A%2F%2Fauth%2Fcallback&code_challenge=<K1.challenge>&code_challenge_method=s256&scopes=openid
    X-Supabase-Api-Version: none
    --
    302 Found
    Content-Type: text/html; charset=utf-8
    Location: http://127.0.0.1:54321/provider/v1/keycloak?client_id=app-client&redirect_to=org.example.app%3A%2F%2Fauth%2Fcallback&redirect_uri=http%3A%2F%2F127.0.0.1%3A54321%2Fauth%2Fv1%2Fcallback&response_type=code&scope=profile+email+openid&state=…
    <a href="…
    > choose CH una@i.example

    ### 354. callback
    GET /callback?code=<CH.code>&state=<CH.state>
    X-Supabase-Api-Version: none
    --
    302 Found
    Content-Type: text/html; charset=utf-8
    Location: org.example.app://auth/callback?code=…
    <a href="…

    ### 356. callback: the person refused
    GET /callback?error=access_denied&error_description=The+user+denied&state=<CH.state>
    X-Supabase-Api-Version: none
    --
    302 Found
    Content-Type: text/html; charset=utf-8
    Location: org.example.app://auth/callback?error=access_denied&error_description=The+user+denied#error=access_denied&error_description=The+user+denied
    <a href="…

    ### 357. callback: the provider rejects the code
    GET /callback?code=unknown&state=<CH.state>
    X-Supabase-Api-Version: none
    --
    302 Found
    Content-Type: text/html; charset=utf-8
    Location: org.example.app://auth/callback?error=server_error&error_code=unexpected_failure&error_description=Unable+to+exchange+external+code%3A+unknown#error=server_error&error_code=unexpected_failure&error_description=Unable+to+exchange+external+code%253A+unknown
    <a href="…

    ### 358. callback: foreign state
    GET /callback?code=kc-code-1&state=not-a-token
    X-Supabase-Api-Version: none
    --
    303 See Other
    Content-Type: text/html; charset=utf-8
    Location: http://127.0.0.1:3000?error=invalid_request&error_code=bad_oauth_state&error_description=OAuth+callback+with+invalid+state
    <a href="…

    > do GET /authorize?provider=keycloak&redirect_to=org.example.app%3A%2F%2Fauth%2Fcallback
    > choose CI una@i.example
    ### 360. callback: tokens in the fragment
    GET /callback?code=<CI.code>&state=<CI.state>
    X-Supabase-Api-Version: none
    --
    302 Found
    Content-Type: text/html; charset=utf-8
    Location: org.example.app://auth/callback#access_token=…&expires_at=…&expires_in=3600&provider_token=…&refresh_token=…&token_type=bearer
    <a href="…

    ### 361. GET /settings
    GET /settings
    X-Supabase-Api-Version: none
    --
    200 OK
    {"external":{"anonymous_users":false,"apple":false,"azure":false,"bitbucket":false,"discord":false,"facebook":false,"figma":false,"fly":false,"github":false,"gitlab":false,"google":false,"keycloak":true,"kakao":false,"linkedin":false,"linkedin_oidc":false,"notion":false,"spotify":false,"slack":false,"slack_oidc":false,"workos":false,"twitch":false,"twitter":false,"email":true,"phone":false,"zoom":false},"disable_signup":false,"mailer_autoconfirm":false,"phone_autoconfirm":false,"sms_provider":"","saml_enabled":false}

    > do POST /signup {"email": "ava@j.example", "password": "Correct-Horse-9", "data": {"name": "Ava"}}
    > mail AVAm ava@j.example
    > do POST /verify {"type": "signup", "email": "ava@j.example", "token": "<AVAm.code>"}
    > keep AVA
    > do POST /otp {"email": "ava@j.example", "create_user": false}
    > mail V1 ava@j.example
    > do POST /recover {"email": "ava@j.example"}
    ### 362. a sign-in code after a recovery was asked: void
    POST /verify
    {"type": "email", "email": "ava@j.example", "token": "<V1.code>"}
    --
    403 Forbidden
    X-Sb-Error-Code: otp_expired
    {"code":"otp_expired","message":"Token has expired or is invalid"}

    > do POST /signup?redirect_to=org.example.app%3A%2F%2Fauth%2Fcallback {"email": "ben@j.example", "password": "Correct-Horse-9", "code_challenge": "<K1.challenge>", "code_challenge_method": "s256"}
    > mail V2 ben@j.example
    > wait 600
    ### 364. sign-up link after ten minutes: still a code
    GET /verify?token=<V2.hash>&type=signup&redirect_to=org.example.app://auth/callback
    X-Supabase-Api-Version: none
    --
    303 See Other
    Content-Type: text/html; charset=utf-8
    Location: org.example.app://auth/callback?code=…
    <a href="…
    > location V3

    ### 365. its exchange
    POST /token?grant_type=pkce
    {"auth_code": "<V3.code>", "code_verifier": "<K1.verifier>"}
    --
    422 Unprocessable Entity
    X-Sb-Error-Code: flow_state_expired
    {"code":"flow_state_expired","message":"invalid flow state, flow state has expired"}

    ### 366. the address is confirmed all the same
    POST /token?grant_type=password
    {"email": "ben@j.example", "password": "Correct-Horse-9"}
    --
    200 OK
    {"access_token":"…","token_type":"bearer","expires_in":3600,"expires_at":…,"refresh_token":"…","user":{"id":"…","created_at":"…","updated_at":"…","email":"ben@j.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}}

    > do POST /recover?redirect_to=org.example.app%3A%2F%2Fauth%2Fcallback {"email": "ben@j.example", "code_challenge": "<K2.challenge>", "code_challenge_method": "s256"}
    > mail V4 ben@j.example
    > wait 600
    > do GET /verify?token=<V4.hash>&type=recovery&redirect_to=org.example.app://auth/callback
    > location V5
    ### 368. recovery link after ten minutes: exchange
    POST /token?grant_type=pkce
    {"auth_code": "<V5.code>", "code_verifier": "<K2.verifier>"}
    --
    422 Unprocessable Entity
    X-Sb-Error-Code: flow_state_expired
    {"code":"flow_state_expired","message":"invalid flow state, flow state has expired"}

    > do POST /otp?redirect_to=org.example.app%3A%2F%2Fauth%2Fcallback {"email": "ben@j.example", "code_challenge": "<K1.challenge>", "code_challenge_method": "s256"}
    > do POST /otp?redirect_to=org.example.app%3A%2F%2Fauth%2Fcallback {"email": "ben@j.example", "code_challenge": "<K2.challenge>", "code_challenge_method": "s256"}
    > mail V6 ben@j.example
    > do GET /verify?token=<V6.hash>&type=magiclink&redirect_to=org.example.app://auth/callback
    > location V7
    ### 369. two sign-in mails asked, the newest link followed: the first verifier
    POST /token?grant_type=pkce
    {"auth_code": "<V7.code>", "code_verifier": "<K1.verifier>"}
    --
    400 Bad Request
    X-Sb-Error-Code: bad_code_verifier
    {"code":"bad_code_verifier","message":"code challenge does not match previously saved code verifier"}

    ### 370. …the second verifier
    POST /token?grant_type=pkce
    {"auth_code": "<V7.code>", "code_verifier": "<K2.verifier>"}
    --
    200 OK
    {"access_token":"…","token_type":"bearer","expires_in":3600,"expires_at":…,"refresh_token":"…","user":{"id":"…","created_at":"…","updated_at":"…","email":"ben@j.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}}
    > keep BEN

    > do POST /otp?redirect_to=org.example.app%3A%2F%2Fauth%2Fcallback {"email": "ben@j.example"}
    > mail V8 ben@j.example
    > with service PUT /admin/users/<BEN.user> {"ban_duration": "24h"}
    ### 372. link of a banned user
    GET /verify?token=<V8.hash>&type=magiclink&redirect_to=org.example.app://auth/callback
    X-Supabase-Api-Version: none
    --
    303 See Other
    Content-Type: text/html; charset=utf-8
    Location: org.example.app://auth/callback#error=access_denied&error_code=user_banned&error_description=User+is+banned
    <a href="…

    ### 373. link without a type
    GET /verify?token=nope&redirect_to=org.example.app%3A%2F%2Fauth%2Fcallback
    X-Supabase-Api-Version: none
    --
    400 Bad Request
    X-Sb-Error-Code: validation_failed
    {"code":400,"error_code":"validation_failed","msg":"Verify requires a verification type"}

    ### 374. link with an unknown type
    GET /verify?token=nope&type=zzz&redirect_to=org.example.app%3A%2F%2Fauth%2Fcallback
    X-Supabase-Api-Version: none
    --
    303 See Other
    Content-Type: text/html; charset=utf-8
    Location: org.example.app://auth/callback#error=invalid_request&error_code=validation_failed&error_description=Invalid+email+verification+type
    <a href="…

    > set email off
    ### 376. e-mail provider off: recover
    POST /recover
    {"email": "ava@j.example"}
    --
    400 Bad Request
    X-Sb-Error-Code: email_provider_disabled
    {"code":"email_provider_disabled","message":"Email logins are disabled"}

    ### 377. e-mail provider off: resend
    POST /resend
    {"type": "signup", "email": "ava@j.example"}
    --
    400 Bad Request
    X-Sb-Error-Code: email_provider_disabled
    {"code":"email_provider_disabled","message":"Email logins are disabled"}
    > set email on

    > token T KC {"sub": "sub-yin", "email": "yin@j.example", "email_verified": false}
    ### 378. id_token with an unverified address
    POST /token?grant_type=id_token
    {"provider": "keycloak", "id_token": "<T>"}
    --
    422 Unprocessable Entity
    X-Sb-Error-Code: provider_email_needs_verification
    {"code":"provider_email_needs_verification","message":"Unverified email with keycloak. A confirmation email has been sent to your keycloak email"}

    > do POST /token?grant_type=password {"email": "ava@j.example", "password": "Correct-Horse-9"}
    > keep AVB
    > set requests 30
    > flood 30 203.0.113.20 PUT /user {"data": {"a": 1}} as AVB
    ### 380. PUT /user after 30 requests from one address
    PUT /user
    X-Forwarded-For: 203.0.113.20
    Authorization: Bearer <AVB.access>
    {"data": {"a": 1}}
    --
    429 Too Many Requests
    X-Sb-Error-Code: over_request_rate_limit
    {"code":"over_request_rate_limit","message":"Request rate limit reached"}

    ### 381. GET /user has no such limit
    GET /user
    X-Forwarded-For: 203.0.113.20
    Authorization: Bearer <AVB.access>
    --
    200 OK
    {"id":"…","aud":"authenticated","role":"authenticated","email":"…","created_at":"…","updated_at":"…","email":"ava@j.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}
    """##
}
