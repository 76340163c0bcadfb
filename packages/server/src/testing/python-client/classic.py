"""Drives the existing Python client (1.29) through the classic tasks against a running server: python classic.py URL OWNER_KEY.

Every step asserts what the client makes of the answers; the first that differs ends the script with a traceback.
"""

import enum
import sys
import warnings

warnings.filterwarnings("ignore")

import argilla as rg
import argilla.labeling.text_classification as labeling
import argilla.metrics.commons as commons
import argilla.metrics.text_classification as text_metrics
import argilla.metrics.token_classification as token_metrics


def mend_enums():
    """From Python 3.11 on, str enums are formatted by name, and this client puts them into its addresses."""
    for name, module in list(sys.modules.items()):
        if not name.startswith("argilla"):
            continue
        for thing in list(vars(module).values()):
            if isinstance(thing, type) and issubclass(thing, enum.Enum) and issubclass(thing, str):
                thing.__format__ = lambda self, spec: format(self.value, spec)
                thing.__str__ = lambda self: self.value


def refused(work, part):
    try:
        work()
    except Exception as error:
        assert part in str(error), error
    else:
        raise AssertionError(f"nothing was refused: {part}")


def log(records, name, **more):
    return rg.log(records, name=name, background=False, verbose=False, **more)


def text_record(at, **more):
    return rg.TextClassificationRecord(
        id=at,
        text=f"record {at} about {'red' if at % 2 else 'blue'} things 😀",
        prediction=[("A", 0.7), ("B", 0.3)],
        prediction_agent="m",
        annotation="A" if at % 3 == 0 else None,
        metadata={"n": at, "split": "train", "nested": {"a": 1}, "_p": "x" * 200, "long": "y" * 200, "empty": []},
        vectors={"v": [float(at), 1.0]},
        **more,
    )


def text_classification():
    logged = log([text_record(at) for at in range(300)], "text", tags={"t": "x"}, metadata={"m": 1})
    assert (logged.processed, logged.failed) == (300, 0), logged

    loaded = rg.load("text")
    assert len(loaded) == 300
    first = loaded[0]
    assert (first.id, first.status, first.annotation) == (0, "Validated", "A")
    assert first.prediction == [("A", 0.7), ("B", 0.3)]
    assert first.metadata["nested.a"] == 1 and len(first.metadata["long"]) == 128 and len(first.metadata["_p"]) == 200
    assert "empty" not in first.metadata

    def ids(**asked):
        return [record.id for record in rg.load("text", **asked)]

    assert ids(query="red AND metadata.n:[0 TO 10]") == [1, 3, 5, 7, 9]
    assert rg.load("text", query="red", limit=1)[0].search_keywords == ["red"]
    assert ids(limit=7) == [0, 1, 10, 100, 101, 102, 103]
    assert ids(id_from="100", limit=3) == [101, 102, 103]
    assert ids(ids=[5, 7]) == [5, 7]
    assert ids(sort=[("metadata.n", "desc")], limit=3) == [299, 298, 297]
    assert ids(vector=("v", [10.2, 1.0]), limit=3) == [10, 11, 9]
    assert rg.load("text", include_vectors=True, limit=1)[0].vectors == {"v": [0.0, 1.0]}
    assert rg.load("text", include_metrics=True, limit=1)[0].metrics == {"text_length": 28}

    log([rg.TextClassificationRecord(id=4, text="changed", annotation="B")], "text")
    merged = rg.load("text", ids=[4])[0]
    assert (merged.text, merged.annotation, merged.metadata["n"]) == ("changed", "B", 4)
    assert merged.prediction == [("A", 0.7), ("B", 0.3)]

    other = lambda **more: rg.TextClassificationRecord(id="x", text="a", **more)
    refused(lambda: log([other(multi_label=True)], "text"), "single-label and multi-label")
    refused(lambda: log([other(vectors={f"v{at}": [1.0] for at in range(6)})], "text"), "more than 5 kind of vectors")
    refused(lambda: log([rg.Text2TextRecord(id="x", text="a")], "text"), "WrongTaskError")
    rg.configure_dataset_settings("text", rg.TextClassificationSettings(label_schema=["A", "B", "C"]))
    refused(lambda: log([other(annotation="ZZ")], "text"), "ZZ")


def rules():
    queries = ["red", "blue", 'inputs.text:"things"', "a/b c", "/re.*d/", "50%"]
    made = [labeling.Rule(query=query, label="A") for query in queries]
    labeling.add_rules("text", made)
    assert [rule.query for rule in labeling.load_rules("text")] == queries
    assert labeling.Rule(query="red", label="A").metrics("text") == {
        "coverage": 0.5,
        "annotated_coverage": 50 / 101,
        "correct": 50,
        "incorrect": 0,
        "precision": 1.0,
    }
    # Red, and record.
    assert labeling.Rule(query="/re.*d/", label="A").metrics("text")["coverage"] == 299 / 300
    made[0].label = "B"
    labeling.update_rules("text", [made[0]])
    labeling.delete_rules("text", made[2:])
    left = labeling.load_rules("text")
    assert [rule.query for rule in left] == ["red", "blue"] and left[0].label in ("B", ["B"])
    assert labeling.WeakLabels("text").matrix().shape == (300, 2)


def metrics():
    assert round(text_metrics.f1("text").data["f1_micro"], 4) == round(100 / 101, 4)
    assert commons.records_status("text").data == {"Default": 199, "Validated": 101}
    assert set(commons.text_length("text").data) >= {"7.0", "28.0"}
    assert "things" in commons.keywords("text", size=5).data
    scores = token_metrics.f1("token").data
    assert (scores["PER_precision"], scores["PER_recall"]) == (0.5, 1)
    assert token_metrics.entity_labels("token").data == {"LOC": 20, "PER": 20}
    assert token_metrics.entity_capitalness("token").data == {"FIRST": 40}
    assert token_metrics.tokens_length("token").data == {}


def other_tasks():
    text = "Ann lives in Rome 😀 now"
    tokens = text.split()
    predicted = [("PER", 0, 3, 0.9), ("LOC", 13, 17, 0.5)]
    log(
        [
            rg.TokenClassificationRecord(
                id=f"t{at}",
                text=text,
                tokens=tokens,
                prediction=predicted,
                annotation=[("PER", 0, 3)] if at % 2 else None,
            )
            for at in range(20)
        ],
        "token",
    )
    record = rg.load("token", ids=["t1"])[0]
    assert record.prediction == predicted and record.annotation == [("PER", 0, 3)], record
    rg.configure_dataset_settings("token", rg.TokenClassificationSettings(label_schema=["PER", "LOC"]))
    log([rg.Text2TextRecord(id=1, text="hallo", prediction=[("hello", 0.9), "hi"], annotation="hey")], "t2t")
    record = rg.load("t2t")[0]
    assert (record.prediction, record.annotation) == ([("hi", 1.0), ("hello", 0.9)], "hey"), record


def datasets():
    rg.copy("text", "text-copy")
    assert len(rg.load("text-copy")) == 300
    assert rg.delete_records("text", query="metadata.n:>=290") == (10, 10)
    assert rg.delete_records("text", ids=[1, 2], discard_only=True) == (2, 2)
    assert len(rg.load("text", query="status:Discarded")) == 2 and len(rg.load("text")) == 290
    rg.delete("text-copy")
    names = {dataset.name for dataset in rg.list_datasets()}
    assert {"text", "token", "t2t"} <= names and "text-copy" not in names, names


if __name__ == "__main__":
    mend_enums()
    rg.init(api_url=sys.argv[1], api_key=sys.argv[2], workspace="default")
    mend_enums()
    text_classification()
    other_tasks()
    rules()
    metrics()
    datasets()
    print("the client is content")
