#!/usr/bin/env bash
# Tries the image's file system without a container engine: deploy/docker/try-root.sh FOLDER COMMAND…
#
# Runs a command in what build-root.sh has made as a container would: root read-only, a /tmp in memory, a user that is not root and has no
# capabilities, no other process in sight. The network is this machine's. Settings come from the environment, TRY_USER among them, which is
# 10001:10001 unless set. Needs root and Debian 12.
set -euo pipefail

root="$(realpath "${1:?the folder}")"
shift
exec unshare --mount --pid --fork --kill-child --ipc --uts bash -euo pipefail -c '
  root="$1"
  shift
  mount --make-rprivate /
  mount --bind "$root" "$root"
  mount -o remount,bind,ro,nosuid,nodev "$root"
  mount -t tmpfs -o size=64m,mode=1777,nosuid,nodev,noexec tmpfs "$root/tmp"
  mount -t proc -o nosuid,nodev,noexec proc "$root/proc"
  mount -t tmpfs -o size=1m,mode=755 tmpfs "$root/dev"
  for device in null zero random urandom; do
    touch "$root/dev/$device"
    mount --bind "/dev/$device" "$root/dev/$device"
  done
  # chroot needs root, so it comes before the user changes; the image itself has no program that could change it.
  exec chroot --userspec="${TRY_USER:-10001:10001}" --groups= "$root" "$@"
' try-root "$root" "$@"
