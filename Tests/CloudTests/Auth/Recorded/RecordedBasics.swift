/// Accounts that are confirmed at once, as Auth answered.
enum RecordedBasics {
  static let text = ##"""
    ### 1. sign up
    POST /signup
    {"email": "A@t.example", "password": "Correct-Horse-9", "data": {"name": "Ann"}}
    --
    200 OK
    {"access_token":"…","token_type":"bearer","expires_in":3600,"expires_at":…,"refresh_token":"…","user":{"id":"…","aud":"authenticated","role":"authenticated","email":"a@t.example","email_confirmed_at":"…","phone":"","last_sign_in_at":"…","app_metadata":{"provider":"email","providers":["email"]},"user_metadata":{"email":"a@t.example","email_verified":true,"name":"Ann","phone_verified":false,"sub":"…"},"identities":[{"identity_id":"…","id":"…","user_id":"…","identity_data":{"email":"a@t.example","email_verified":true,"name":"Ann","phone_verified":false,"sub":"…"},"provider":"email","last_sign_in_at":"…","created_at":"…","updated_at":"…","email":"a@t.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}}
    > keep A

    ### 2. sign up, same e-mail
    POST /signup
    {"email": "a@t.example", "password": "Correct-Horse-9"}
    --
    422 Unprocessable Entity
    X-Sb-Error-Code: user_already_exists
    {"code":"user_already_exists","message":"User already registered"}

    ### 4. sign up, weak password
    POST /signup
    {"email": "b@t.example", "password": "123"}
    --
    422 Unprocessable Entity
    {"code":"weak_password","message":"Password should be at least 6 characters.","weak_password":{"reasons":["length"]}}

    ### 5. sign up, no password
    POST /signup
    {"email": "b@t.example"}
    --
    400 Bad Request
    X-Sb-Error-Code: validation_failed
    {"code":"validation_failed","message":"Signup requires a valid password"}

    ### 6. sign up, bad e-mail
    POST /signup
    {"email": "nope", "password": "Correct-Horse-9"}
    --
    400 Bad Request
    X-Sb-Error-Code: validation_failed
    {"code":"validation_failed","message":"Unable to validate email address: invalid format"}

    ### 8. password grant
    POST /token?grant_type=password
    {"email": "a@t.example", "password": "Correct-Horse-9"}
    --
    200 OK
    {"access_token":"…","token_type":"bearer","expires_in":3600,"expires_at":…,"refresh_token":"…","user":{"id":"…","aud":"authenticated","role":"authenticated","email":"a@t.example","email_confirmed_at":"…","phone":"","confirmed_at":"…","last_sign_in_at":"…","app_metadata":{"provider":"email","providers":["email"]},"user_metadata":{"email":"a@t.example","email_verified":true,"name":"Ann","phone_verified":false,"sub":"…"},"identities":[{"identity_id":"…","id":"…","user_id":"…","identity_data":{"email":"a@t.example","email_verified":false,"name":"Ann","phone_verified":false,"sub":"…"},"provider":"email","last_sign_in_at":"…","created_at":"…","updated_at":"…","email":"a@t.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}}
    > keep B

    ### 9. wrong password
    POST /token?grant_type=password
    {"email": "a@t.example", "password": "nope-nope"}
    --
    400 Bad Request
    X-Sb-Error-Code: invalid_credentials
    {"code":"invalid_credentials","message":"Invalid login credentials"}

    ### 10. wrong password, legacy error body
    POST /token?grant_type=password
    X-Supabase-Api-Version: none
    {"email": "a@t.example", "password": "nope-nope"}
    --
    400 Bad Request
    X-Sb-Error-Code: invalid_credentials
    {"code":400,"error_code":"invalid_credentials","msg":"Invalid login credentials"}

    ### 12. unknown grant type
    POST /token?grant_type=zzz
    {}
    --
    400 Bad Request
    X-Sb-Error-Code: invalid_credentials
    {"code":"invalid_credentials","message":"unsupported_grant_type"}

    ### 13. refresh
    POST /token?grant_type=refresh_token
    {"refresh_token": "<B.refresh>"}
    --
    200 OK
    {"access_token":"…","token_type":"bearer","expires_in":3600,"expires_at":…,"refresh_token":"…","user":{"id":"…","aud":"authenticated","role":"authenticated","email":"a@t.example","email_confirmed_at":"…","phone":"","confirmed_at":"…","last_sign_in_at":"…","app_metadata":{"provider":"email","providers":["email"]},"user_metadata":{"email":"a@t.example","email_verified":true,"name":"Ann","phone_verified":false,"sub":"…"},"identities":[{"identity_id":"…","id":"…","user_id":"…","identity_data":{"email":"a@t.example","email_verified":false,"name":"Ann","phone_verified":false,"sub":"…"},"provider":"email","last_sign_in_at":"…","created_at":"…","updated_at":"…","email":"a@t.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}}
    > keep C

    ### 14. the old refresh token again inside the reuse interval
    POST /token?grant_type=refresh_token
    {"refresh_token": "<B.refresh>"}
    --
    200 OK
    {"access_token":"…","updated_at":"…","email":"a@t.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}}

    > do POST /token?grant_type=refresh_token {"refresh_token": "<C.refresh>"}
    > keep D
    > wait 11
    ### 16. RT2, the parent of the active token, past the interval
    POST /token?grant_type=refresh_token
    {"refresh_token": "<C.refresh>"}
    --
    200 OK
    {"access_token":"…","updated_at":"…","email":"a@t.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}}

    ### 17. RT1, an older ancestor, past the interval: reuse, whole family revoked
    POST /token?grant_type=refresh_token
    {"refresh_token": "<B.refresh>"}
    --
    400 Bad Request
    X-Sb-Error-Code: refresh_token_already_used
    {"code":"refresh_token_already_used","message":"Invalid Refresh Token: Already Used"}

    ### 18. the newest token of the revoked family, at once (its own reuse interval has only just begun)
    POST /token?grant_type=refresh_token
    {"refresh_token": "<D.refresh>"}
    --
    200 OK
    {"access_token":"…","updated_at":"…","email":"a@t.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}}

    > wait 11
    > try POST /token?grant_type=refresh_token {"refresh_token": "<B.refresh>"}
    > wait 60
    ### 20. the same, legacy error body
    POST /token?grant_type=refresh_token
    X-Supabase-Api-Version: none
    {"refresh_token": "<D.refresh>"}
    --
    400 Bad Request
    X-Sb-Error-Code: refresh_token_already_used
    {"code":400,"error_code":"refresh_token_already_used","msg":"Invalid Refresh Token: Already Used"}

    ### 21. unknown refresh token
    POST /token?grant_type=refresh_token
    {"refresh_token": "nope"}
    --
    400 Bad Request
    X-Sb-Error-Code: refresh_token_not_found
    {"code":"refresh_token_not_found","message":"Invalid Refresh Token: Refresh Token Not Found"}

    ### 22. empty refresh token
    POST /token?grant_type=refresh_token
    {"refresh_token": ""}
    --
    400 Bad Request
    {"error":"invalid_request","error_description":"refresh_token required"}

    ### 24. GET /user
    GET /user
    Authorization: Bearer <A.access>
    --
    200 OK
    {"id":"…","aud":"authenticated","role":"authenticated","email":"a@t.example","email_confirmed_at":"…","phone":"","confirmed_at":"…","last_sign_in_at":"…","app_metadata":{"provider":"email","providers":["email"]},"user_metadata":{"email":"a@t.example","email_verified":true,"name":"Ann","phone_verified":false,"sub":"…"},"identities":[{"identity_id":"…","id":"…","user_id":"…","identity_data":{"email":"a@t.example","email_verified":false,"name":"Ann","phone_verified":false,"sub":"…"},"provider":"email","last_sign_in_at":"…","created_at":"…","updated_at":"…","email":"a@t.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}

    ### 25. GET /user without a token
    GET /user
    --
    401 Unauthorized
    X-Sb-Error-Code: no_authorization
    {"code":"no_authorization","message":"This endpoint requires a Bearer token"}

    ### 26. GET /user, garbage token
    GET /user
    Authorization: Bearer garbage
    --
    403 Forbidden
    X-Sb-Error-Code: bad_jwt
    {"code":"bad_jwt","message":"invalid JWT: unable to parse or verify signature, token is malformed: token contains an invalid number of segments"}

    ### 28. GET /user, anon key
    GET /user
    Authorization: Bearer <anon>
    --
    403 Forbidden
    X-Sb-Error-Code: bad_jwt
    {"code":"bad_jwt","message":"invalid claim: missing sub claim"}

    ### 29. PUT /user: metadata
    PUT /user
    Authorization: Bearer <A.access>
    {"data": {"name": "Ann B", "theme": "dark"}}
    --
    200 OK
    {"id":"…","aud":"authenticated","role":"authenticated","email":"a@t.example","email_confirmed_at":"…","phone":"","confirmed_at":"…","last_sign_in_at":"…","app_metadata":{"provider":"email","providers":["email"]},"user_metadata":{"email":"a@t.example","email_verified":true,"name":"Ann B","phone_verified":false,"sub":"…","updated_at":"…","email":"a@t.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}

    ### 30. PUT /user: same password
    PUT /user
    Authorization: Bearer <A.access>
    {"password": "Correct-Horse-9"}
    --
    422 Unprocessable Entity
    X-Sb-Error-Code: same_password
    {"code":"same_password","message":"New password should be different from the old password."}

    ### 32. another session
    POST /token?grant_type=password
    {"email": "a@t.example", "password": "Correct-Horse-9"}
    --
    200 OK
    {"access_token":"…","updated_at":"…","email":"a@t.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}}
    > keep S

    ### 33. logout scope=local
    POST /logout?scope=local
    Authorization: Bearer <S.access>
    --
    204 No Content

    ### 34. its access token afterwards on /user
    GET /user
    Authorization: Bearer <S.access>
    --
    403 Forbidden
    X-Sb-Error-Code: session_not_found
    {"code":"session_not_found","message":"Session from session_id claim in JWT does not exist"}

    > do POST /token?grant_type=password {"email": "a@t.example", "password": "Correct-Horse-9"}
    > keep O
    ### 36. logout scope=others from the other session
    POST /logout?scope=others
    Authorization: Bearer <O.access>
    --
    204 No Content

    ### 37. logout (global)
    POST /logout
    Authorization: Bearer <O.access>
    --
    204 No Content

    ### 38. logout again with the same access token
    POST /logout
    Authorization: Bearer <O.access>
    --
    403 Forbidden
    X-Sb-Error-Code: session_not_found
    {"code":"session_not_found","message":"Session from session_id claim in JWT does not exist"}

    ### 40. recover (no SMTP configured)
    POST /recover
    {"email": "a@t.example"}
    --
    200 OK
    {}

    ### 41. recover, unknown e-mail
    POST /recover
    {"email": "nobody@t.example"}
    --
    200 OK
    {}

    > wait 0.01
    ### 42. otp
    POST /otp
    {"email": "a@t.example", "create_user": false}
    --
    429 Too Many Requests
    X-Sb-Error-Code: over_email_send_rate_limit
    {"code":"over_email_send_rate_limit","message":"For security purposes, you can only request this after 59 seconds."}

    ### 44. authorize with a disabled provider
    GET /authorize?provider=google
    --
    400 Bad Request
    X-Sb-Error-Code: validation_failed
    {"code":"validation_failed","message":"Unsupported provider: provider is not enabled"}

    ### 45. authorize with an unknown provider
    GET /authorize?provider=zzz
    --
    400 Bad Request
    X-Sb-Error-Code: validation_failed
    {"code":"validation_failed","message":"Unsupported provider: Provider zzz could not be found"}

    ### 46. id_token grant, provider apple, garbage token
    POST /token?grant_type=id_token
    {"provider": "apple", "id_token": "x.y.z"}
    --
    400 Bad Request
    X-Sb-Error-Code: provider_disabled
    {"code":"provider_disabled","message":"Provider (issuer \"https://appleid.apple.com\") is not enabled"}

    ### 48. pkce grant with an unknown code
    POST /token?grant_type=pkce
    {"auth_code": "283462d7-bf5f-4412-ae8a-03701f45e627", "code_verifier": "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"}
    --
    404 Not Found
    X-Sb-Error-Code: flow_state_not_found
    {"code":"flow_state_not_found","message":"invalid flow state, no valid flow state found"}

    ### 49. anonymous sign-in (disabled)
    POST /signup
    {"data": {}}
    --
    422 Unprocessable Entity
    X-Sb-Error-Code: anonymous_provider_disabled
    {"code":"anonymous_provider_disabled","message":"Anonymous sign-ins are disabled"}

    ### 50. list users
    GET /admin/users?page=1&per_page=1
    Authorization: Bearer <service>
    --
    200 OK
    Link: </admin/users?page=1&per_page=1>; rel="last"
    X-Total-Count: 1
    {"users":[{"id":"…","aud":"authenticated","role":"authenticated","email":"a@t.example","email_confirmed_at":"…","phone":"","confirmed_at":"…","recovery_sent_at":"…","last_sign_in_at":"…","theme":"dark"},"identities":null,"created_at":"…","updated_at":"…","is_anonymous":false}],"aud":"authenticated"}

    ### 52. admin call without a token
    GET /admin/users
    --
    401 Unauthorized
    X-Sb-Error-Code: no_authorization
    {"code":"no_authorization","message":"This endpoint requires a Bearer token"}

    ### 53. get a user
    GET /admin/users/<A.user>
    Authorization: Bearer <service>
    --
    200 OK
    {"id":"…","aud":"authenticated","role":"authenticated","email":"a@t.example","email_confirmed_at":"…","phone":"","confirmed_at":"…","recovery_sent_at":"…","last_sign_in_at":"…","app_metadata":{"provider":"email","providers":["email"]},"user_metadata":{"email":"a@t.example","email_verified":true,"name":"Ann B",…","updated_at":"…","email":"a@t.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}

    ### 54. delete the user
    DELETE /admin/users/<A.user>
    Authorization: Bearer <service>
    --
    200 OK
    {}

    ### 56. delete with an invalid id
    DELETE /admin/users/nope
    Authorization: Bearer <service>
    --
    404 Not Found
    X-Sb-Error-Code: validation_failed
    {"code":"validation_failed","message":"user_id must be an UUID"}

    ### 57. the deleted user's access token on /user
    GET /user
    Authorization: Bearer <A.access>
    --
    403 Forbidden
    X-Sb-Error-Code: user_not_found
    {"code":"user_not_found","message":"User from sub claim in JWT does not exist"}

    ### 58. the deleted user's refresh token
    POST /token?grant_type=refresh_token
    {"refresh_token": "<A.refresh>"}
    --
    400 Bad Request
    X-Sb-Error-Code: refresh_token_not_found
    {"code":"refresh_token_not_found","message":"Invalid Refresh Token: Refresh Token Not Found"}

    ### 60. PostgREST with the deleted user's access token: it is still a valid JWT
    GET /user_notes?select=id
    X-Supabase-Api-Version: none
    Authorization: Bearer <A.access>
    --
    200 OK
    Content-Range: */*
    Content-Location: /user_notes?select=id
    Content-Type: application/json; charset=utf-8
    []

    ### 61. …and a write fails on the foreign key
    POST /user_notes
    X-Supabase-Api-Version: none
    Prefer: return=minimal
    Authorization: Bearer <A.access>
    {"user_id": "<A.user>", "verse_ref": "x", "note_text": "y"}
    --
    409 Conflict
    Content-Type: application/json; charset=utf-8
    Proxy-Status: PostgREST; error=23503
    {"code":"23503","details":"Key is not present in table \"users\".","hint":null,"message":"insert or update on table \"sync_heads\" violates foreign key constraint \"sync_heads_user_id_fkey\""}

    ### 62. health
    GET /health
    X-Supabase-Api-Version: none
    --
    200 OK
    {"version":"lectern","name":"GoTrue","description":"GoTrue is a user registration and authentication API"}

    ### 64. unknown path
    GET /nope
    --
    404 Not Found
    Content-Type: text/plain; charset=utf-8
    X-Content-Type-Options: nosniff
    404 page not found

    ### 65. method not allowed
    GET /token
    --
    405 Method Not Allowed
    Allow: POST

    ### 66. preflight
    OPTIONS /token?grant_type=password
    X-Supabase-Api-Version: none
    Origin: http://127.0.0.1:3000
    Access-Control-Request-Method: POST
    Access-Control-Request-Headers: apikey,authorization,content-type,x-client-info,x-supabase-api-version
    --
    200 OK
    """##
}
