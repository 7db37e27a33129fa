#!/usr/bin/env bash
# Packs a server that needs no npm and no build: deploy/archive/build-archive.sh FOLDER
#
# Writes inlet-VERSION-PLATFORM.tar.gz for the platform of this machine, and its SHA-256 sum beside it, into the folder. It needs GNU tar,
# and this project after `npm ci && npm run build`.
set -euo pipefail

mkdir -p "${1:?the folder to write to}"
folder="$(realpath "$1")"
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
node="$(node_modules/.bin/node -p process.execPath)"
name="$("$node" -p '`inlet-${require("./package.json").version}-${process.platform}-${process.arch}`')"
temporary="$(mktemp -d)"
trap 'rm -rf "$temporary"' EXIT
app="$temporary/$name"

deploy/server-folder.sh "$app"
install -D --mode=755 "$node" "$app/bin/node"
install --mode=755 deploy/archive/inlet "$app/inlet"
cp deploy/archive/README.md CHANGELOG.md "$app/"
cp docs/CONFIG.md docs/OPERATING.md "$app/docs/"
chmod -R u=rwX,go=rX "$app"

tar --create --directory="$temporary" --sort=name --owner=0 --group=0 --numeric-owner "$name" | gzip -9 >"$folder/$name.tar.gz"
cd "$folder"
sha256sum "$name.tar.gz" >"$name.tar.gz.sha256"
echo "$folder/$name.tar.gz"
