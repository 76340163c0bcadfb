"""A feedback dataset of every question type, there and back through the genuine client."""

import time

import argilla as rg
import httpx
from argilla.client.users import User
from argilla.client.workspaces import Workspace
from connect import OWNER_KEY, URL, connect, refused

RECORDS = 70  # More than two of the client's batches.

connect()
Workspace.create("feedback")
rg.set_workspace("feedback")

local = rg.FeedbackDataset(
    guidelines="Be kind",
    fields=[rg.TextField(name="text", title="Text"), rg.TextField(name="more", required=False, use_markdown=True)],
    questions=[
        rg.TextQuestion(name="note", title="Note", required=False),
        rg.RatingQuestion(name="rating", values=[0, 1, 2, 3, 4, 5]),
        rg.LabelQuestion(name="label", labels={"a": "A", "b": "B"}),
        rg.MultiLabelQuestion(
            name="tags", labels=["x", "y", "z", "w"], visible_labels=3, labels_order="suggestion", required=False
        ),
        rg.RankingQuestion(name="rank", values=["r1", "r2", "r3"], required=False),
        rg.SpanQuestion(name="spans", field="text", labels=["PER", "LOC"], required=False, allow_overlapping=True),
    ],
    metadata_properties=[
        rg.TermsMetadataProperty(name="split", values=["train", "test"]),
        rg.IntegerMetadataProperty(name="position", min=0, max=1000),
        rg.FloatMetadataProperty(name="ratio", min=0, max=1),
        rg.TermsMetadataProperty(name="secret", visible_for_annotators=False),
    ],
    vectors_settings=[
        rg.VectorSettings(name="v1", dimensions=3),
        rg.VectorSettings(name="v2", dimensions=2, title="Second"),
    ],
)

SUGGESTIONS = [
    {"question_name": "label", "value": "a", "score": 0.9, "agent": "bert-v1", "type": "model"},
    {"question_name": "tags", "value": ["x", "y"], "score": [0.5, 0.6]},
    {"question_name": "rank", "value": [{"value": f"r{n}", "rank": n} for n in (1, 2, 3)]},
    {"question_name": "spans", "value": [{"start": 0, "end": 6, "label": "PER"}, {"start": 2, "end": 8, "label": "LOC"}]},
    {"question_name": "rating", "value": 4},
    {"question_name": "note", "value": "hey"},
]
ANSWERS = {
    "label": {"value": "b"},
    "rating": {"value": 0},
    "tags": {"value": ["x"]},
    "rank": {"value": [{"value": "r1", "rank": 1}, {"value": "r2", "rank": 1}, {"value": "r3", "rank": 2}]},
    "spans": {"value": [{"start": 0, "end": 6, "label": "PER"}]},
    "note": {"value": "n"},
}
RESPONSES = {
    1: [{"status": "submitted", "values": ANSWERS}],
    2: [{"status": "draft", "values": {"label": {"value": "b"}}}],
    3: [{"status": "discarded"}],
}


def record(n):
    return rg.FeedbackRecord(
        external_id=f"doc-{n}",
        fields={"text": f"Record number {n} in Zürich 👍🏽", "more": None if n % 2 else f"more of {n}"},
        metadata={
            "split": "train" if n % 2 else "test",
            "position": n,
            "ratio": 1.0 if n == 0 else n / 100,
            "deep": {"any": [1, 2.5, None]},
        },
        vectors={} if n == 5 else {"v1": [n * 0.1, 1.0, -1.0], "v2": [1.0, float(n)]},
        suggestions=SUGGESTIONS,
        responses=RESPONSES.get(n, []),
    )


# Push, and read all of it back.
local.add_records([record(n) for n in range(RECORDS)])
remote = local.push_to_argilla(name="every type", workspace="feedback")
assert len(remote) == RECORDS
assert "already exists" in refused(lambda: local.push_to_argilla(name="every type", workspace="feedback"), RuntimeError)

pulled = remote.pull().records
assert [item.external_id for item in pulled] == [f"doc-{n}" for n in range(RECORDS)]
assert pulled[4].fields == {"text": "Record number 4 in Zürich 👍🏽", "more": "more of 4"}
assert isinstance(pulled[0].metadata["ratio"], float) and pulled[0].metadata["deep"] == {"any": [1, 2.5, None]}
assert {suggestion.question_name for suggestion in pulled[0].suggestions} == {question.name for question in local.questions}
assert [response.status.value for item in pulled[1:4] for response in item.responses] == ["submitted", "draft", "discarded"]
answers = pulled[1].responses[0].values
assert [(item.value, item.rank) for item in answers["rank"].value] == [("r1", 1), ("r2", 1), ("r3", 2)]
assert [(span.start, span.end, span.label) for span in answers["spans"].value] == [(0, 6, "PER")]

with_vectors = rg.FeedbackDataset.from_argilla(name="every type", workspace="feedback", with_vectors="all")
assert with_vectors.records[4].vectors["v2"] == [1.0, 4.0] and with_vectors.records[5].vectors == {}
assert [item.external_id for item in remote[60:]] == [f"doc-{n}" for n in range(60, RECORDS)]

# Filters, sorting and similarity.
assert len(remote.filter_by(response_status=["submitted"])) == 1
assert len(remote.filter_by(response_status=["pending"])) == RECORDS - 3
between = [rg.TermsMetadataFilter(name="split", values=["train"]), rg.IntegerMetadataFilter(name="position", ge=10, le=20)]
assert len(remote.filter_by(metadata_filters=between)) == 5
assert len(remote.filter_by(metadata_filters=rg.FloatMetadataFilter(name="ratio", ge=0.5))) == 21
assert remote.sort_by([rg.SortBy(field="metadata.position", order="desc")])[0].external_id == "doc-69"
similar = with_vectors.find_similar_records("v1", record=with_vectors.records[0], max_results=5)
assert len(similar) == 5 and "doc-0" not in [item.external_id for item, _ in similar]
nearest = remote.filter_by(response_status=["pending"]).find_similar_records("v2", value=[1.0, 20.0], max_results=1)
assert [(item.external_id, round(score, 6)) for item, score in nearest] == [("doc-20", 1.0)]

# Change records.
changed = [remote[n] for n in range(3)]
for item in changed:
    item.metadata["position"] = 999
    item.vectors = {"v2": [9.0, 9.0]}
    item.suggestions = [{"question_name": "label", "value": "b"}]
remote.update_records(changed)
assert remote[0].metadata["position"] == 999 and remote[0].metadata["split"] == "test"
assert [suggestion.value for suggestion in remote[0].suggestions] == ["b"]
only_second = rg.FeedbackDataset.from_argilla(id=remote.id, with_vectors=["v2"])
assert only_second.records[0].vectors == {"v2": [9.0, 9.0]}

# Delete suggestions and records.
remote[10].delete_suggestions(remote[10].suggestions[0])
remote[11].suggestions[0].delete()
assert [len(remote[n].suggestions) for n in (10, 11, 12)] == [5, 5, 6]
remote[12].delete()
remote.delete_records([remote[n] for n in range(5)])
assert len(remote) == RECORDS - 6

# Change the configuration.
split = remote.metadata_property_by_name("split")
split.title, split.visible_for_annotators = "Part", False
remote.update_metadata_properties(split)
assert remote.metadata_property_by_name("split").title == "Part"
remote.add_metadata_property(rg.TermsMetadataProperty(name="later"))
remote.delete_metadata_properties("later")
first = remote.vector_settings_by_name("v1")
first.title = "First"
remote.update_vectors_settings(first)
remote.add_vector_settings(rg.VectorSettings(name="v3", dimensions=4))
remote.delete_vectors_settings("v3")
assert {vector.name: vector.title for vector in remote.vectors_settings} == {"v1": "First", "v2": "v2"}

# What was pulled can be pushed again.
again = remote.pull().push_to_argilla(name="again", workspace="feedback")
assert len(again) == len(remote)
assert {dataset.name for dataset in rg.FeedbackDataset.list(workspace="feedback")} == {"every type", "again"}
refused(lambda: Workspace.from_name("feedback").delete(), ValueError)
again.delete()
remote.delete()

# A queue that several share, with two answers for each record. An annotator works through their own by the client's connection: what others
# have completed, have open or are to answer is not in it, nor what one has skipped. (`filter_by` is for leads, and about everybody's answers.)
shared = rg.FeedbackDataset(fields=[rg.TextField(name="text")], questions=[rg.LabelQuestion(name="label", labels=["a", "b"])])
shared.add_records([rg.FeedbackRecord(external_id=f"doc-{n}", fields={"text": f"Message {n}"}) for n in range(6)])
queue = shared.push_to_argilla(name="shared queue", workspace="feedback")
names = ("ann-shared", "ben-shared", "cem-shared")
ann, ben, cem = (User.create(username=name, password="a-long-password", workspaces=["feedback"]) for name in names)
ids = {item.external_id: item.id for item in queue}


def call(method, path, key=OWNER_KEY, body=None):
    reply = httpx.request(method, f"{URL}/api/v1/{path}", headers={"X-Argilla-Api-Key": key}, json=body)
    assert reply.is_success, (method, path, reply.text)
    return reply


def answer(name, key):
    call("POST", f"records/{ids[name]}/responses", key, {"status": "submitted", "values": {"label": {"value": "a"}}})


def assign(name, *people):
    body = {"people": [{"user_id": str(person.id)} for person in people], "record_ids": [str(ids[name])]}
    call("POST", f"datasets/{queue.id}/assignments", body=body)


call("PUT", f"datasets/{queue.id}/queue", body={"order": "file", "min_submitted": 2, "hand_out": "until_completed"})
connect(ann.api_key, workspace="feedback")
mine = rg.FeedbackDataset.from_argilla(name="shared queue", workspace="feedback")
connection = rg.active_client().http_client.httpx


def pending():
    reply = connection.get(f"/api/v1/me/datasets/{mine.id}/records", params={"response_status": "pending", "limit": 100})
    return [item["external_id"] for item in reply.raise_for_status().json()["items"]]


assert pending() == [f"doc-{n}" for n in range(6)], pending()
for name in ("doc-0", "doc-1", "doc-2"):
    answer(name, ben.api_key)
assert pending() == [f"doc-{n}" for n in range(6)], pending()
answer("doc-0", cem.api_key)
assert pending() == ["doc-1", "doc-2", "doc-3", "doc-4", "doc-5"], pending()
# Reading takes no lease: what was read above is still handed to somebody else.
call("PUT", f"records/{ids['doc-1']}/lease", cem.api_key)
assert pending() == ["doc-2", "doc-3", "doc-4", "doc-5"], pending()
call("PUT", f"records/{ids['doc-3']}/skip", ann.api_key)
assert pending() == ["doc-2", "doc-4", "doc-5"], pending()
assign("doc-4", ben, cem)
assign("doc-5", ann, ben)
deadline = time.monotonic() + 60
while pending() != ["doc-2", "doc-5"]:
    assert time.monotonic() < deadline, pending()
    time.sleep(0.1)
worked_through = []
while mine_now := pending():
    worked_through.append(mine_now[0])
    answer(mine_now[0], ann.api_key)
assert worked_through == ["doc-2", "doc-5"], worked_through
connect()
assert {item.external_id for item in queue.filter_by(response_status=["submitted"])} == {"doc-0", "doc-1", "doc-2", "doc-5"}
for person in (ann, ben, cem):
    person.delete()
queue.delete()
Workspace.from_name("feedback").delete()
