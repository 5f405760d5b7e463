#!/usr/bin/env bash
# Tests cameras of Video4Linux on a machine without a camera. A virtual machine starts Debian's kernel with vivid, its test driver for cameras. It has
# access to this machine's files, and runs Tests/Camera with that camera. The tests are about colours, sizes, times, late frames, and a camera that
# stops or vanishes.
#
#   Scripts/test-camera.sh PROGRAM [FOLDER]    FOLDER (a temporary one where not given) gets kernel and modules, and keeps them
#
# It needs no special rights, and Debian's packages qemu-system-x86, busybox-static, cpio, kmod and v4l-utils.
set -euo pipefail

program=$(realpath "$1")
folder=${2:-$(mktemp -d)}
limit=${LIMIT:-900}
for tool in qemu-system-x86_64:qemu-system-x86 busybox:busybox-static cpio:cpio depmod:kmod v4l2-ctl:v4l-utils; do
    PATH=$PATH:/sbin:/usr/sbin command -v "${tool%:*}" >/dev/null || {
        echo "skipped: the camera's test, which needs the Debian package ${tool#*:}" >&2
        exit 0
    }
done
mkdir -p "$folder" && folder=$(realpath "$folder")

# The kernel comes from the distribution, and is not installed.
if ! ls "$folder"/root/boot/vmlinuz-* >/dev/null 2>&1; then
    kernel=$(apt-cache depends linux-image-amd64 | sed -n 's/.*Depends: //p')
    (cd "$folder" && apt-get download -qq "$kernel" 2>/dev/null && dpkg-deb -x "$kernel"_*.deb root)
fi
version=$(basename "$folder"/root/boot/vmlinuz-*)
version=${version#vmlinuz-}
PATH=$PATH:/sbin:/usr/sbin depmod -b "$folder/root" "$version"

# The modules that a kernel module needs, and the module itself, in the order of loading.
needs() {
    local line
    line=$(grep -E "/$1\.ko:" "$folder/root/lib/modules/$version/modules.dep") || return 0
    for file in $(tac -s' ' <<<"${line#*:} " | tr '\n' ' ') ${line%%:*}; do echo "$file"; done
}
start="$folder/start"
rm -rf "$start" && mkdir -p "$start/bin" "$start/modules" "$start/machine"
cp "$(command -v busybox)" "$start/bin/busybox"
number=100
for module in unix virtio_pci 9pnet_virtio 9p vivid; do
    for file in $(needs "$module"); do
        name=$(basename "$file")
        ls "$start/modules" | grep -q "[0-9]-$name\$" || cp "$folder/root/lib/modules/$version/$file" "$start/modules/$((number++))-$name"
    done
done
cat >"$start/init" <<EOF
#!/bin/busybox sh
/bin/busybox --install -s /bin
# The last module is vivid.
for module in /modules/*; do insmod \$module || echo "FAIL  \$module cannot be loaded"; done
mount -t 9p -o trans=virtio,version=9p2000.L,ro,cache=loose,msize=262144 machine /machine || echo "FAIL  no files"
mount -t devtmpfs dev /machine/dev && mount -t proc proc /machine/proc && mount -t sysfs sys /machine/sys && mount -t tmpfs tmp /machine/tmp
echo 'the machine has started'
LC_ALL=C.UTF-8 chroot /machine $program /dev/video0
echo "status \$?"
poweroff -f
EOF
chmod +x "$start/init"
(cd "$start" && find . | cpio --quiet -o -H newc | gzip -1) >"$folder/start.gz"

log="$folder/log"
timeout "$limit" qemu-system-x86_64 -machine q35 -cpu max -m 2048 -smp 1 -nographic -no-reboot -kernel "$folder/root/boot/vmlinuz-$version" \
    -initrd "$folder/start.gz" -append "console=ttyS0 quiet panic=-1" \
    -fsdev local,id=machine,path=/,security_model=none,readonly=on,multidevs=remap -device virtio-9p-pci,fsdev=machine,mount_tag=machine \
    </dev/null 2>&1 | tr -d '\r' | tee "$log"
grep -q '^status 0$' "$log" || { echo "the camera's test failed" >&2; exit 1; }
