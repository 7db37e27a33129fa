#!/usr/bin/env bash
# Copies what a server loads, and nothing that only builds or tests, into a folder: deploy/server-folder.sh FOLDER
#
# It needs this project after `npm ci --omit=dev && npm run build` (more packages do no harm). Image and archive are made of this.
set -euo pipefail

mkdir -p "${1:?the folder to make}"
app="$(realpath "$1")"
project="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
cd "$project"

# What the server loads from node_modules: what its packages name as dependencies, and what those name. Peers of types are not loaded.
skipped='/node_modules/(typescript|@types/[^/]+)(/|$)'
npm ls --workspace=@inlet/server --omit=dev --all --parseable 2>/dev/null | sort --unique | grep -E "^$project/" | grep -Ev "$skipped" |
  while read -r folder; do
    path="${folder#"$project"/}"
    if [[ "$path" == node_modules/@inlet/* ]]; then
      # A link to a package of the project.
      package="$(realpath --relative-to="$project" "$folder")"
      mkdir -p "$app/$(dirname "$path")" "$app/$package"
      cp --no-dereference "$folder" "$app/$path"
      cp "$package/package.json" "$app/$package/"
      cp --recursive "$package/src" "$app/$package/"
    else
      mkdir -p "$app/$path"
      # Packages in a package's own node_modules come by their own line.
      tar --create --directory="$folder" --exclude=./node_modules . | tar --extract --directory="$app/$path"
    fi
  done
# Tests, and what only editors and debuggers read. Licences stay.
find "$app" -type f \( -name '*.test.ts' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.map' \) -delete

# The programs, the guides of /docs, and the built pages.
cp package.json "$app/"
cp LICENSE "$app/"
cp apps/server/start.js apps/server/inlet.js "$app/apps/server/"
install -D --mode=644 tooling/launch.js "$app/tooling/launch.js"
mkdir -p "$app/docs"
cp --recursive docs/guides "$app/docs/"
for page in inbox dashboard; do
  mkdir -p "$app/apps/$page"
  cp --recursive "apps/$page/dist" "$app/apps/$page/"
done
