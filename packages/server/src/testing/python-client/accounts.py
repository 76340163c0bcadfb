"""Users and workspaces through the genuine client."""

import httpx
from argilla.client.sdk.commons.errors import ValidationApiError
from argilla.client.users import User
from argilla.client.workspaces import Workspace
from connect import URL, connect, refused

connect()
team = Workspace.create("team")
assert team.name in [workspace.name for workspace in Workspace.list()]
assert Workspace.from_name("team").id == team.id == Workspace.from_id(team.id).id
assert "already exists" in refused(lambda: Workspace.create("team"), ValueError)

# Programs sign in as those they create with the key of this reply.
ann = User.create(username="ann", first_name="Ann", last_name="Bee", password="a-long-password", workspaces=["team"])
assert (ann.full_name, ann.role.value) == ("Ann Bee", "annotator")
assert [workspace.name for workspace in ann.workspaces] == ["team"]
assert "already exists" in refused(lambda: User.create(username="ann", password="a-long-password"), KeyError)
# Answered as a text, the only form of a 422 that `User.create` survives.
nowhere = lambda: User.create(username="bob", password="a-long-password", workspaces=["nowhere"])  # noqa: E731
assert "nowhere" in refused(nowhere, ValidationApiError, RuntimeError, ValueError)
assert {"owner", "ann"} <= {user.username for user in User.list()}
assert User.from_id(ann.id).username == User.from_name("ann").username == "ann"

assert [user.username for user in team.users] == ["ann"]
refused(lambda: team.add_user(ann.id), ValueError)
team.delete_user(ann.id)
assert team.users == []
refused(lambda: team.delete_user(ann.id), ValueError)
team.add_user(ann.id)

# What an annotator may not do is refused by the server, however the client asks.
key = ann.api_key
connect(key, "team")
assert [workspace.name for workspace in Workspace.list()] == ["team"]
for method, path in [("GET", "/api/users"), ("POST", "/api/workspaces"), ("DELETE", f"/api/users/{ann.id}")]:
    body = {"name": "mine"} if method == "POST" else None
    reply = httpx.request(method, URL + path, headers={"X-Argilla-Api-Key": key}, json=body)
    assert reply.status_code == 403, (method, path, reply.text)

connect()
User.from_name("ann").delete()
assert "ann" not in {user.username for user in User.list()}
team.delete()
refused(lambda: Workspace.from_name("team"), ValueError)
