"""Hostile input at every address: paths, queries, bodies, methods and content types. Refused in words, never a 500."""

from urllib.parse import quote

import pytest

from tests.hostile.addresses import Address, all_addresses, own_addresses
from tests.hostile.attacker import FORM, JSON, Attacker
from tests.hostile.bodies import QUERIES, bodies, spoiled
from tests.hostile.world import ROLES, World, values_for

HTMX = {"HX-Request": "true"}
PARAMETERS = ("0", "nobody-knows", "x" * 600, "9" * 40, "-1", "%00", "a%00b", "%ED%B3%BF", "%FF",
              "%3Cb%3Ehostile%3C/b%3E", "..%2f..%2fetc", "%0d%0aSet-Cookie:x=y", "%E2%80%AEevil",
              "%5C%5Cevil.example")  # fmt: skip
METHODS = ("PUT", "PATCH", "DELETE", "TRACE", "BREW")
BROKEN = {
    "application/json": b'{"action": "forfeit", "seq": ',
    "text/plain": b"action=forfeit",
    "application/xml": b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>',
    "multipart/form-data; boundary=x": b'--x\r\nContent-Disposition: form-data; name="action"\r\n\r\nforf',
    "multipart/form-data": b"no boundary",
    f"{FORM}; charset=utf-7": b"action=%2BADw-b%2BAD4-",
    f"{FORM}; charset=nonsense": b"action=x",
    FORM: b"&".join(b"a%d=1" % number for number in range(300)),
}
OFF_SITE = (
    "//evil.example", "https://evil.example", "/\\evil.example", "\\\\evil.example", "http:///evil.example",
    "javascript:alert(1)", "data:text/html,x", "\t//evil.example", "https:evil.example", "//evil.example\\@testserver",
    "http://testserver@evil.example", "//testserver.evil.example", "\x00//evil.example", "////evil.example",
)  # fmt: skip
WITHOUT_BODY = ("/healthz", "/readyz", "/metrics", "/accounts/inactive/")
SAME_FORM = "tournaments:about"  # shows what `tournaments:new` makes of the same fields


def reads_a_query(address: Address) -> bool:
    """Of the admin only lists do, and every list in the same way."""
    return not address.admin or address.name.endswith("_changelist")


@pytest.mark.parametrize("address", [each for each in all_addresses() if each.parameters], ids=str)
def test_no_parameter_of_a_path_breaks_it(world: World, address: Address) -> None:
    attacker, values = Attacker(world, "admin" if address.admin else "player"), values_for(world, address)
    for name in address.parameters:
        for number, value in enumerate(PARAMETERS):
            if number % 5 == 0 or not address.admin:
                path = address.path({**values, name: value})
                attacker.send(f"{name} in the path", "post" if number % 4 == 3 else "get", path)


@pytest.mark.parametrize("address", [each for each in all_addresses() if reads_a_query(each)], ids=str)
def test_no_query_breaks_it(world: World, address: Address) -> None:
    attacker, path = Attacker(world, "admin" if address.admin else "player"), address.path(values_for(world, address))
    values = {kind: value[:3000] for kind, value in spoiled(world).items() if isinstance(value, str)}
    if attacker.send("plain", "get", path)[0] == 405:
        return
    for kind in values if address.admin else ("huge", "surrogate", "NUL"):
        attacker.ask(f"all is {kind}", path, dict.fromkeys(QUERIES, values[kind]))
    for number, name in enumerate(() if address.admin else QUERIES):
        kind = list(values)[1:][number % (len(values) - 1)]
        attacker.ask(f"{name} is {kind}", path, {name: values[kind]})


@pytest.mark.parametrize("address", own_addresses(), ids=str)
def test_no_method_and_no_content_type_breaks_it(world: World, address: Address) -> None:
    attacker, path = Attacker(world, "player"), address.path(values_for(world, address))
    for method in METHODS:
        attacker.send(method, method, path, b"")
    for content_type, body in BROKEN.items():
        attacker.send(content_type, "POST", path, body, content_type=content_type, headers=JSON)


@pytest.mark.parametrize("address", own_addresses(), ids=str)
def test_no_field_of_a_body_breaks_it(world: World, address: Address) -> None:
    body, path = bodies(world).get(address.name), address.path(values_for(world, address))
    if body is None:
        allowed = "takes no POST" if world.client("player").post(path).status_code == 405 else address.template
        assert allowed in ("takes no POST", *WITHOUT_BODY), "put what it reads into bodies.py"
        return
    organised = address.name.startswith("tournaments:") and address.parameters
    attacker = Attacker(world, "organiser" if organised else "player")
    for kind, value in spoiled(world).items():
        for name in body if address.name != SAME_FORM else ():
            attacker.post(f"{name} is {kind}", path, {**body, name: value})
        attacker.post(f"all is {kind}", path, dict.fromkeys(body, value))


@pytest.mark.parametrize("address", own_addresses(), ids=str)
def test_nobody_gets_further_with_an_empty_body(world: World, address: Address) -> None:
    path = address.path(values_for(world, address))
    for role in ROLES:
        attacker = Attacker(world, role)
        attacker.send(f"empty as {role}", "post", path, headers=JSON)
        if role in ("anonymous", "player"):
            attacker.send(f"empty by htmx as {role}", "post", path, headers=HTMX)
            attacker.send(f"empty by a browser as {role}", "post", path)


@pytest.mark.parametrize("address", own_addresses(), ids=str)
def test_no_next_leads_off_the_site(world: World, address: Address) -> None:
    body, path = bodies(world).get(address.name, {}), address.path(values_for(world, address))
    for role in ("anonymous", "player"):
        attacker = Attacker(world, role)
        for number, where in enumerate(OFF_SITE if "next" in body else OFF_SITE[:1]):
            method, data = ("post", {**body, "next": where}) if number % 2 else ("get", "")
            attacker.send(where, method, f"{path}?next={quote(where)}", data)
            status, text = attacker.send(where, "post", path, {**body, "next": where}, headers=JSON)
            assert status >= 400 or "evil" not in text, (path, where)
