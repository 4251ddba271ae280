/// Sign-up by mail, resends and links, as Auth answered.
enum RecordedSignUps {
  static let text = ##"""
    > set confirm on
    > set interval 0
    > set characters 8
    > set sets on
    > set redirects on
    ### 1. sign up
    POST /signup
    {"email": "Ann@f.example", "password": "Correct-Horse-9", "data": {"name": "Ann"}}
    --
    200 OK
    {"id":"…","aud":"authenticated","role":"authenticated","email":"ann@f.example","phone":"","confirmation_sent_at":"…","app_metadata":{"provider":"email","providers":["email"]},"user_metadata":{"email":"ann@f.example","email_verified":false,"name":"Ann","phone_verified":false,"sub":"…"},"identities":[{"identity_id":"…","id":"…","user_id":"…","identity_data":{"email":"ann@f.example","email_verified":false,"name":"Ann","phone_verified":false,"sub":"…"},"provider":"email","last_sign_in_at":"…","created_at":"…","updated_at":"…","email":"ann@f.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}
    > mail C1 ann@f.example

    ### 2. password sign-in before confirmation
    POST /token?grant_type=password
    {"email": "ann@f.example", "password": "Correct-Horse-9"}
    --
    400 Bad Request
    X-Sb-Error-Code: email_not_confirmed
    {"code":"email_not_confirmed","message":"Email not confirmed"}

    ### 4. wrong password before confirmation
    POST /token?grant_type=password
    {"email": "ann@f.example", "password": "Wrong-Horse-9"}
    --
    400 Bad Request
    X-Sb-Error-Code: invalid_credentials
    {"code":"invalid_credentials","message":"Invalid login credentials"}

    ### 5. sign up again, same unconfirmed address, another password
    POST /signup
    {"email": "ann@f.example", "password": "Other-Horse-7", "data": {"name": "Ann 2"}}
    --
    200 OK
    {"id":"…","aud":"authenticated","role":"authenticated","email":"ann@f.example","phone":"","confirmation_sent_at":"…","app_metadata":{"provider":"email","providers":["email"]},"user_metadata":{"email":"ann@f.example","email_verified":false,"name":"Ann","phone_verified":false,"sub":"…"},"identities":[{"identity_id":"…","id":"…","user_id":"…","identity_data":{"email":"ann@f.example","email_verified":false,"name":"Ann","phone_verified":false,"sub":"…"},"provider":"email","last_sign_in_at":"…","created_at":"…","updated_at":"…","email":"ann@f.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}
    > mail C2 ann@f.example

    ### 6. verify signup, wrong code
    POST /verify
    {"type": "signup", "email": "ann@f.example", "token": "000000"}
    --
    403 Forbidden
    X-Sb-Error-Code: otp_expired
    {"code":"otp_expired","message":"Token has expired or is invalid"}

    ### 8. verify signup, the code of the first mail (superseded)
    POST /verify
    {"type": "signup", "email": "ann@f.example", "token": "<C1.code>"}
    --
    403 Forbidden
    X-Sb-Error-Code: otp_expired
    {"code":"otp_expired","message":"Token has expired or is invalid"}

    ### 9. verify signup, right code, unknown address
    POST /verify
    {"type": "signup", "email": "nobody@f.example", "token": "<C2.code>"}
    --
    403 Forbidden
    X-Sb-Error-Code: otp_expired
    {"code":"otp_expired","message":"Token has expired or is invalid"}

    ### 10. verify signup, code without an address
    POST /verify
    {"type": "signup", "token": "<C2.code>"}
    --
    400 Bad Request
    X-Sb-Error-Code: validation_failed
    {"code":"validation_failed","message":"Only an email address or phone number should be provided on verify"}

    ### 12. verify, no type
    POST /verify
    {"email": "ann@f.example", "token": "<C2.code>"}
    --
    400 Bad Request
    X-Sb-Error-Code: validation_failed
    {"code":"validation_failed","message":"Verify requires a verification type"}

    ### 13. verify, unknown type
    POST /verify
    {"type": "zzz", "email": "ann@f.example", "token": "<C2.code>"}
    --
    403 Forbidden
    X-Sb-Error-Code: otp_expired
    {"code":"otp_expired","message":"Token has expired or is invalid"}

    ### 14. verify, right code with type=recovery (wrong type)
    POST /verify
    {"type": "recovery", "email": "ann@f.example", "token": "<C2.code>"}
    --
    403 Forbidden
    X-Sb-Error-Code: otp_expired
    {"code":"otp_expired","message":"Token has expired or is invalid"}

    > do POST /verify {"type": "signup", "email": "ann@f.example", "token": "<C2.code>"}
    ### 16. verify signup, the same code again (used)
    POST /verify
    {"type": "signup", "email": "ann@f.example", "token": "<C2.code>"}
    --
    403 Forbidden
    X-Sb-Error-Code: otp_expired
    {"code":"otp_expired","message":"Token has expired or is invalid"}

    ### 17. password sign-in after confirmation
    POST /token?grant_type=password
    {"email": "ann@f.example", "password": "Correct-Horse-9"}
    --
    200 OK
    {"access_token":"…","token_type":"bearer","expires_in":3600,"expires_at":…,"refresh_token":"…","user":{"id":"…","created_at":"…","updated_at":"…","email":"ann@f.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}}

    ### 18. the second sign-up's password
    POST /token?grant_type=password
    {"email": "ann@f.example", "password": "Other-Horse-7"}
    --
    400 Bad Request
    X-Sb-Error-Code: invalid_credentials
    {"code":"invalid_credentials","message":"Invalid login credentials"}

    ### 20. the same with a too weak password: checked first
    POST /signup
    {"email": "ann@f.example", "password": "abc"}
    --
    422 Unprocessable Entity
    {"code":"weak_password","message":"Password should be at least 8 characters. Password should contain at least one character of each: abcdefghijklmnopqrstuvwxyz, ABCDEFGHIJKLMNOPQRSTUVWXYZ, 0123456789.","weak_password":{"reasons":["length","characters"]}}

    ### 21. sign up, weak password: required characters
    POST /signup
    {"email": "w@f.example", "password": "alllowercase"}
    --
    422 Unprocessable Entity
    {"code":"weak_password","message":"Password should contain at least one character of each: abcdefghijklmnopqrstuvwxyz, ABCDEFGHIJKLMNOPQRSTUVWXYZ, 0123456789.","weak_password":{"reasons":["characters"]}}

    ### 22. sign up, weak password, legacy error body
    POST /signup
    X-Supabase-Api-Version: none
    {"email": "w@f.example", "password": "abc"}
    --
    422 Unprocessable Entity
    X-Sb-Error-Code: weak_password
    {"code":422,"error_code":"weak_password","msg":"Password should be at least 8 characters. Password should contain at least one character of each: abcdefghijklmnopqrstuvwxyz, ABCDEFGHIJKLMNOPQRSTUVWXYZ, 0123456789.","weak_password":{"reasons":["length","characters"]}}

    ### 24. anonymous sign-in (disabled)
    POST /signup
    {"data": {"name": "x"}}
    --
    422 Unprocessable Entity
    X-Sb-Error-Code: anonymous_provider_disabled
    {"code":"anonymous_provider_disabled","message":"Anonymous sign-ins are disabled"}

    > do POST /signup {"email": "bob@f.example", "password": "Correct-Horse-9"}
    > mail B1 bob@f.example
    ### 25. resend signup
    POST /resend
    {"type": "signup", "email": "bob@f.example"}
    --
    200 OK
    {}
    > mails 1
    > mail B2 bob@f.example

    ### 26. the first code after the resend
    POST /verify
    {"type": "signup", "email": "bob@f.example", "token": "<B1.code>"}
    --
    403 Forbidden
    X-Sb-Error-Code: otp_expired
    {"code":"otp_expired","message":"Token has expired or is invalid"}

    > do POST /verify {"type": "signup", "email": "bob@f.example", "token": "<B2.code>"}
    ### 28. resend signup for a confirmed address
    POST /resend
    {"type": "signup", "email": "bob@f.example"}
    --
    200 OK
    {}
    > mails 0

    ### 29. resend signup for an unknown address
    POST /resend
    {"type": "signup", "email": "nobody@f.example"}
    --
    200 OK
    {}
    > mails 0

    ### 30. resend with a type that cannot be resent
    POST /resend
    {"type": "recovery", "email": "bob@f.example"}
    --
    400 Bad Request
    X-Sb-Error-Code: validation_failed
    {"code":"validation_failed","message":"Missing one of these types: signup, email_change, sms, phone_change"}

    ### 32. resend email_change with no change pending
    POST /resend
    {"type": "email_change", "email": "bob@f.example"}
    --
    200 OK
    {}
    > mails 0

    > do POST /signup {"email": "cat@f.example", "password": "Correct-Horse-9"}
    > mail K cat@f.example
    ### 33. verify by token_hash together with an address
    POST /verify
    {"type": "signup", "token_hash": "<K.hash>", "email": "cat@f.example"}
    --
    400 Bad Request
    X-Sb-Error-Code: validation_failed
    {"code":"validation_failed","message":"Only the token_hash and type should be provided"}

    ### 34. verify by token_hash and token together
    POST /verify
    {"type": "signup", "token_hash": "<K.hash>", "token": "<K.code>"}
    --
    400 Bad Request
    X-Sb-Error-Code: validation_failed
    {"code":"validation_failed","message":"Verify requires either a token or a token hash"}

    ### 36. verify by token_hash
    POST /verify
    {"type": "signup", "token_hash": "<K.hash>"}
    --
    200 OK
    {"access_token":"…","token_type":"bearer","expires_in":3600,"expires_at":…,"refresh_token":"…","user":{"id":"…","created_at":"…","updated_at":"…","email":"cat@f.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}}

    ### 37. verify by token_hash, used
    POST /verify
    {"type": "signup", "token_hash": "<K.hash>"}
    --
    403 Forbidden
    X-Sb-Error-Code: otp_expired
    {"code":"otp_expired","message":"Email link is invalid or has expired"}

    > do POST /signup {"email": "cat2@f.example", "password": "Correct-Horse-9"}
    > mail K2 cat2@f.example
    ### 38. verify by token_hash, type=email
    POST /verify
    {"type": "email", "token_hash": "<K2.hash>"}
    --
    200 OK
    {"access_token":"…","token_type":"bearer","expires_in":3600,"expires_at":…,"refresh_token":"…","user":{"id":"…","created_at":"…","updated_at":"…","email":"cat2@f.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}}

    > do POST /signup?redirect_to=org.example.app%3A%2F%2Fauth%2Fcallback {"email": "dan@f.example", "password": "Correct-Horse-9"}
    > mail D dan@f.example
    > do GET /verify?token=<D.hash>&type=signup&redirect_to=org.example.app://auth/callback
    ### 40. follow the link again
    GET /verify?token=<D.hash>&type=signup&redirect_to=org.example.app://auth/callback
    X-Supabase-Api-Version: none
    --
    303 See Other
    Content-Type: text/html; charset=utf-8
    Location: org.example.app://auth/callback#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired
    <a href="…

    ### 41. GET /verify with a wrong token and the app's address
    GET /verify?token=nope&type=signup&redirect_to=org.example.app%3A%2F%2Fauth%2Fcallback
    X-Supabase-Api-Version: none
    --
    303 See Other
    Content-Type: text/html; charset=utf-8
    Location: org.example.app://auth/callback#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired
    <a href="…

    ### 42. GET /verify without a token
    GET /verify?type=signup
    X-Supabase-Api-Version: none
    --
    400 Bad Request
    X-Sb-Error-Code: validation_failed
    {"code":400,"error_code":"validation_failed","msg":"Verify requires a token or a token hash"}

    ### 44. the same, legacy error body
    POST /otp
    X-Supabase-Api-Version: none
    {"email": "nobody@f.example", "create_user": false}
    --
    422 Unprocessable Entity
    X-Sb-Error-Code: otp_disabled
    {"code":422,"error_code":"otp_disabled","msg":"Signups not allowed for otp"}

    ### 45. otp, create_user=false, known address
    POST /otp
    {"email": "ann@f.example", "create_user": false}
    --
    200 OK
    {}
    > mail O ann@f.example

    ### 46. verify type=email, wrong code
    POST /verify
    {"type": "email", "email": "ann@f.example", "token": "000000"}
    --
    403 Forbidden
    X-Sb-Error-Code: otp_expired
    {"code":"otp_expired","message":"Token has expired or is invalid"}

    ### 48. verify type=email, right code
    POST /verify
    {"type": "email", "email": "ann@f.example", "token": "<O.code>"}
    --
    200 OK
    {"access_token":"…","token_type":"bearer","expires_in":3600,"expires_at":…,"refresh_token":"…","user":{"id":"…","aud":"authenticated","role":"authenticated","email":"ann@f.example","email_confirmed_at":"…","phone":"","confirmation_sent_at":"…","confirmed_at":"…","recovery_sent_at":"…","last_sign_in_at":"…","app_metadata":{"provider":"email","providers":["email"]},"user_metadata":{"email":"ann@f.example","email_verified":true,"name":"Ann","phone_verified":false,"sub":"…"},"identities":[{"identity_id":"…","id":"…","user_id":"…","identity_data":{"email":"ann@f.example","email_verified":true,"name":"Ann","phone_verified":false,"sub":"…"},"provider":"email","last_sign_in_at":"…","created_at":"…","updated_at":"…","email":"ann@f.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}}

    ### 49. the same code again (used)
    POST /verify
    {"type": "email", "email": "ann@f.example", "token": "<O.code>"}
    --
    403 Forbidden
    X-Sb-Error-Code: otp_expired
    {"code":"otp_expired","message":"Token has expired or is invalid"}

    > do POST /otp {"email": "ann@f.example", "create_user": false}
    > mail O2 ann@f.example
    ### 50. verify type=magiclink, right code
    POST /verify
    {"type": "magiclink", "email": "ann@f.example", "token": "<O2.code>"}
    --
    200 OK
    {"access_token":"…","token_type":"bearer","expires_in":3600,"expires_at":…,"refresh_token":"…","user":{"id":"…","created_at":"…","updated_at":"…","email":"ann@f.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}}

    > do POST /otp {"email": "ann@f.example", "create_user": false}
    > mail O3 ann@f.example
    ### 52. verify by token_hash, type=magiclink
    POST /verify
    {"type": "magiclink", "token_hash": "<O3.hash>"}
    --
    200 OK
    {"access_token":"…","token_type":"bearer","expires_in":3600,"expires_at":…,"refresh_token":"…","user":{"id":"…","created_at":"…","updated_at":"…","email":"ann@f.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}}

    > do POST /otp {"email": "ann@f.example", "create_user": false}
    > mail O4 ann@f.example
    > do POST /otp {"email": "ann@f.example", "create_user": false}
    > mail O5 ann@f.example
    ### 53. the code of the mail before the newest
    POST /verify
    {"type": "email", "email": "ann@f.example", "token": "<O4.code>"}
    --
    403 Forbidden
    X-Sb-Error-Code: otp_expired
    {"code":"otp_expired","message":"Token has expired or is invalid"}

    ### 54. the newest code
    POST /verify
    {"type": "email", "email": "ann@f.example", "token": "<O5.code>"}
    --
    200 OK
    {"access_token":"…","token_type":"bearer","expires_in":3600,"expires_at":…,"refresh_token":"…","user":{"id":"…","created_at":"…","updated_at":"…","email":"ann@f.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}}

    > do POST /otp {"email": "eve@f.example", "data": {"name": "Eve"}}
    ### 56. otp, create_user=false, for that unconfirmed user
    POST /otp
    {"email": "eve@f.example", "create_user": false}
    --
    200 OK
    {}
    > mail E eve@f.example

    ### 57. verify type=magiclink with the code of a confirmation mail
    POST /verify
    {"type": "magiclink", "email": "eve@f.example", "token": "<E.code>"}
    --
    403 Forbidden
    X-Sb-Error-Code: otp_expired
    {"code":"otp_expired","message":"Token has expired or is invalid"}

    ### 58. verify type=email with it: confirms and signs in
    POST /verify
    {"type": "email", "email": "eve@f.example", "token": "<E.code>"}
    --
    200 OK
    {"access_token":"…","token_type":"bearer","expires_in":3600,"expires_at":…,"refresh_token":"…","user":{"id":"…","aud":"authenticated","role":"authenticated","email":"eve@f.example","email_confirmed_at":"…","phone":"","confirmation_sent_at":"…","confirmed_at":"…","last_sign_in_at":"…","app_metadata":{"provider":"email","providers":["email"]},"user_metadata":{"email":"eve@f.example","email_verified":true,"name":"Eve","phone_verified":false,"sub":"…"},"identities":[{"identity_id":"…","id":"…","user_id":"…","identity_data":{"email":"eve@f.example","email_verified":true,"name":"Eve","phone_verified":false,"sub":"…"},"provider":"email","last_sign_in_at":"…","created_at":"…","updated_at":"…","email":"eve@f.example"}],"created_at":"…","updated_at":"…","is_anonymous":false}}

    ### 60. otp without an address
    POST /otp
    {"create_user": false}
    --
    400 Bad Request
    X-Sb-Error-Code: validation_failed
    {"code":"validation_failed","message":"One of email or phone must be set"}

    ### 61. otp with a bad address
    POST /otp
    {"email": "nope", "create_user": false}
    --
    422 Unprocessable Entity
    X-Sb-Error-Code: otp_disabled
    {"code":"otp_disabled","message":"Signups not allowed for otp"}
    """##
}
