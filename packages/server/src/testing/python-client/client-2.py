"""Drives the existing Python client 2.x against a running server: python client-2.py URL OWNER_KEY.

Accounts that sign in with the key they were given, and searches by similarity that are read to their end.
"""

import sys
import warnings
from datetime import datetime

warnings.simplefilter("ignore")

import argilla as rg  # noqa: E402

URL, OWNER_KEY = sys.argv[1], sys.argv[2]
RECORDS = 260  # More than two of the client's pages.

owner = rg.Argilla(api_url=URL, api_key=OWNER_KEY)
assert owner.me.username == "owner"
team = rg.Workspace(name="team-2", client=owner).create()

# The client makes accounts, but keeps their keys to itself: the reply that holds one is read as it comes.
made = rg.User(username="bea", password="a-long-password", client=owner).create()
assert (made.username, made.role.value) == ("bea", "annotator")
reply = owner.http_client.post(
    "/api/v1/users", json={"username": "cleo", "first_name": "Cleo", "password": "a-long-password", "role": "annotator"}
)
key = reply.raise_for_status().json()["api_key"]
cleo = next(user for user in owner.users if user.username == "cleo")
cleo.add_to_workspace(team)
signed_in = rg.Argilla(api_url=URL, api_key=key)
assert signed_in.me.username == "cleo"
assert [workspace.name for workspace in signed_in.workspaces] == ["team-2"]
made.delete()
assert {user.username for user in owner.users} >= {"owner", "cleo"} and "bea" not in {user.username for user in owner.users}

settings = rg.Settings(
    fields=[rg.TextField(name="text")],
    questions=[rg.LabelQuestion(name="label", labels=["a", "b"])],
    metadata=[rg.IntegerMetadataProperty(name="position")],
    vectors=[rg.VectorField(name="v", dimensions=3)],
)
dataset = rg.Dataset(name="similar", workspace=team, settings=settings, client=owner).create()
dataset.records.log(
    [
        rg.Record(
            id=f"doc-{n}",
            fields={"text": f"record {n} about {'red' if n % 2 else 'blue'} things"},
            metadata={"position": n},
            vectors={"v": [1.0, float(n), -1.0]},
        )
        for n in range(RECORDS)
    ]
)


def read(limit=RECORDS * 2, **query):
    """The records of a search, read until the client says it is at the end: `limit` ends one that never does."""
    found = []
    for record, score in dataset.records(query=rg.Query(**query), batch_size=50):
        found.append((record.id, score))
        assert len(found) <= limit, "the search does not end"
    return found


everything = read(similar=rg.Similar("v", [1.0, 20.0, -1.0]))
assert len(everything) == len({name for name, _ in everything}) == RECORDS
assert everything[0][0] == "doc-20" and round(everything[0][1], 5) == 1
scores = [score for _, score in everything]
assert scores == sorted(scores, reverse=True)
red = read(similar=rg.Similar("v", [1.0, 20.0, -1.0], most_similar=False), query="red")
assert len(red) == RECORDS / 2 and all(int(name.split("-")[1]) % 2 for name, _ in red)
near = read(similar=rg.Similar("v", [1.0, 20.0, -1.0]), filter=rg.Filter([("metadata.position", "<=", 119)]))
assert len(near) == 120

# Filters by ids and times, which the client sends as text.
def kept(*conditions):
    return {record.id: record for record in dataset.records(query=rg.Query(filter=rg.Filter(list(conditions))))}


assert list(kept(("id", "in", ["doc-7", "doc-8", "none"]))) == ["doc-7", "doc-8"]
tenth = kept(("id", "==", "doc-10"))["doc-10"]
since = kept(("inserted_at", ">=", tenth.inserted_at), ("updated_at", "<=", datetime(9999, 1, 1)))
assert set(since) == {f"doc-{n}" for n in range(10, RECORDS)}
assert list(kept(("_server_id", "==", tenth._server_id))) == ["doc-10"]
assert list(kept(("inserted_at", "==", tenth.inserted_at))) == ["doc-10"]

first = next(iter(dataset.records(limit=1, with_vectors=True)))
assert len(read(similar=rg.Similar("v", first))) == RECORDS - 1
assert len(list(dataset.records(query=rg.Query(similar=rg.Similar("v", first)), limit=70))) == 70

dataset.delete()
print("the client is content")
