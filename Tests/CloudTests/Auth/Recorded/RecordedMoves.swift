/// Changes of an address, as Auth answered.
enum RecordedMoves {
  static let text = ##"""
    > do POST /signup {"email": "taken@g.example", "password": "Correct-Horse-9", "data": {"name": "T"}}
    > mail Tm taken@g.example
    > do POST /verify {"type": "signup", "email": "taken@g.example", "token": "<Tm.code>"}
    > keep T
    > do POST /signup {"email": "hal@g.example", "password": "Correct-Horse-9", "data": {"name": "Hal"}}
    > mail Hm hal@g.example
    > do POST /verify {"type": "signup", "email": "hal@g.example", "token": "<Hm.code>"}
    > keep H
    ### 92. PUT /user {email}, address of another user
    PUT /user
    Authorization: Bearer <H.access>
    {"email": "taken@g.example"}
    --
    422 Unprocessable Entity
    X-Sb-Error-Code: email_exists
    {"code":"email_exists","message":"A user with this email address has already been registered"}

    ### 93. the same, legacy error body
    PUT /user
    X-Supabase-Api-Version: none
    Authorization: Bearer <H.access>
    {"email": "taken@g.example"}
    --
    422 Unprocessable Entity
    X-Sb-Error-Code: email_exists
    {"code":422,"error_code":"email_exists","msg":"A user with this email address has already been registered"}

    ### 94. PUT /user {email}, the own address: nothing happens
    PUT /user
    Authorization: Bearer <H.access>
    {"email": "hal@g.example"}
    --
    200 OK
    {"id":"…","aud":"authenticated","role":"authenticated","email":"hal@g.example","email_confirmed_at":"…","created_at":"…","updated_at":"…","email":"hal@g.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}

    > as H PUT /user {"email": "hal2@g.example"}
    > mail HN hal2@g.example
    > mail HO hal@g.example
    ### 96. GET /user before any confirmation: new_email, email_change_sent_at
    GET /user
    Authorization: Bearer <H.access>
    --
    200 OK
    {"id":"…","aud":"authenticated","role":"authenticated","email":"hal@g.example","email_confirmed_at":"…","phone":"","confirmation_sent_at":"…","confirmed_at":"…","new_email":"hal2@g.example","email_change_sent_at":"…","last_sign_in_at":"…","app_metadata":{"provider":"email","providers":["email"]},"user_metadata":{"email":"hal@g.example","email_verified":true,"name":"Hal","phone_verified":false,"sub":"…"},"identities":[{"identity_id":"…","id":"…","user_id":"…","identity_data":{"email":"hal@g.example","email_verified":true,"name":"Hal","phone_verified":false,"sub":"…"},"provider":"email","last_sign_in_at":"…","created_at":"…","updated_at":"…","email":"hal@g.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}

    ### 97. verify type=email_change, wrong code
    POST /verify
    {"type": "email_change", "email": "hal2@g.example", "token": "000000"}
    --
    403 Forbidden
    X-Sb-Error-Code: otp_expired
    {"code":"otp_expired","message":"Token has expired or is invalid"}

    ### 98. the old address's code with the new address
    POST /verify
    {"type": "email_change", "email": "hal2@g.example", "token": "<HO.code>"}
    --
    403 Forbidden
    X-Sb-Error-Code: otp_expired
    {"code":"otp_expired","message":"Token has expired or is invalid"}

    ### 100. old address first: 200 without a session
    POST /verify
    {"type": "email_change", "email": "hal@g.example", "token": "<HO.code>"}
    --
    200 OK
    {"code":"200","msg":"Confirmation link accepted. Please proceed to confirm link sent to the other email"}

    ### 101. GET /user in between (nothing shows that one half is done)
    GET /user
    Authorization: Bearer <H.access>
    --
    200 OK
    {"id":"…","aud":"authenticated","role":"authenticated","email":"hal@g.example","email_confirmed_at":"…","phone":"","confirmation_sent_at":"…","confirmed_at":"…","new_email":"hal2@g.example","email_change_sent_at":"…","last_sign_in_at":"…","app_metadata":{"provider":"email","providers":["email"]},"user_metadata":{"email":"hal@g.example","email_verified":true,"name":"Hal","phone_verified":false,"sub":"…"},"identities":[{"identity_id":"…","id":"…","user_id":"…","identity_data":{"email":"hal@g.example","email_verified":true,"name":"Hal","phone_verified":false,"sub":"…"},"provider":"email","last_sign_in_at":"…","created_at":"…","updated_at":"…","email":"hal@g.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}

    ### 102. the old address's code again (used)
    POST /verify
    {"type": "email_change", "email": "hal@g.example", "token": "<HO.code>"}
    --
    403 Forbidden
    X-Sb-Error-Code: otp_expired
    {"code":"otp_expired","message":"Token has expired or is invalid"}

    > do POST /verify {"type": "email_change", "email": "hal2@g.example", "token": "<HN.code>"}
    ### 104. GET /user with the session from before (still valid; its access token still says the old address until the next refresh)
    GET /user
    Authorization: Bearer <H.access>
    --
    200 OK
    {"id":"…","aud":"authenticated","role":"authenticated","email":"hal2@g.example","email_confirmed_at":"…","phone":"","confirmation_sent_at":"…","confirmed_at":"…","email_change_sent_at":"…","last_sign_in_at":"…","app_metadata":{"provider":"email","providers":["email"]},"user_metadata":{"email":"hal@g.example","email_verified":true,"name":"Hal","phone_verified":false,"sub":"…"},"identities":[{"identity_id":"…","id":"…","user_id":"…","identity_data":{"email":"hal2@g.example","email_verified":true,"name":"Hal","phone_verified":false,"sub":"…"},"provider":"email","last_sign_in_at":"…","created_at":"…","updated_at":"…","email":"hal2@g.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}

    ### 105. refresh of the session from before
    POST /token?grant_type=refresh_token
    {"refresh_token": "<H.refresh>"}
    --
    200 OK
    {"access_token":"…","token_type":"bearer","expires_in":3600,"expires_at":…,"refresh_token":"…","user":{"id":"…","created_at":"…","updated_at":"…","email":"hal2@g.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}}
    > keep H2
    > claims H2 "email":"hal2@g.example"

    ### 106. sign-in with the old address
    POST /token?grant_type=password
    {"email": "hal@g.example", "password": "Correct-Horse-9"}
    --
    400 Bad Request
    X-Sb-Error-Code: invalid_credentials
    {"code":"invalid_credentials","message":"Invalid login credentials"}

    > as H2 PUT /user {"email": "hal3@g.example"}
    > mail N1 hal3@g.example
    ### 108. the other order. After PUT /user {email: hal3}: resend type=email_change (address: the current one)
    POST /resend
    {"type": "email_change", "email": "hal2@g.example"}
    --
    200 OK
    {}
    > mails 2
    > mail N2 hal3@g.example
    > mail Q2 hal2@g.example

    ### 109. resend type=email_change with the new address: nothing is sent
    POST /resend
    {"type": "email_change", "email": "hal3@g.example"}
    --
    200 OK
    {}
    > mails 0

    ### 110. a code from before the resend
    POST /verify
    {"type": "email_change", "email": "hal3@g.example", "token": "<N1.code>"}
    --
    403 Forbidden
    X-Sb-Error-Code: otp_expired
    {"code":"otp_expired","message":"Token has expired or is invalid"}

    > do POST /verify {"type": "email_change", "email": "hal3@g.example", "token": "<N2.code>"}
    ### 112. the same, again
    POST /verify
    {"type": "email_change", "email": "hal3@g.example", "token": "<N2.code>"}
    --
    403 Forbidden
    X-Sb-Error-Code: otp_expired
    {"code":"otp_expired","message":"Token has expired or is invalid"}

    ### 113. then the old address: changed, and a new session
    POST /verify
    {"type": "email_change", "email": "hal2@g.example", "token": "<Q2.code>"}
    --
    200 OK
    {"access_token":"…","token_type":"bearer","expires_in":3600,"expires_at":…,"refresh_token":"…","user":{"id":"…","aud":"authenticated","role":"authenticated","email":"hal3@g.example","email_confi…","created_at":"…","updated_at":"…","email":"hal3@g.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}}
    > keep H3

    > as H3 PUT /user?redirect_to=org.example.app%3A%2F%2Fauth%2Fcallback {"email": "hal4@g.example"}
    > mail N4 hal4@g.example
    > mail Q4 hal3@g.example
    ### 114. by link, first half: message in the fragment
    GET /verify?token=<N4.hash>&type=email_change&redirect_to=org.example.app://auth/callback
    X-Supabase-Api-Version: none
    --
    303 See Other
    Content-Type: text/html; charset=utf-8
    Location: org.example.app://auth/callback#message=Confirmation+link+accepted.+Please+proceed+to+confirm+link+sent+to+the+other+email
    <a href="…

    > do GET /verify?token=<Q4.hash>&type=email_change&redirect_to=org.example.app://auth/callback
    > as H3 PUT /user {"email": "hal5@g.example"}
    > mail N5 hal5@g.example
    > mail Q5 hal4@g.example
    ### 116. by token_hash, first half
    POST /verify
    {"type": "email_change", "token_hash": "<N5.hash>"}
    --
    200 OK
    {"code":"200","msg":"Confirmation link accepted. Please proceed to confirm link sent to the other email"}

    ### 117. by token_hash, second half
    POST /verify
    {"type": "email_change", "token_hash": "<Q5.hash>"}
    --
    200 OK
    {"access_token":"…","token_type":"bearer","expires_in":3600,"expires_at":…,"refresh_token":"…","user":{"id":"…","created_at":"…","updated_at":"…","email":"hal5@g.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}}
    > keep H5

    > as H5 PUT /user {"email": "hal6@g.example"}
    > mail N6 hal6@g.example
    > as H5 PUT /user {"email": "hal7@g.example"}
    > mail N7 hal7@g.example
    > mail Q7 hal5@g.example
    ### 118. asked twice with different addresses: the code of the first wish
    POST /verify
    {"type": "email_change", "email": "hal6@g.example", "token": "<N6.code>"}
    --
    403 Forbidden
    X-Sb-Error-Code: otp_expired
    {"code":"otp_expired","message":"Token has expired or is invalid"}

    > do POST /verify {"type": "email_change", "email": "hal5@g.example", "token": "<Q7.code>"}
    ### 120. resend between the halves: both codes are new and both halves are open again
    POST /resend
    {"type": "email_change", "email": "hal5@g.example"}
    --
    200 OK
    {}
    > mail Q8 hal5@g.example

    ### 121. the old address after that: again only a first half
    POST /verify
    {"type": "email_change", "email": "hal5@g.example", "token": "<Q8.code>"}
    --
    200 OK
    {"code":"200","msg":"Confirmation link accepted. Please proceed to confirm link sent to the other email"}

    ### 122. a password change while half confirmed…
    PUT /user
    Authorization: Bearer <H5.access>
    {"password": "Newer-Horse-8"}
    --
    200 OK
    {"id":"…","aud":"authenticated","role":"authenticated","email":"hal5@g.example","email_confirmed_at":"…","phone":"","confirmed_at":"…","new_email":"hal7@g.example","last_sign_in_at":"…","app_metadata":{"provider":"email","providers":["email"]},"user_metadata":{"email":"hal@g.example","email_verified":true,"name":"Hal","phone_verified":false,"sub":"…"},"identities":[{"identity_id":"…","id":"…","user_id":"…","identity_data":{"email":"hal5@g.example","email_verified":true,"name":"Hal","phone_verified":false,"sub":"…"},"provider":"email","last_sign_in_at":"…","created_at":"…","updated_at":"…","email":"hal5@g.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}

    ### 124. GET /user then (new_email stays, email_change_sent_at is gone)
    GET /user
    Authorization: Bearer <H5.access>
    --
    200 OK
    {"id":"…","aud":"authenticated","role":"authenticated","email":"hal5@g.example","email_confirmed_at":"…","phone":"","confirmed_at":"…","new_email":"hal7@g.example","last_sign_in_at":"…","app_metadata":{"provider":"email","providers":["email"]},"user_metadata":{"email":"hal@g.example","email_verified":true,"name":"Hal","phone_verified":false,"sub":"…"},"identities":[{"identity_id":"…","id":"…","user_id":"…","identity_data":{"email":"hal5@g.example","email_verified":true,"name":"Hal","phone_verified":false,"sub":"…"},"provider":"email","last_sign_in_at":"…","created_at":"…","updated_at":"…","email":"hal5@g.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}

    > set twice off
    > do POST /signup {"email": "ida@g.example", "password": "Correct-Horse-9", "data": {"name": "Ida"}}
    > mail Im ida@g.example
    > do POST /verify {"type": "signup", "email": "ida@g.example", "token": "<Im.code>"}
    > keep I
    ### 125. PUT /user {email}
    PUT /user
    Authorization: Bearer <I.access>
    {"email": "ida2@g.example"}
    --
    200 OK
    {"id":"…","aud":"authenticated","role":"authenticated","email":"ida@g.example","email_confirmed_at":"…","phone":"","confirmation_sent_at":"…","confirmed_at":"…","new_email":"ida2@g.example","email_change_sent_at":"…","last_sign_in_at":"…","app_metadata":{"provider":"email","providers":["email"]},"user_metadata":{"email":"ida@g.example","email_verified":true,"name":"Ida","phone_verified":false,"sub":"…"},"identities":[{"identity_id":"…","id":"…","user_id":"…","identity_data":{"email":"ida@g.example","email_verified":true,"name":"Ida","phone_verified":false,"sub":"…"},"provider":"email","last_sign_in_at":"…","created_at":"…","updated_at":"…","email":"ida@g.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}
    > mails 1
    > mail I2 ida2@g.example

    ### 126. verify with the old address
    POST /verify
    {"type": "email_change", "email": "ida@g.example", "token": "<I2.code>"}
    --
    403 Forbidden
    X-Sb-Error-Code: otp_expired
    {"code":"otp_expired","message":"Token has expired or is invalid"}

    > do POST /verify {"type": "email_change", "email": "ida2@g.example", "token": "<I2.code>"}
    ### 128. used
    POST /verify
    {"type": "email_change", "email": "ida2@g.example", "token": "<I2.code>"}
    --
    403 Forbidden
    X-Sb-Error-Code: otp_expired
    {"code":"otp_expired","message":"Token has expired or is invalid"}
    > set twice on
    """##
}
