/// Links that end with a code to exchange, and asking once more, as Auth answered.
enum RecordedExchanges {
  static let text = ##"""
    > verifier K1
    > verifier K0
    ### 129. sign up with a challenge
    POST /signup?redirect_to=org.example.app%3A%2F%2Fauth%2Fcallback
    {"email": "kim@g.example", "password": "Correct-Horse-9", "code_challenge": "<K1.challenge>", "code_challenge_method": "s256"}
    --
    200 OK
    {"id":"…","aud":"authenticated","role":"authenticated","email":"kim@g.example","phone":"","confirmation_sent_at":"…","created_at":"…","updated_at":"…","email":"kim@g.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}
    > mail M1 kim@g.example

    ### 130. follow the link: code in the query
    GET /verify?token=<M1.hash>&type=signup&redirect_to=org.example.app://auth/callback
    X-Supabase-Api-Version: none
    --
    303 See Other
    Content-Type: text/html; charset=utf-8
    Location: org.example.app://auth/callback?code=…
    <a href="…
    > location L1

    ### 132. exchange with a wrong verifier
    POST /token?grant_type=pkce
    {"auth_code": "<L1.code>", "code_verifier": "<K0.verifier>"}
    --
    400 Bad Request
    X-Sb-Error-Code: bad_code_verifier
    {"code":"bad_code_verifier","message":"code challenge does not match previously saved code verifier"}

    ### 133. the same, legacy error body
    POST /token?grant_type=pkce
    X-Supabase-Api-Version: none
    {"auth_code": "<L1.code>", "code_verifier": "<K0.verifier>"}
    --
    400 Bad Request
    X-Sb-Error-Code: bad_code_verifier
    {"code":400,"error_code":"bad_code_verifier","msg":"code challenge does not match previously saved code verifier"}

    ### 134. exchange without a verifier
    POST /token?grant_type=pkce
    {"auth_code": "<L1.code>"}
    --
    400 Bad Request
    X-Sb-Error-Code: validation_failed
    {"code":"validation_failed","message":"invalid request: both auth code and code verifier should be non-empty"}

    > do POST /token?grant_type=pkce {"auth_code": "<L1.code>", "code_verifier": "<K1.verifier>"}
    ### 136. code used twice
    POST /token?grant_type=pkce
    {"auth_code": "<L1.code>", "code_verifier": "<K1.verifier>"}
    --
    404 Not Found
    X-Sb-Error-Code: flow_state_not_found
    {"code":"flow_state_not_found","message":"invalid flow state, no valid flow state found"}

    ### 137. unknown code, legacy error body
    POST /token?grant_type=pkce
    X-Supabase-Api-Version: none
    {"auth_code": "bc8f5200-0000-4000-8000-000000000000", "code_verifier": "<K1.verifier>"}
    --
    404 Not Found
    X-Sb-Error-Code: flow_state_not_found
    {"code":404,"error_code":"flow_state_not_found","msg":"invalid flow state, no valid flow state found"}

    > verifier K2
    ### 138. otp with a challenge
    POST /otp?redirect_to=org.example.app%3A%2F%2Fauth%2Fcallback
    {"email": "kim@g.example", "create_user": false, "code_challenge": "<K2.challenge>", "code_challenge_method": "s256"}
    --
    200 OK
    {}
    > mail M2 kim@g.example

    > do GET /verify?token=<M2.hash>&type=magiclink&redirect_to=org.example.app://auth/callback
    > location L2
    ### 140. exchange
    POST /token?grant_type=pkce
    {"auth_code": "<L2.code>", "code_verifier": "<K2.verifier>"}
    --
    200 OK
    {"access_token":"…","token_type":"bearer","expires_in":3600,"expires_at":…,"refresh_token":"…","user":{"id":"…","created_at":"…","updated_at":"…","email":"kim@g.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}}
    > keep KIM
    > claims KIM "method":"magiclink"

    > verifier K3
    > do POST /otp {"email": "kim@g.example", "create_user": false, "code_challenge": "<K3.challenge>", "code_challenge_method": "s256"}
    > mail M3 kim@g.example
    ### 141. otp with a challenge, but the six digits are typed: a session at once, no verifier asked
    POST /verify
    {"type": "email", "email": "kim@g.example", "token": "<M3.code>"}
    --
    200 OK
    {"access_token":"…","token_type":"bearer","expires_in":3600,"expires_at":…,"refresh_token":"…","user":{"id":"…","created_at":"…","updated_at":"…","email":"kim@g.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}}

    > do POST /otp {"email": "kim@g.example", "create_user": false, "code_challenge": "<K3.challenge>", "code_challenge_method": "s256"}
    > mail M4 kim@g.example
    ### 142. …or its token_hash is posted (with its pkce_ prefix): a session at once
    POST /verify
    {"type": "email", "token_hash": "<M4.hash>"}
    --
    200 OK
    {"access_token":"…","token_type":"bearer","expires_in":3600,"expires_at":…,"refresh_token":"…","user":{"id":"…","created_at":"…","updated_at":"…","email":"kim@g.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}}

    > do POST /otp?redirect_to=org.example.app%3A%2F%2Fauth%2Fcallback {"email": "lee@g.example", "code_challenge": "<K3.challenge>", "code_challenge_method": "s256"}
    > mail M5 lee@g.example
    ### 144. otp with a challenge for a new user: the link has type=signup
    GET /verify?token=<M5.hash>&type=signup&redirect_to=org.example.app://auth/callback
    X-Supabase-Api-Version: none
    --
    303 See Other
    Content-Type: text/html; charset=utf-8
    Location: org.example.app://auth/callback?code=…
    <a href="…
    > location L5

    ### 145. exchange
    POST /token?grant_type=pkce
    {"auth_code": "<L5.code>", "code_verifier": "<K3.verifier>"}
    --
    200 OK
    {"access_token":"…","token_type":"bearer","expires_in":3600,"expires_at":…,"refresh_token":"…","user":{"id":"…","created_at":"…","updated_at":"…","email":"lee@g.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}}

    ### 146. recover with a challenge
    POST /recover?redirect_to=org.example.app%3A%2F%2Fauth%2Freset
    {"email": "kim@g.example", "code_challenge": "<K1.challenge>", "code_challenge_method": "s256"}
    --
    200 OK
    {}
    > mail M6 kim@g.example

    > do GET /verify?token=<M6.hash>&type=recovery&redirect_to=org.example.app://auth/reset
    > location L6
    ### 148. exchange
    POST /token?grant_type=pkce
    {"auth_code": "<L6.code>", "code_verifier": "<K1.verifier>"}
    --
    200 OK
    {"access_token":"…","token_type":"bearer","expires_in":3600,"expires_at":…,"refresh_token":"…","user":{"id":"…","created_at":"…","updated_at":"…","email":"kim@g.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}}
    > keep KR
    > claims KR "method":"recovery"

    ### 149. PUT /user {password} with that session
    PUT /user
    Authorization: Bearer <KR.access>
    {"password": "Newer-Horse-8"}
    --
    200 OK
    {"id":"…","aud":"authenticated","role":"authenticated","email":"kim@g.example","email_confirmed_at":"…","created_at":"…","updated_at":"…","email":"kim@g.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}

    ### 150. change of address with a challenge
    PUT /user?redirect_to=org.example.app%3A%2F%2Fauth%2Fcallback
    Authorization: Bearer <KR.access>
    {"email": "kim2@g.example", "code_challenge": "<K2.challenge>", "code_challenge_method": "s256"}
    --
    200 OK
    {"id":"…","aud":"authenticated","role":"authenticated","email":"kim@g.example","email_confirmed_at":"…","phone":"","confirmed_at":"…","new_email":"kim2@g.example","email_change_sent_at":"…","last_sign_in_at":"…","app_metadata":{"provider":"email","providers":["email"]},"user_metadata":{"email":"kim@g.example","email_verified":true,"phone_verified":false,"sub":"…"},"identities":[{"identity_id":"…","id":"…","user_id":"…","identity_data":{"email":"kim@g.example","email_verified":true,"phone_verified":false,"sub":"…"},"provider":"email","last_sign_in_at":"…","created_at":"…","updated_at":"…","email":"kim@g.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}
    > mail M7 kim2@g.example
    > mail M8 kim@g.example

    > do GET /verify?token=<M7.hash>&type=email_change&redirect_to=org.example.app://auth/callback
    ### 152. second link: code
    GET /verify?token=<M8.hash>&type=email_change&redirect_to=org.example.app://auth/callback
    X-Supabase-Api-Version: none
    --
    303 See Other
    Content-Type: text/html; charset=utf-8
    Location: org.example.app://auth/callback?code=…
    <a href="…
    > location L7

    > wait 301
    ### 153. exchange after the life of the flow (300 s, moved back in the database)
    POST /token?grant_type=pkce
    {"auth_code": "<L7.code>", "code_verifier": "<K2.verifier>"}
    --
    422 Unprocessable Entity
    X-Sb-Error-Code: flow_state_expired
    {"code":"flow_state_expired","message":"invalid flow state, flow state has expired"}

    > wait -301
    ### 154. exchange in time
    POST /token?grant_type=pkce
    {"auth_code": "<L7.code>", "code_verifier": "<K2.verifier>"}
    --
    200 OK
    {"access_token":"…","token_type":"bearer","expires_in":3600,"expires_at":…,"refresh_token":"…","user":{"id":"…","created_at":"…","updated_at":"…","email":"kim2@g.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}}

    ### 156. challenge too short
    POST /otp
    {"email": "kim2@g.example", "code_challenge": "abc", "code_challenge_method": "s256"}
    --
    400 Bad Request
    X-Sb-Error-Code: validation_failed
    {"code":"validation_failed","message":"code challenge has to be between 43 and 128 characters"}

    ### 157. challenge with padding
    POST /otp
    {"email": "kim2@g.example", "code_challenge": "<K2.challenge>=", "code_challenge_method": "s256"}
    --
    400 Bad Request
    X-Sb-Error-Code: validation_failed
    {"code":"validation_failed","message":"code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes"}

    ### 158. unknown method
    POST /otp
    {"email": "kim2@g.example", "code_challenge": "<K2.challenge>", "code_challenge_method": "s512"}
    --
    500 Internal Server Error
    {"code":"unexpected_failure","message":"Unexpected failure, please check server logs for more information"}

    > set reauthentication on
    > do POST /signup {"email": "max@g.example", "password": "Correct-Horse-9", "data": {"name": "N"}}
    > mail Xm max@g.example
    > do POST /verify {"type": "signup", "email": "max@g.example", "token": "<Xm.code>"}
    > keep X
    > age 25
    ### 160. PUT /user {password}
    PUT /user
    Authorization: Bearer <X.access>
    {"password": "Third-Horse-7"}
    --
    400 Bad Request
    X-Sb-Error-Code: reauthentication_needed
    {"code":"reauthentication_needed","message":"Password update requires reauthentication"}

    ### 161. the same, legacy error body
    PUT /user
    X-Supabase-Api-Version: none
    Authorization: Bearer <X.access>
    {"password": "Third-Horse-7"}
    --
    400 Bad Request
    X-Sb-Error-Code: reauthentication_needed
    {"code":400,"error_code":"reauthentication_needed","msg":"Password update requires reauthentication"}

    ### 162. PUT /user {password, nonce} before any nonce was asked
    PUT /user
    Authorization: Bearer <X.access>
    {"password": "Third-Horse-7", "nonce": "123456"}
    --
    422 Unprocessable Entity
    X-Sb-Error-Code: reauthentication_not_valid
    {"code":"reauthentication_not_valid","message":"Nonce has expired or is invalid"}

    ### 164. reauthenticate
    GET /reauthenticate
    Authorization: Bearer <X.access>
    --
    200 OK
    {}
    > mail RA max@g.example

    ### 165. wrong nonce
    PUT /user
    Authorization: Bearer <X.access>
    {"password": "Third-Horse-7", "nonce": "000000"}
    --
    422 Unprocessable Entity
    X-Sb-Error-Code: reauthentication_not_valid
    {"code":"reauthentication_not_valid","message":"Nonce has expired or is invalid"}

    ### 166. right nonce, weak password (the nonce is not used up)
    PUT /user
    Authorization: Bearer <X.access>
    {"password": "abc", "nonce": "<RA.code>"}
    --
    422 Unprocessable Entity
    {"code":"weak_password","message":"Password should be at least 8 characters. Password should contain at least one character of each: abcdefghijklmnopqrstuvwxyz, ABCDEFGHIJKLMNOPQRSTUVWXYZ, 0123456789.","weak_password":{"reasons":["length","characters"]}}

    > try as X PUT /user {"password": "Correct-Horse-9", "nonce": "<RA.code>"}
    ### 168. the same nonce again
    PUT /user
    Authorization: Bearer <X.access>
    {"password": "Third-Horse-7", "nonce": "<RA.code>"}
    --
    422 Unprocessable Entity
    X-Sb-Error-Code: reauthentication_not_valid
    {"code":"reauthentication_not_valid","message":"Nonce has expired or is invalid"}

    > as X GET /reauthenticate
    > mail RB max@g.example
    ### 169. a new nonce, new password
    PUT /user
    Authorization: Bearer <X.access>
    {"password": "Third-Horse-7", "nonce": "<RB.code>"}
    --
    200 OK
    {"id":"…","aud":"authenticated","role":"authenticated","email":"max@g.example","email_confirmed_at":"…","created_at":"…","updated_at":"…","email":"max@g.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}

    ### 170. PUT /user {email} or {data} needs no nonce
    PUT /user
    Authorization: Bearer <X.access>
    {"data": {"x": 1}}
    --
    200 OK
    {"id":"…","aud":"authenticated","role":"authenticated","email":"max@g.example","email_confirmed_at":"…","created_at":"…","updated_at":"…","email":"max@g.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}
    > set reauthentication off
    """##
}
