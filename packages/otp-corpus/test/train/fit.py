"""Fits the classifiers of the wording. The argument is the folder of scikit-learn.

Reads lines of JSON from standard input: `classifier`, `label`, `weight`, `places` (the buckets of each), `mail` (a number), and of a
number in a letter `letter` (the places of its mail, and its features). Writes JSON to standard output: of two classifiers the intercept,
what a step of a weight counts, and a signed byte for each bucket; of the third, which weighs their odds in a letter, all its weights.
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


FOLDS = 5
# As `wording.ts` bounds them.
AROUND_BOUNDS = (-2.5, 3)
MAIL_BOUNDS = (-2, 1.5)
LETTER_INVERSE_REGULARISATION = 0.3
LETTER_SHARE = 1 / 3


def matrix(all_places):
    """The samples as rows; each place counts the same, however many buckets it has."""
    buckets, values, ends = [], [], [0]
    for places in all_places:
        for place in places:
            buckets += place
            values += [1 / math.sqrt(len(place)) for _ in place]
        ends.append(len(buckets))
    shape = (len(ends) - 1, BUCKETS)
    samples = csr_matrix((numpy.array(values), numpy.array(buckets), numpy.array(ends)), shape=shape)
    samples.sum_duplicates()
    return samples


def model_of(lines):
    """Fits one classifier."""
    model = LogisticRegression(C=INVERSE_REGULARISATION, solver="liblinear", max_iter=1000, random_state=1)
    samples = matrix(line["places"] for line in lines)
    return model.fit(samples, [line["label"] for line in lines], [line["weight"] for line in lines])


def packed(model):
    weights = model.coef_[0]
    scale = float(abs(weights).max() / 127)
    steps = numpy.rint(weights / scale).astype(numpy.int8)
    return {
        "intercept": round(float(model.intercept_[0]), 6),
        "scale": float(f"{scale:.6g}"),
        "weights": base64.b64encode(steps.tobytes()).decode(),
    }


def is_in_fold(line, fold):
    return line["mail"] % FOLDS == fold


def odds_of_letters(lines, letters):
    """The odds of the two classifiers for each number in a letter, from fits without its mail."""
    odds = numpy.zeros((len(letters), 2))
    for fold in range(FOLDS):
        chosen = [at for at, line in enumerate(letters) if is_in_fold(line, fold)]
        places = {
            "around": [letters[at]["places"] for at in chosen],
            "mail": [letters[at]["letter"]["mail"] for at in chosen],
        }
        for column, (name, bounds) in enumerate((("around", AROUND_BOUNDS), ("mail", MAIL_BOUNDS))):
            model = model_of([line for line in lines if line["classifier"] == name and not is_in_fold(line, fold)])
            odds[chosen, column] = numpy.clip(model.decision_function(matrix(places[name])), *bounds)
    return odds


def fit_letters(lines):
    """Fits what a letter shows of a number, beside the odds of the two classifiers."""
    letters = [line for line in lines if line["classifier"] == "letter"]
    names = sorted({name for line in letters for name in line["letter"]["features"]})
    shown = numpy.array([[name in line["letter"]["features"] for name in names] for line in letters], dtype=float)
    samples = numpy.hstack([odds_of_letters(lines, letters), shown])
    model = LogisticRegression(C=LETTER_INVERSE_REGULARISATION, solver="liblinear", max_iter=1000, random_state=1)
    # Most mails of the corpus are no letters, so that these count for more in the two classifiers; here they need less.
    weights = [max(1, line["weight"] * LETTER_SHARE) for line in letters]
    model.fit(samples, [line["label"] for line in letters], weights)
    around, mail, *others = (round(float(weight), 3) for weight in model.coef_[0])
    return {
        "intercept": round(float(model.intercept_[0]), 3),
        "around": around,
        "mail": mail,
        "features": dict(zip(names, others)),
    }


lines = [json.loads(line) for line in sys.stdin]
fitted = {name: packed(model_of([line for line in lines if line["classifier"] == name])) for name in ("around", "mail")}
print(json.dumps({**fitted, "letter": fit_letters(lines)}, indent=2))
