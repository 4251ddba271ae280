/// Recovery, new passwords and other changes of a user, as Auth answered.
enum RecordedPasswords {
  static let text = ##"""
    ### 62. recover, unknown address
    POST /recover
    {"email": "nobody@f.example"}
    --
    200 OK
    {}

    > do POST /recover {"email": "ann@f.example"}
    > mail R ann@f.example
    ### 64. verify type=recovery, wrong code
    POST /verify
    {"type": "recovery", "email": "ann@f.example", "token": "000000"}
    --
    403 Forbidden
    X-Sb-Error-Code: otp_expired
    {"code":"otp_expired","message":"Token has expired or is invalid"}

    ### 65. verify type=recovery, right code: a full session
    POST /verify
    {"type": "recovery", "email": "ann@f.example", "token": "<R.code>"}
    --
    200 OK
    {"access_token":"…","token_type":"bearer","expires_in":3600,"expires_at":…,"refresh_token":"…","user":{"id":"…","aud":"authenticated","role":"authenticated","email":"ann@f.example","email_confirmed_at":"…","phone":"","confirmation_sent_at":"…","confirmed_at":"…","recovery_sent_at":"…","last_sign_in_at":"…","app_metadata":{"provider":"email","providers":["email"]},"user_metadata":{"email":"ann@f.example","email_verified":true,"name":"Ann","phone_verified":false,"sub":"…"},"identities":[{"identity_id":"…","id":"…","user_id":"…","identity_data":{"email":"ann@f.example","email_verified":true,"name":"Ann","phone_verified":false,"sub":"…"},"provider":"email","last_sign_in_at":"…","created_at":"…","updated_at":"…","email":"ann@f.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}}
    > keep V

    ### 66. used code
    POST /verify
    {"type": "recovery", "email": "ann@f.example", "token": "<R.code>"}
    --
    403 Forbidden
    X-Sb-Error-Code: otp_expired
    {"code":"otp_expired","message":"Token has expired or is invalid"}

    ### 68. the same, legacy error body
    PUT /user
    X-Supabase-Api-Version: none
    Authorization: Bearer <V.access>
    {"password": "Correct-Horse-9"}
    --
    422 Unprocessable Entity
    X-Sb-Error-Code: same_password
    {"code":422,"error_code":"same_password","msg":"New password should be different from the old password."}

    ### 69. PUT /user, weak password: length and characters
    PUT /user
    Authorization: Bearer <V.access>
    {"password": "abc"}
    --
    422 Unprocessable Entity
    {"code":"weak_password","message":"Password should be at least 8 characters. Password should contain at least one character of each: abcdefghijklmnopqrstuvwxyz, ABCDEFGHIJKLMNOPQRSTUVWXYZ, 0123456789.","weak_password":{"reasons":["length","characters"]}}

    ### 70. PUT /user, weak password: characters
    PUT /user
    Authorization: Bearer <V.access>
    {"password": "correct-horse-nine"}
    --
    422 Unprocessable Entity
    {"code":"weak_password","message":"Password should contain at least one character of each: abcdefghijklmnopqrstuvwxyz, ABCDEFGHIJKLMNOPQRSTUVWXYZ, 0123456789.","weak_password":{"reasons":["characters"]}}

    ### 72. PUT /user, password of 73 characters
    PUT /user
    Authorization: Bearer <V.access>
    {"password": "Aa1xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"}
    --
    400 Bad Request
    X-Sb-Error-Code: validation_failed
    {"code":"validation_failed","message":"Password cannot be longer than 72 characters"}

    > do POST /token?grant_type=password {"email": "ann@f.example", "password": "Correct-Horse-9"}
    > keep W
    > do POST /recover {"email": "ann@f.example"}
    > mail P ann@f.example
    ### 73. PUT /user, new password
    PUT /user
    Authorization: Bearer <V.access>
    {"password": "Newer-Horse-8"}
    --
    200 OK
    {"id":"…","aud":"authenticated","role":"authenticated","email":"ann@f.example","email_confirmed_at":"…","phone":"","confirmed_at":"…","last_sign_in_at":"…","app_metadata":{"provider":"email","providers":["email"]},"user_metadata":{"email":"ann@f.example","email_verified":true,"name":"Ann","phone_verified":false,"sub":"…"},"identities":[{"identity_id":"…","id":"…","user_id":"…","identity_data":{"email":"ann@f.example","email_verified":true,"name":"Ann","phone_verified":false,"sub":"…"},"provider":"email","last_sign_in_at":"…","created_at":"…","updated_at":"…","email":"ann@f.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}

    ### 74. a recovery code asked before the change
    POST /verify
    {"type": "recovery", "email": "ann@f.example", "token": "<P.code>"}
    --
    403 Forbidden
    X-Sb-Error-Code: otp_expired
    {"code":"otp_expired","message":"Token has expired or is invalid"}

    ### 76. access token of another session after the change
    GET /user
    Authorization: Bearer <W.access>
    --
    403 Forbidden
    X-Sb-Error-Code: session_not_found
    {"code":"session_not_found","message":"Session from session_id claim in JWT does not exist"}

    ### 77. the session that changed it goes on
    GET /user
    Authorization: Bearer <V.access>
    --
    200 OK
    {"id":"…","aud":"authenticated","role":"authenticated","email":"ann@f.example","email_confirmed_at":"…","created_at":"…","updated_at":"…","email":"ann@f.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}

    ### 78. old password
    POST /token?grant_type=password
    {"email": "ann@f.example", "password": "Correct-Horse-9"}
    --
    400 Bad Request
    X-Sb-Error-Code: invalid_credentials
    {"code":"invalid_credentials","message":"Invalid login credentials"}

    > do POST /signup {"email": "fay@f.example", "password": "Correct-Horse-9"}
    ### 80. recover for an unconfirmed user
    POST /recover
    {"email": "fay@f.example"}
    --
    200 OK
    {}
    > mail F fay@f.example

    ### 81. verify type=recovery of an unconfirmed user: confirms it too
    POST /verify
    {"type": "recovery", "email": "fay@f.example", "token": "<F.code>"}
    --
    200 OK
    {"access_token":"…","token_type":"bearer","expires_in":3600,"expires_at":…,"refresh_token":"…","user":{"id":"…","aud":"authenticated","role":"authenticated","email":"fay@f.example","email_confirmed_at":"…","phone":"","confirmation_sent_at":"…","confirmed_at":"…","recovery_sent_at":"…","last_sign_in_at":"…","app_metadata":{"provider":"email","providers":["email"]},"user_metadata":{"email":"fay@f.example","email_verified":true,"phone_verified":false,"sub":"…"},"identities":[{"identity_id":"…","id":"…","user_id":"…","identity_data":{"email":"fay@f.example","email_verified":false,"phone_verified":false,"sub":"…"},"provider":"email","last_sign_in_at":"…","created_at":"…","updated_at":"…","email":"fay@f.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}}

    > do POST /recover?redirect_to=org.example.app://auth/reset {"email": "fay@f.example"}
    > mail F2 fay@f.example
    ### 82. follow the recovery link (implicit)
    GET /verify?token=<F2.hash>&type=recovery&redirect_to=org.example.app://auth/reset
    X-Supabase-Api-Version: none
    --
    303 See Other
    Content-Type: text/html; charset=utf-8
    Location: org.example.app://auth/reset#access_token=…&expires_at=…&expires_in=3600&refresh_token=…&token_type=bearer&type=recovery
    <a href="…

    > do POST /signup {"email": "gil@f.example", "password": "Correct-Horse-9", "data": {"name": "Gil"}}
    > mail Gm gil@f.example
    > do POST /verify {"type": "signup", "email": "gil@f.example", "token": "<Gm.code>"}
    > keep G
    ### 84. PUT /user {data}: merged key by key
    PUT /user
    Authorization: Bearer <G.access>
    {"data": {"theme": "dark", "lang": "de"}}
    --
    200 OK
    {"id":"…","aud":"authenticated","role":"authenticated","email":"gil@f.example","email_confirmed_at":"…","phone":"","confirmation_sent_at":"…","confirmed_at":"…","last_sign_in_at":"…","app_metadata":{"provider":"email","providers":["email"]},"user_metadata":{"email":"gil@f.example","email_verified":true,"lang":"de","name":"Gil","phone_verified":false,"sub":"…","theme":"dark"},"identities":[{"identity_id":"…","id":"…","user_id":"…","identity_data":{"email":"gil@f.example","email_verified":true,"name":"Gil","phone_verified":false,"sub":"…"},"provider":"email","last_sign_in_at":"…","created_at":"…","updated_at":"…","email":"gil@f.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}

    ### 85. PUT /user {data} with null: the key goes
    PUT /user
    Authorization: Bearer <G.access>
    {"data": {"lang": null}}
    --
    200 OK
    {"id":"…","aud":"authenticated","role":"authenticated","email":"gil@f.example","email_confirmed_at":"…","phone":"","confirmation_sent_at":"…","confirmed_at":"…","last_sign_in_at":"…","app_metadata":{"provider":"email","providers":["email"]},"user_metadata":{"email":"gil@f.example","email_verified":true,"name":"Gil","phone_verified":false,"sub":"…","theme":"dark"},"identities":[{"identity_id":"…","id":"…","user_id":"…","identity_data":{"email":"gil@f.example","email_verified":true,"name":"Gil","phone_verified":false,"sub":"…"},"provider":"email","last_sign_in_at":"…","created_at":"…","updated_at":"…","email":"gil@f.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}

    ### 86. PUT /user with app_metadata
    PUT /user
    Authorization: Bearer <G.access>
    {"app_metadata": {"role": "admin"}}
    --
    403 Forbidden
    X-Sb-Error-Code: not_admin
    {"code":"not_admin","message":"Updating app_metadata requires admin privileges"}

    ### 88. GET /user: identities
    GET /user
    Authorization: Bearer <G.access>
    --
    200 OK
    {"id":"…","aud":"authenticated","role":"authenticated","email":"gil@f.example","email_confirmed_at":"…","phone":"","confirmation_sent_at":"…","confirmed_at":"…","last_sign_in_at":"…","app_metadata":{"provider":"email","providers":["email"]},"user_metadata":{"email":"gil@f.example","email_verified":true,"name":"Gil","phone_verified":false,"sub":"…","theme":"dark"},"identities":[{"identity_id":"…","id":"…","user_id":"…","identity_data":{"email":"gil@f.example","email_verified":true,"name":"Gil","phone_verified":false,"sub":"…"},"provider":"email","last_sign_in_at":"…","created_at":"…","updated_at":"…","email":"gil@f.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}

    ### 89. unlink an identity, manual linking disabled
    DELETE /user/identities/<G.identity>
    Authorization: Bearer <G.access>
    --
    404 Not Found
    X-Sb-Error-Code: manual_linking_disabled
    {"code":"manual_linking_disabled","message":"Manual linking is disabled"}

    ### 90. link an identity, manual linking disabled
    GET /user/identities/authorize?provider=google&skip_http_redirect=true
    Authorization: Bearer <G.access>
    --
    404 Not Found
    X-Sb-Error-Code: manual_linking_disabled
    {"code":"manual_linking_disabled","message":"Manual linking is disabled"}
    """##
}
