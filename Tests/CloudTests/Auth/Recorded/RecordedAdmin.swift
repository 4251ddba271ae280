/// What whoever runs the project does, as Auth answered.
enum RecordedAdmin {
  static let text = ##"""
    > do POST /signup {"email": "ron@i.example", "password": "Correct-Horse-9", "data": {"name": "N"}}
    > mail RON0m ron@i.example
    > do POST /verify {"type": "signup", "email": "ron@i.example", "token": "<RON0m.code>"}
    > keep RON0
    > with service POST /admin/generate_link {"type": "magiclink", "email": "ron@i.example"}
    > field GL email_otp
    ### 264. verify with its email_otp
    POST /verify
    {"type": "email", "email": "ron@i.example", "token": "<GL.code>"}
    --
    200 OK
    {"access_token":"…","token_type":"bearer","expires_in":3600,"expires_at":…,"refresh_token":"…","user":{"id":"…","created_at":"…","updated_at":"…","email":"ron@i.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}}
    > keep RON

    ### 265. generate a recovery link for an unknown address
    POST /admin/generate_link
    Authorization: Bearer <service>
    {"type": "recovery", "email": "nobody@i.example"}
    --
    404 Not Found
    X-Sb-Error-Code: user_not_found
    {"code":"user_not_found","message":"User with this email not found"}

    ### 266. invite
    POST /invite
    Authorization: Bearer <service>
    {"email": "inv@i.example", "data": {"name": "Inv"}}
    --
    200 OK
    {"id":"…","aud":"authenticated","role":"authenticated","email":"inv@i.example","invited_at":"…","phone":"","confirmation_sent_at":"…","app_metadata":{"provider":"email","providers":["email"]},"user_metadata":{"name":"Inv"},"identities":[{"identity_id":"…","id":"…","user_id":"…","identity_data":{"email":"inv@i.example","email_verified":false,"phone_verified":false,"sub":"…"},"provider":"email","last_sign_in_at":"…","created_at":"…","updated_at":"…","email":"inv@i.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}
    > mails 1
    > mail INV inv@i.example

    ### 268. invite a confirmed user
    POST /invite
    Authorization: Bearer <service>
    {"email": "ron@i.example"}
    --
    422 Unprocessable Entity
    X-Sb-Error-Code: email_exists
    {"code":"email_exists","message":"A user with this email address has already been registered"}

    > do POST /otp {"email": "ron@i.example", "create_user": false}
    > mail RM ron@i.example
    ### 269. ban
    PUT /admin/users/<RON.user>
    Authorization: Bearer <service>
    {"ban_duration": "24h"}
    --
    200 OK
    {"id":"…","aud":"authenticated","role":"authenticated","email":"ron@i.example","email_confirmed_at":"…","phone":"","confirmation_sent_at":"…","confirmed_at":"…","recovery_sent_at":"…","last_sign_in_at":"…","app_metadata":{"provider":"email","providers":["email"]},"user_metadata":{"email":"ron@i.example","email_verified":true,"name":"N","phone_verified":false,"sub":"…"},"identities":[{"identity_id":"…","id":"…","user_id":"…","identity_data":{"email":"ron@i.example","email_verified":true,"name":"N","phone_verified":false,"sub":"…"},"provider":"email","last_sign_in_at":"…","created_at":"…","updated_at":"…","email":"ron@i.example"}],"created_at":"…","updated_at":"…","banned_until":"…","is_anonymous":false}

    ### 270. banned: password
    POST /token?grant_type=password
    {"email": "ron@i.example", "password": "Correct-Horse-9"}
    --
    400 Bad Request
    X-Sb-Error-Code: user_banned
    {"code":"user_banned","message":"User is banned"}

    ### 272. banned: verify
    POST /verify
    {"type": "email", "email": "ron@i.example", "token": "<RM.code>"}
    --
    403 Forbidden
    X-Sb-Error-Code: user_banned
    {"code":"user_banned","message":"User is banned"}

    ### 273. banned: GET /user with a living access token
    GET /user
    Authorization: Bearer <RON.access>
    --
    200 OK
    {"id":"…","aud":"authenticated","role":"authenticated","email":"ron@i.example","email_confirmed_at":"…","phone":"","confirmation_sent_at":"…","confirmed_at":"…","recovery_sent_at":"…","last_sign_in_at":"…","app_metadata":{"provider":"email","providers":["email"]},"user_metadata":{"ema…","updated_at":"…","email":"ron@i.example"}],"created_at":"…","updated_at":"…","banned_until":"…","is_anonymous":false}

    ### 274. banned: otp still sends
    POST /otp
    {"email": "ron@i.example", "create_user": false}
    --
    200 OK
    {}
    > mails 1
    > mail RN ron@i.example

    > as RON PUT /user {"email": "ron2@i.example"}
    > mail RC ron2@i.example
    ### 276. delete the user (a sign-in code, a PKCE code and a change of address are pending)
    DELETE /admin/users/<RON.user>
    Authorization: Bearer <service>
    --
    200 OK
    {}

    ### 277. deleted: verify the sign-in code
    POST /verify
    {"type": "email", "email": "ron@i.example", "token": "<RN.code>"}
    --
    403 Forbidden
    X-Sb-Error-Code: otp_expired
    {"code":"otp_expired","message":"Token has expired or is invalid"}

    ### 278. deleted: verify the change of address
    POST /verify
    {"type": "email_change", "email": "ron2@i.example", "token": "<RC.code>"}
    --
    403 Forbidden
    X-Sb-Error-Code: otp_expired
    {"code":"otp_expired","message":"Token has expired or is invalid"}

    ### 280. deleted: refresh
    POST /token?grant_type=refresh_token
    {"refresh_token": "<RON.refresh>"}
    --
    400 Bad Request
    X-Sb-Error-Code: refresh_token_not_found
    {"code":"refresh_token_not_found","message":"Invalid Refresh Token: Refresh Token Not Found"}

    ### 281. deleted: GET /user
    GET /user
    Authorization: Bearer <RON.access>
    --
    403 Forbidden
    X-Sb-Error-Code: user_not_found
    {"code":"user_not_found","message":"User from sub claim in JWT does not exist"}

    ### 282. deleted: PUT /user
    PUT /user
    Authorization: Bearer <RON.access>
    {"data": {"a": 1}}
    --
    403 Forbidden
    X-Sb-Error-Code: user_not_found
    {"code":"user_not_found","message":"User from sub claim in JWT does not exist"}

    ### 284. deleted: password
    POST /token?grant_type=password
    {"email": "ron@i.example", "password": "Correct-Horse-9"}
    --
    400 Bad Request
    X-Sb-Error-Code: invalid_credentials
    {"code":"invalid_credentials","message":"Invalid login credentials"}

    ### 285. deleted: recover
    POST /recover
    {"email": "ron@i.example"}
    --
    200 OK
    {}

    ### 286. deleted: the address can sign up again
    POST /signup
    {"email": "ron@i.example", "password": "Correct-Horse-9"}
    --
    200 OK
    {"id":"…","aud":"authenticated","role":"authenticated","email":"ron@i.example","phone":"","confirmation_sent_at":"…","created_at":"…","updated_at":"…","email":"ron@i.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}

    > do POST /signup {"email": "sid@i.example", "password": "Correct-Horse-9", "data": {"name": "Sid"}}
    > mail SIDm sid@i.example
    > do POST /verify {"type": "signup", "email": "sid@i.example", "token": "<SIDm.code>"}
    > keep SID
    > with service DELETE /admin/users/<SID.user> {"should_soft_delete": true}
    ### 288. soft deleted: refresh
    POST /token?grant_type=refresh_token
    {"refresh_token": "<SID.refresh>"}
    --
    400 Bad Request
    X-Sb-Error-Code: refresh_token_not_found
    {"code":"refresh_token_not_found","message":"Invalid Refresh Token: Refresh Token Not Found"}

    ### 289. soft deleted: GET /user
    GET /user
    Authorization: Bearer <SID.access>
    --
    403 Forbidden
    X-Sb-Error-Code: session_not_found
    {"code":"session_not_found","message":"Session from session_id claim in JWT does not exist"}

    ### 290. soft deleted: password
    POST /token?grant_type=password
    {"email": "sid@i.example", "password": "Correct-Horse-9"}
    --
    400 Bad Request
    X-Sb-Error-Code: invalid_credentials
    {"code":"invalid_credentials","message":"Invalid login credentials"}
    """##
}
