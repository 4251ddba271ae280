"""Accounts through Python's `supabase`, against `lectern serve --confirm-email`."""
import json
import urllib.error
import urllib.parse
import urllib.request

from cloud import Cloud
from supabase import ClientOptions, create_client
from supabase_auth.errors import AuthApiError

PASSWORD = "correct-horse-9"


class Town:
    """One cloud that mails codes, and whoever reads its mails."""

    def __init__(self, lectern):
        self.cloud = Cloud(lectern, "--confirm-email")

    def client(self, key=None, flow="implicit"):
        return create_client(
            self.cloud.url, key or self.cloud.anon, ClientOptions(flow_type=flow))

    def mails(self, email):
        address = f"{self.cloud.url}/mailbox/v1?email={urllib.parse.quote(email)}"
        request = urllib.request.Request(address, headers={"apikey": self.cloud.anon})
        with urllib.request.urlopen(request, timeout=10) as answer:
            return json.load(answer)["mails"]

    def mail(self, email):
        return self.mails(email)[0]

    def settle(self, email):
        """A client that signed up and confirmed."""
        client = self.client()
        client.auth.sign_up({"email": email, "password": PASSWORD})
        client.auth.verify_otp(
            {"email": email, "token": self.mail(email)["code"], "type": "email"})
        return client


def refused(code, action):
    try:
        action()
    except AuthApiError as error:
        assert error.code == code, f"{error.code} for {code}: {error.message}"
        return
    raise AssertionError(f"{code} was expected")


def follow(link):
    """Where a link of a mail leads, without going there."""

    class Stay(urllib.request.HTTPRedirectHandler):
        def redirect_request(self, *_):
            return None

    try:
        urllib.request.build_opener(Stay).open(link, timeout=10)
    except urllib.error.HTTPError as answer:
        return urllib.parse.urlparse(answer.headers["Location"])
    raise AssertionError("the link led nowhere")


def signing_up(town):
    """A code confirms the address, once; then the password signs in."""
    client = town.client()
    email = "ann@t.example"
    made = client.auth.sign_up(
        {"email": email, "password": PASSWORD, "options": {"data": {"name": "Ann"}}})
    assert made.session is None and made.user.email_confirmed_at is None
    sign_in = {"email": email, "password": PASSWORD}
    refused("email_not_confirmed", lambda: client.auth.sign_in_with_password(sign_in))
    code = {"email": email, "token": town.mail(email)["code"], "type": "email"}
    refused("otp_expired", lambda: client.auth.verify_otp({**code, "token": "12345x"}))
    assert client.auth.verify_otp(code).session.access_token
    refused("otp_expired", lambda: client.auth.verify_otp(code))
    assert client.auth.get_user().user.user_metadata["name"] == "Ann"
    session = client.auth.sign_in_with_password(sign_in).session
    assert client.auth.refresh_session().session.refresh_token != session.refresh_token
    client.auth.sign_out()
    refused("refresh_token_not_found", lambda: client.auth.refresh_session(session.refresh_token))
    again = town.client().auth.sign_up(sign_in)
    assert again.user.identities == [], "an address that is taken looks like a new one"


def resetting(town):
    """A forgotten password is replaced, and every other session ends."""
    email = "bob@t.example"
    other = town.settle(email)
    client = town.client()
    client.auth.reset_password_for_email(email)
    code = town.mail(email)["code"]
    refused("over_email_send_rate_limit", lambda: client.auth.reset_password_for_email(email))
    client.auth.verify_otp({"email": email, "token": code, "type": "recovery"})
    refused("same_password", lambda: client.auth.update_user({"password": PASSWORD}))
    client.auth.update_user({"password": "newer-horse-8"})
    refused("session_not_found", lambda: other.auth.get_user())
    refused("invalid_credentials", lambda: town.client().auth.sign_in_with_password(
        {"email": email, "password": PASSWORD}))
    assert town.client().auth.sign_in_with_password(
        {"email": email, "password": "newer-horse-8"}).session


def exchanging(town):
    """A link ends with a code that only the client who asked can exchange."""
    email = "cat@t.example"
    town.settle(email)
    client = town.client(flow="pkce")
    client.auth.sign_in_with_otp({"email": email, "options": {"should_create_user": False}})
    back = follow(town.mail(email)["link"])
    code = urllib.parse.parse_qs(back.query)["code"][0]
    refused("bad_code_verifier", lambda: client.auth.exchange_code_for_session(
        {"auth_code": code, "code_verifier": "x" * 50}))
    session = client.auth.exchange_code_for_session({"auth_code": code}).session
    assert session.user.email == email
    refused("otp_disabled", lambda: client.auth.sign_in_with_otp(
        {"email": "nobody@t.example", "options": {"should_create_user": False}}))


def moving(town):
    """A new address is confirmed by both."""
    client = town.settle("dan@t.example")
    asked = client.auth.update_user({"email": "dan2@t.example"}).user
    assert asked.new_email == "dan2@t.example" and asked.email == "dan@t.example"
    for email in ("dan2@t.example", "dan@t.example"):
        done = client.auth.verify_otp(
            {"email": email, "token": town.mail(email)["code"], "type": "email_change"})
    assert done.user.email == "dan2@t.example"


def vouching(town):
    """A token that a provider signed signs in, and links to the account of its address."""
    client = town.settle("eve@t.example")
    user = client.auth.get_user().user.id
    token = town.cloud.run(
        "return cloud.identity_provider('google'):token{sub = '7', email = 'eve@t.example'}")
    other = town.client()
    session = other.auth.sign_in_with_id_token({"provider": "google", "token": token}).session
    assert session.user.id == user
    assert [one.provider for one in other.auth.get_user_identities().identities] == [
        "email", "google"]
    refused(None, lambda: other.auth.sign_in_with_id_token(
        {"provider": "google", "token": token, "nonce": "none was sent"}))


def administering(town):
    """Whoever runs the project makes, bans and deletes accounts."""
    admin = town.client(town.cloud.service).auth.admin
    made = admin.create_user(
        {"email": "fay@t.example", "password": PASSWORD, "email_confirm": True}).user
    client = town.client()
    client.auth.sign_in_with_password({"email": "fay@t.example", "password": PASSWORD})
    client.table("user_notes").insert({"verse_ref": "john 3:16", "note_text": "x"}).execute()
    assert admin.get_user_by_id(made.id).user.email == "fay@t.example"
    assert made.id in [user.id for user in admin.list_users()]
    admin.update_user_by_id(made.id, {"ban_duration": "1h"})
    refused("user_banned", lambda: client.auth.refresh_session())
    admin.update_user_by_id(made.id, {"ban_duration": "none"})
    link = admin.generate_link({"type": "recovery", "email": "fay@t.example"})
    assert town.client().auth.verify_otp(
        {"token_hash": link.properties.hashed_token, "type": "recovery"}).session
    admin.delete_user(made.id)
    refused("user_not_found", lambda: client.auth.get_user())
    refused("not_admin", lambda: town.client().auth.admin.list_users())


TESTS = [signing_up, resetting, exchanging, moving, vouching, administering]
