#!/usr/bin/env bash
# Debian 13 in a folder, as the reference for PyTorch 2.6, torchvision 0.21, ONNX Runtime 1.21, Python 3.13 and Neovim 0.10.
#
# usage: debian13.sh setup         create it: three minutes, 2 GB; needs root, and Debian 12's apt sources
#        debian13.sh COMMAND ...   run a command in it, in the working directory and with the same /tmp
#
# DEBIAN13_ROOT is the folder; the default is ~/.cache/debian13. JITSCOPE_BIN, the folder of the built programs, leads to
# wrappers in Debian 13: each starts the program outside, with the libraries that it was built with; its
# /usr/lib/python3/dist-packages are those of Debian 13.
set -euo pipefail
root=${DEBIAN13_ROOT:-$HOME/.cache/debian13}
packages=(python3-torch python3-torchvision python3-numpy python3-onnx python3-onnxruntime neovim)
outside=/run/outside  # this system's root, as seen in Debian 13

# run_inside COMMAND...: the mounts are in a namespace of their own and end with the command.
run_inside() {
  mkdir -p "$root$outside" "$root$PWD"
  unshare --mount --propagation private bash -c '
    set -e
    root=$1 outside=$2
    shift 2
    for folder in /proc /dev /tmp "$PWD"; do mount --rbind "$folder" "$root$folder"; done
    mount --rbind / "$root$outside"
    packages=/usr/lib/python3/dist-packages
    if [[ -d $packages && -d $root$packages ]]; then mount --bind "$root$packages" "$root$outside$packages"; fi
    exec chroot "$root" /bin/sh -c '\''cd "$1"; shift; exec "$@"'\'' sh "$PWD" "$@"' bash "$root" "$outside" "$@"
}

install() {
  run_inside apt-get update -qq
  run_inside env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${packages[@]}"
  printf '%s\n' "${packages[*]}" >"$root/.ready"
}

setup() {
  if [[ -e $root/.ready ]]; then
    # Packages that were added since; suites that need them are skipped without them.
    if [[ $(<"$root/.ready") != "${packages[*]}" ]]; then cd /tmp && (install) || true; fi
    return 0
  fi
  command -v debootstrap >/dev/null || apt-get install -y -qq --no-install-recommends debootstrap
  local mirror
  mirror=$(apt-get indextargets --format '$(REPO_URI)' | grep -m 1 '/debian/\?$')
  if [[ ! -d $root/etc/apt ]]; then debootstrap --variant=minbase --include=ca-certificates trixie "$root" "$mirror"; fi
  local file
  for file in /etc/resolv.conf /etc/ssl/certs/ca-certificates.crt /etc/apt/apt.conf.d/99*; do
    if [[ -f $file ]]; then cp "$file" "$root$file"; fi
  done
  cd /tmp  # bound into Debian 13 by every command
  install
}

# wrap_programs: replaces JITSCOPE_BIN by a folder with a wrapper for each program.
wrap_programs() {
  local program wrappers=$JITSCOPE_BIN/debian13
  mkdir -p "$wrappers"
  for program in "$JITSCOPE_BIN"/*; do
    [[ -f $program && -x $program ]] || continue
    printf '#!/bin/sh\nexec chroot %s /bin/sh -c '\''cd "$1"; shift; exec "$@"'\'' sh "$PWD" "%s" "$@"\n' \
      "$outside" "$program" >"$wrappers/.$$"
    chmod +x "$wrappers/.$$"
    mv "$wrappers/.$$" "$wrappers/${program##*/}"  # another suite may be starting the program
  done
  export JITSCOPE_BIN=$wrappers
}

case ${1-} in
  setup) setup ;;
  '') sed -n '2,/^set/s/^# \{0,1\}//p' "$0"; exit 2 ;;
  *)
    [[ -e $root/.ready ]] || { printf 'debian13.sh: %s is not set up: run "debian13.sh setup"\n' "$root" >&2; exit 77; }
    [[ -z ${JITSCOPE_BIN-} ]] || wrap_programs
    run_inside "$@"
    ;;
esac
