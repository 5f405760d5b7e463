#!/usr/bin/env bash
# Installs the package into a root folder that has only Debian's base, and classifies a photo there. Needs root and debootstrap.
#
#   Scripts/test-package.sh PACKAGE [FOLDER]    FOLDER (a temporary one where not given) gets the root, and keeps it
#   DYNAMIC=…                                   a dynamically linked program, whose start is timed beside the package's
set -euo pipefail

package=$(realpath "$1")
checkout=$(cd "$(dirname "$0")/.." && pwd)
root=${2:-$(mktemp -d)/root}
suite=${SUITE:-bookworm}
command -v debootstrap >/dev/null || { echo "test-package.sh needs debootstrap: apt-get install debootstrap" >&2; exit 1; }

if [ ! -x "$root/usr/bin/apt-get" ]; then
    debootstrap --variant=minbase "$suite" "$root" "${MIRROR:-http://deb.debian.org/debian}" >"$root.log" 2>&1 || {
        tail -5 "$root.log" >&2
        exit 1
    }
    # The root folder uses the same hosts and package sources as this machine.
    for file in resolv.conf hosts apt/apt.conf.d apt/sources.list apt/sources.list.d apt/trusted.gpg.d; do
        [ -e "/etc/$file" ] || continue
        rm -rf "${root:?}/etc/$file"
        cp -aL "/etc/$file" "$root/etc/$file"
    done
fi
mkdir -p "$root/proc"
mountpoint -q "$root/proc" || mount -t proc proc "$root/proc"
trap 'umount "$root/proc"' EXIT
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }

size() { du -sm --one-file-system --exclude=var/cache --exclude=var/lib/apt "$root" | cut -f1; }
mkdir -p "$root/tmp" && cp "$package" "$root/tmp/osprey.deb"
cp "$checkout/Examples/Pictures/fence.jpg" "$root/tmp/fence.jpg"
before=$(size)
inside apt-get update -qq
inside apt-get install -y -qq --no-install-recommends /tmp/osprey.deb >/dev/null
after=$(size)
! inside sh -c 'command -v swift' || { echo "there is a Swift here" >&2; exit 1; }

echo "package: $(du -k "$package" | cut -f1) KB; installed with what it depends on: $((after - before)) MB on $before MB"
inside osprey --version
inside osprey classify /tmp/fence.jpg --top 1 | tee "$root/tmp/answer"
grep -q "picket fence" "$root/tmp/answer"
inside osprey detect faces,barcodes,rectangles /tmp/fence.jpg --json >/dev/null
inside test -s /usr/share/man/man1/osprey-classify.1.gz
inside test -s /usr/share/bash-completion/completions/osprey
inside bash -c '. /usr/share/bash-completion/completions/osprey; COMP_WORDS=(osprey model se); COMP_CWORD=2; _osprey; test "${COMPREPLY[*]}" = serve'

# If the libraries for videos and text are not installed, the error says so, and other photos are still processed.
inside osprey detect text /tmp/fence.jpg >/dev/null 2>"$root/tmp/error" && { echo "text was read without Tesseract" >&2; exit 1; }
cat "$root/tmp/error"

# The shortest of twenty starts, in milliseconds.
start() {
    local best=999999 i from to
    for i in $(seq 20); do
        from=$(date +%s%N)
        "$@" --version >/dev/null
        to=$(date +%s%N)
        [ $((to - from)) -ge "$((best * 1000))" ] || best=$(((to - from) / 1000))
    done
    echo "$((best / 1000)).$(printf %03d $((best % 1000))) ms"
}
echo "start of the package's program: $(start "$root/usr/bin/osprey")"
[ -z "${DYNAMIC:-}" ] || echo "start of the dynamically linked program: $(start "$DYNAMIC")"
