"""Agreement of the matrices on stdin, one JSON object a line, by packages that others wrote; one JSON object a line on stdout."""

import json
import sys
from functools import lru_cache

import krippendorff
import numpy as np
from nltk.metrics import f_measure
from nltk.metrics.agreement import AnnotationTask
from nltk.metrics.distance import masi_distance
from scipy.stats import bootstrap, kendalltau
from statsmodels.stats.inter_rater import aggregate_raters, cohens_kappa, fleiss_kappa

LAST = 1e9  # The rank of options without one.


@lru_cache(maxsize=None)
def kendall(one, other):
    """The fraction of pairs of options in opposite order, by SciPy; for rankings without ties."""
    return (1 - kendalltau(one, other).statistic) / 2


@lru_cache(maxsize=None)
def kemeny(one, other):
    """The distance of Kemeny and Snell, which allows ties, divided by its maximum. No package has it."""
    order, other_order = (np.sign(np.subtract.outer(ranks, ranks)) for ranks in (one, other))
    return np.abs(order - other_order).sum() / (2 * len(one) * (len(one) - 1))


@lru_cache(maxsize=None)
def span_distance(one, other):
    """One minus F1 by NLTK, which leaves it undefined where one of the sets is empty."""
    f1 = f_measure(one, other)
    return float(one != other) if f1 is None else 1 - f1


def alpha_of(rows, distance, convert):
    """Krippendorff's alpha by NLTK, for any distance."""
    answers = [
        (f"person{person}", f"record{record}", convert(value))
        for person, row in enumerate(rows)
        for record, value in enumerate(row)
        if value is not None
    ]
    return AnnotationTask(data=answers, distance=distance).alpha()


def alpha_of_numbers(rows, level):
    numbers = [[np.nan if value is None else value for value in row] for row in rows]
    return krippendorff.alpha(reliability_data=numbers, level_of_measurement=level)


def fleiss(rows):
    return fleiss_kappa(aggregate_raters(np.transpose(rows))[0])


def cohen(one, other):
    table = np.zeros((10, 10))
    np.add.at(table, (one, other), 1)
    used = table.sum(axis=0) + table.sum(axis=1) > 0
    found = cohens_kappa(table[used][:, used])
    if found.kappa == 1:
        # Its variance is zero, of which the rounded one may be negative and its root not a number.
        return 1, 1, 1
    return found.kappa, max(-1, found.kappa_low), min(1, found.kappa_upp)


def resampled(rows, statistic):
    """The 95 % interval by SciPy: records are resampled with replacement, for all people at once."""
    records = np.transpose(rows)
    found = bootstrap(
        (np.arange(len(records)),),
        lambda indexes: statistic(records[indexes].T),
        vectorized=False,
        n_resamples=1000,
        method="percentile",
        rng=1,
    )
    return list(found.confidence_interval)


def f1(uses):
    """The share of the other answers to a record that use a label, where one does: 2 TP / (2 TP + FP + FN) over the pairs of people."""
    pairs = [(one, other) for at, one in enumerate(uses) for other in uses[at + 1 :]]
    both = sum(np.sum(one & other) for one, other in pairs)
    return 2 * both / sum(np.sum(one) + np.sum(other) for one, other in pairs)


def figures(given):
    rankings = [[value and tuple(LAST if rank is None else rank for rank in value) for value in row] for row in given["rankings"]]
    kappa, low, high = cohen(*given["full"][:2])
    return {
        **{level: alpha_of_numbers(given["rows"], level) for level in ("nominal", "ordinal", "interval")},
        "cohen": kappa,
        "cohen_low": low,
        "cohen_high": high,
        "fleiss": fleiss(given["full"]),
        "sets": alpha_of(given["sets"], masi_distance, frozenset),
        "rankings": alpha_of(rankings, kemeny if given["hasTies"] else kendall, lambda value: value),
        "spans": alpha_of(given["spans"], span_distance, lambda spans: frozenset(map(tuple, spans))),
    }


def intervals(rows):
    return {
        "nominal": resampled(rows, lambda some: alpha_of_numbers(some, "nominal")),
        "ordinal": resampled(rows, lambda some: alpha_of_numbers(some, "ordinal")),
        "interval": resampled(rows, lambda some: alpha_of_numbers(some, "interval")),
        "label": resampled(rows, lambda some: alpha_of_numbers((some == 1).astype(int), "nominal")),
        "label_f1": resampled(rows, lambda some: f1(some == 1)),
        "fleiss": resampled(rows, fleiss),
    }


for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps(figures(asked) if "rows" in asked else intervals(asked["resample"])))
