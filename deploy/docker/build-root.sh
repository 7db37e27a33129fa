#!/usr/bin/env bash
# Lays the file system of the image into a new folder: deploy/docker/build-root.sh FOLDER
#
# It needs Debian 12 with the packages named below, and this project after `npm ci --omit=dev && npm run build` (more packages do no harm). The Dockerfile calls it;
# without a container engine, deploy/docker/try-root.sh runs a server out of what it makes.
set -euo pipefail

root="${1:?the folder to make}"
[[ ! -e "$root" ]] || { echo "$root exists already" >&2; exit 1; }
project="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
app="$root/opt/inlet"
cd "$project"

# Debian's packages that Node's binary needs, as they are installed here. Scanners find their versions in status.d.
debian_packages=(base-files libc6 libgcc-s1 libstdc++6)
mkdir -p "$root/var/lib/dpkg/status.d" "$root"/usr/{bin,sbin,lib,lib64}
# As on every Debian since 12: of a path below these, only the one in usr is a folder.
for name in bin sbin lib lib64; do ln -s "usr/$name" "$root/$name"; done
for package in "${debian_packages[@]}"; do
  dpkg-query --status "$package" >"$root/var/lib/dpkg/status.d/$package"
  dpkg-query --listfiles "$package" | grep -Ev '^/(\.|s?bin|lib(32|64|x32)?)$' | while read -r path; do
    echo "$(realpath "$(dirname "$path")")/$(basename "$path")"
  done
done | sed 's|^/*|./|' | sort --unique | tar --create --directory=/ --no-recursion --files-from=- | tar --extract --directory="$root"
# Encodings for iconv(3), documentation and tools that nothing here calls.
rm -rf "$root"/usr/lib/*/gconv "$root"/usr/share/{bug,doc-base,info,lintian,locale,man,gcc,gdb} "$root"/etc/update-motd.d
find "$root/usr/share/doc" -type f ! -name copyright -delete
find "$root/usr/bin" "$root/usr/sbin" -type f -delete

# The server does not run as root, and owns nothing of this.
printf '%s\n' 'root:x:0:0:root:/root:/sbin/nologin' 'inlet:x:10001:10001:Inlet:/opt/inlet:/sbin/nologin' >"$root/etc/passwd"
printf '%s\n' 'root:x:0:' 'inlet:x:10001:' >"$root/etc/group"
printf '%s\n' 'hosts: files dns' >"$root/etc/nsswitch.conf"

# The Node of the lockfile.
install -D --mode=755 "$(node_modules/.bin/node -p process.execPath)" "$root/usr/bin/node"

deploy/server-folder.sh "$app"
install -D --mode=644 deploy/docker/health-check.js "$app/deploy/docker/health-check.js"

chmod -R u=rwX,go=rX "$root"
chmod 1777 "$root/tmp"
