"""Agreement of the matrices on stdin, one JSON object a line, by packages that others wrote; one JSON object a line on stdout."""

import json
import sys

import krippendorff
from nltk.metrics.agreement import AnnotationTask
from nltk.metrics.distance import masi_distance


def task(rows, distance=None):
    data = [
        (f"person{person}", f"record{record}", value)
        for person, row in enumerate(rows)
        for record, value in enumerate(row)
    ]
    return AnnotationTask(data=data, distance=distance) if distance else AnnotationTask(data=data)


for line in sys.stdin:
    given = json.loads(line)
    rows = [[float("nan") if value is None else value for value in row] for row in given["rows"]]
    figures = {
        level: float(krippendorff.alpha(reliability_data=rows, level_of_measurement=level))
        for level in ("nominal", "ordinal", "interval")
    }
    if "full" in given:
        full = task(given["full"])
        figures["fleiss"] = full.pi()
        figures["cohen"] = full.kappa_pairwise("person0", "person1")
        sets = task([[frozenset(labels) for labels in row] for row in given["sets"]], masi_distance)
        figures["masi"] = sets.alpha()
    print(json.dumps(figures))
