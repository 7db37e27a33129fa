#!/usr/bin/env bash
# Checks the compose files and the chart with the tools of their makers: compose-go, Helm, and kubeconform with Kubernetes' own schemas.
# They are Go modules, built into a cache the first time, which takes some minutes: so this is for who changes the files. What is cheap is
# checked by the tests in apps/server/test/deploy with every run. Needs Go, and this project after `npm ci`.
set -euo pipefail

here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
deploy="$(dirname "$here")"
cache="${XDG_CACHE_HOME:-$HOME/.cache}/inlet/deploy-check"
export GOBIN="$cache/bin" PATH="$cache/bin:$PATH:/usr/local/go/bin"

kubernetes=v1.35.4
schemas="$cache/schemas-$kubernetes"

provide() {
  [[ -x "$GOBIN/$1" ]] || { echo "Building $1 …"; go install "$2"; }
}
module_folder() {
  go mod download -json "$1" | sed -n 's/^\t"Dir": "\(.*\)",$/\1/p'
}

provide helm helm.sh/helm/v3/cmd/helm@v3.22.0
provide kubeconform github.com/yannh/kubeconform/cmd/kubeconform@v0.8.0
if [[ ! -d "$schemas" ]]; then
  echo "Writing the schemas of Kubernetes $kubernetes …"
  operator="$(module_folder github.com/prometheus-operator/prometheus-operator@v0.85.0)"
  node "$here/kubernetes-schemas.js" "$schemas.part" "$(module_folder "k8s.io/kubernetes@$kubernetes")/api/openapi-spec/swagger.json" \
    "$operator/example/prometheus-operator-crd/monitoring.coreos.com_servicemonitors.yaml"
  mv "$schemas.part" "$schemas"
fi

echo '== Compose'
(cd "$here/compose" && go run . "$deploy"/compose/*/compose.yaml)

chart="$deploy/helm/inlet"
for values in "$here"/values/*.yaml; do
  echo "== Helm with $(basename "$values")"
  helm lint --strict --quiet "$chart" --kube-version "$kubernetes" --values "$values"
  helm template inlet "$chart" --kube-version "$kubernetes" --namespace mail --values "$values" |
    kubeconform -strict -summary -schema-location "$schemas/{{ .ResourceKind }}{{ .KindSuffix }}.json"
done

echo '== Helm refuses what is wrong'
for wrong in replicaCount=2 publicUrl=inlet.example.com smtp.service.externalTrafficPolicy=local existingSecret= settings.logLevel=debug; do
  if helm template inlet "$chart" --kube-version "$kubernetes" --set "$wrong" >/dev/null 2>&1; then
    echo "$wrong was taken" >&2
    exit 1
  fi
done
echo 'All is well'
