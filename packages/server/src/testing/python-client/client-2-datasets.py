"""Drives the existing Python client 2.x against a running server: python client-2-datasets.py URL OWNER_KEY.

A dataset with every kind of question: made, filled, asked, changed, saved to a folder and loaded from it.
"""

import sys
import tempfile
import warnings

warnings.simplefilter("ignore")

import argilla as rg  # noqa: E402

URL, OWNER_KEY = sys.argv[1], sys.argv[2]
RECORDS = 30

owner = rg.Argilla(api_url=URL, api_key=OWNER_KEY)
team = rg.Workspace(name="team-datasets", client=owner).create()
settings = rg.Settings(
    guidelines="Read **well**.",
    allow_extra_metadata=True,
    distribution=rg.TaskDistribution(min_submitted=2),
    fields=[rg.TextField(name="text", title="Text", use_markdown=True), rg.TextField(name="note", required=False)],
    questions=[
        rg.LabelQuestion(name="label", labels={"a": "A", "b": "B"}, description="One of two"),
        rg.MultiLabelQuestion(name="topics", labels=["x", "y", "z"], visible_labels=3, required=False),
        rg.RatingQuestion(name="rating", values=[1, 2, 3, 4, 5], required=False),
        rg.RankingQuestion(name="ranking", values=["r1", "r2", "r3"], required=False),
        rg.TextQuestion(name="why", required=False, use_markdown=True),
        rg.SpanQuestion(name="spans", field="text", labels=["PER", "LOC"], allow_overlapping=True, required=False),
    ],
    metadata=[
        rg.TermsMetadataProperty(name="split", options=["train", "test"]),
        rg.IntegerMetadataProperty(name="n", min=0, max=1000),
        rg.FloatMetadataProperty(name="share", visible_for_annotators=False),
    ],
    vectors=[rg.VectorField(name="v", dimensions=4)],
)
dataset = rg.Dataset(name="all", workspace=team, settings=settings, client=owner).create()


def stored():
    return owner.datasets("all", workspace=team).settings


assert [question.name for question in stored().questions] == ["label", "topics", "rating", "ranking", "why", "spans"]
assert (stored().guidelines, stored().distribution.min_submitted) == ("Read **well**.", 2)


def answered(n):
    if n % 3:
        return []
    values = {"label": "b", "rating": 4, "spans": [{"start": 0, "end": 4, "label": "LOC"}]}
    return [rg.Response(name, value, user_id=owner.me.id, status="submitted") for name, value in values.items()]


dataset.records.log(
    [
        rg.Record(
            id=f"r{n}",
            fields={"text": f"Text {n} about Zürich 🏔", "note": "odd" if n % 2 else None},
            metadata={"split": "train" if n % 2 else "test", "n": n, "share": n / 3, "other": "thing"},
            vectors={"v": [n, 1, 2, 3]},
            suggestions=[
                rg.Suggestion("label", "a", score=0.5, agent="model"),
                rg.Suggestion("topics", ["x", "y"], score=[0.1, 0.2]),
                rg.Suggestion("rating", 3),
                rg.Suggestion("ranking", ["r2", "r1", "r3"]),
                rg.Suggestion("why", "because"),
                rg.Suggestion("spans", [{"start": 0, "end": 4, "label": "PER"}], score=[0.4]),
            ],
            responses=answered(n),
        )
        for n in range(RECORDS)
    ]
)


def read(source, **options):
    return {record.id: record for record in source.records(with_suggestions=True, with_vectors=True, **options)}


def assert_whole(record):
    assert record.fields["text"] == "Text 3 about Zürich 🏔"
    assert record.metadata == {"split": "train", "n": 3, "share": 1.0, "other": "thing"}
    assert record.suggestions["topics"].value == ["x", "y"] and record.suggestions["topics"].score == [0.1, 0.2]
    assert record.suggestions["ranking"].value == ["r2", "r1", "r3"]
    assert record.suggestions["spans"].value == [{"start": 0, "end": 4, "label": "PER"}]
    assert record.responses["label"][0].value == "b" and record.responses["rating"][0].value == 4


assert len(read(dataset)) == RECORDS
assert_whole(read(dataset)["r3"])
assert read(dataset)["r3"].vectors["v"] == [3, 1, 2, 3]
assert dataset.progress() == {"total": RECORDS, "completed": 0, "pending": RECORDS}
of_owner = dataset.progress(with_users_distribution=True)["users"]["owner"]
assert of_owner["pending"] == {"submitted": RECORDS / 3, "draft": 0, "discarded": 0}


def count(name, operator, value):
    return len(read(dataset, query=rg.Query(filter=rg.Filter([(name, operator, value)]))))


assert count("status", "==", "pending") == RECORDS
assert count("response.status", "==", "submitted") == count("label.response", "==", "b") == RECORDS / 3
assert count("label.suggestion", "in", ["a"]) == count("topics.suggestion", "in", ["y"]) == RECORDS
assert count("rating.response", ">=", 4) == RECORDS / 3
assert count("metadata.split", "in", ["train"]) == RECORDS / 2
assert count("metadata.share", "<=", 2.5) == 8

# Rows of a table, whose columns are named after parts of a record.
columns = {"written": "text", "guess": "label.suggestion", "sure": "label.suggestion.score", "key": "id"}
dataset.records.log([{"written": "mapped", "guess": "b", "sure": 0.3, "key": "row"}], mapping=columns)
row = read(dataset)["row"]
assert row.fields["text"] == "mapped" and (row.suggestions["label"].value, row.suggestions["label"].score) == ("b", 0.3)
row.metadata["n"] = 77
row.update()
assert read(dataset)["row"].metadata["n"] == 77
dataset.records.delete([row])
assert "row" not in read(dataset)

dataset.settings.guidelines = "Read twice."
dataset.settings.fields["text"].title = "Your text"
dataset.settings.add(rg.TermsMetadataProperty(name="later"))
dataset.settings.update()
assert (stored().guidelines, stored().fields["text"].title) == ("Read twice.", "Your text")
assert [prop.name for prop in stored().metadata] == ["split", "n", "share", "later"]

# The client saves no vectors.
with tempfile.TemporaryDirectory() as folder:
    dataset.to_disk(folder)
    loaded = rg.Dataset.from_disk(folder, name="loaded", workspace=team, client=owner)
assert len(read(loaded)) == RECORDS
assert_whole(read(loaded)["r3"])
print("the client is content")
