"""Fits the classifiers of the wording. The argument is the folder of scikit-learn.

Reads lines of JSON from standard input: `classifier`, `label`, `weight`, `places` (the buckets of each).
Writes JSON to standard output: of each classifier its intercept, what a step of a weight counts, and a signed byte for each bucket.
"""

import base64
import json
import math
import sys

sys.path.insert(0, sys.argv[1])

import numpy  # noqa: E402
from scipy.sparse import csr_matrix  # noqa: E402
from sklearn.linear_model import LogisticRegression  # noqa: E402

BUCKETS = 65_536
# A smaller number keeps the weights nearer to 0.
INVERSE_REGULARISATION = 10.0


def fit(lines):
    """Fits one classifier; each place counts the same, however many buckets it has."""
    buckets, values, ends = [], [], [0]
    for line in lines:
        for place in line["places"]:
            buckets += place
            values += [1 / math.sqrt(len(place)) for _ in place]
        ends.append(len(buckets))
    samples = csr_matrix((numpy.array(values), numpy.array(buckets), numpy.array(ends)), shape=(len(lines), BUCKETS))
    samples.sum_duplicates()
    model = LogisticRegression(C=INVERSE_REGULARISATION, solver="liblinear", max_iter=1000, random_state=1)
    model.fit(samples, [line["label"] for line in lines], [line["weight"] for line in lines])
    weights = model.coef_[0]
    scale = float(abs(weights).max() / 127)
    steps = numpy.rint(weights / scale).astype(numpy.int8)
    return {
        "intercept": round(float(model.intercept_[0]), 6),
        "scale": float(f"{scale:.6g}"),
        "weights": base64.b64encode(steps.tobytes()).decode(),
    }


lines = [json.loads(line) for line in sys.stdin]
print(json.dumps({name: fit([line for line in lines if line["classifier"] == name]) for name in ("around", "mail")}, indent=2))
