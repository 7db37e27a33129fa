"""Lints and renders a chart as `helm lint --strict` and `helm template` do: a JSON document on the input, one on the output."""

import json
import sys

from helm_python.chart import Chart, lint
from helm_python.errors import HelmError

asked = json.load(sys.stdin)
answers = []
for values in asked["values"]:
    linted = lint(asked["chart"], values, strict=True)
    # Above information: warnings and errors.
    errors = [message["error"] for message in linted["messages"] if message["severity"] > 1] + linted["errors"]
    manifests = {}
    try:
        with Chart.load(asked["chart"]) as chart:
            manifests = chart.render(values, name="inlet", namespace="mail")
    except HelmError as error:
        errors.append(str(error))
    answers.append({"errors": errors, "manifests": manifests})
json.dump(answers, sys.stdout)
