#!/usr/bin/env bash
# Compiles the kernels for arm64 with Swift's own clang, and runs Tests/Arm under user-mode emulation. Compares each kernel with a plain loop, and
# with the results of the same program on this processor. Needs g++-aarch64-linux-gnu and qemu-user-static; oneDNN itself is not needed.
#
#   Scripts/test-arm.sh [FOLDER]    FOLDER (.build/arm where not given) gets the objects
#   ARCH=armv8.6-a+bf16+i8mm        the instructions that the compiler may use (armv8-a, and then this, where not given)
set -euo pipefail

cd "$(dirname "$0")/.."
folder=$(mkdir -p "${1:-.build/arm}" && cd "${1:-.build/arm}" && pwd)
for program in qemu-aarch64-static aarch64-linux-gnu-g++ clang++; do
    command -v $program >/dev/null || {
        echo "skipped: the kernels on arm64, as there is no $program (apt-get install g++-aarch64-linux-gnu qemu-user-static)"
        exit 0
    }
done

mapfile -t kernels < <(find Sources/Kernels/CKernels Sources/Kernels/CThreads -name '*.cpp' | sort)
mapfile -t tests < <(find Tests/Arm -name '*.cpp' | sort)
includes=()
while read -r place; do includes+=("-I$place"); done < <(find Sources/Kernels/CKernels Sources/Kernels/CThreads -type d | sort)

# An object is compiled again if one of its sources is newer.
build() {
    local name=$1 file object out newest
    shift
    out=$folder/$name
    mkdir -p "$out"
    newest=$(find Sources/Kernels/CKernels Sources/Kernels/CThreads Tests/Arm \( -name '*.h' -o -name '*.hpp' -o -name '*.inl' \) -printf '%T@ %p\n' | sort -n | tail -1 | cut -d' ' -f2)
    local objects=()
    for file in "${kernels[@]}" "${tests[@]}"; do
        object=$out/$(echo "$file" | tr / _).o
        objects+=("$object")
        [ "$object" -nt "$file" ] && [ "$object" -nt "$newest" ] && continue
        clang++ -std=c++17 -O2 -Wall -Werror "$@" "${includes[@]}" -c "$file" -o "$object"
    done
    clang++ "$@" "${objects[@]}" -o "$out/kernels" -lpthread -ldl
}

build here
# AMX is off, because arm64 does not have its kernels.
ONEDNN_MAX_CPU_ISA=AVX512_CORE_BF16 "$folder/here/kernels" --write "$folder/answers"
archs=${ARCH:-armv8-a armv8.6-a+bf16+i8mm}
for arch in $archs; do
    # Constants of kernels for other processors are unused here, which is no error.
    build "$arch" --target=aarch64-linux-gnu -march="$arch" -Wno-unused-const-variable
    echo "arm64, $arch:"
    qemu-aarch64-static -cpu max -L /usr/aarch64-linux-gnu "$folder/$arch/kernels" --compare "$folder/answers"
done

# Prints the number of vector instructions in each kernel's file.
arch=${archs##* }
echo "vector instructions by file, $arch:"
for file in "${kernels[@]}"; do
    object=$folder/$arch/$(echo "$file" | tr / _).o
    aarch64-linux-gnu-objdump -d "$object" | awk -v file="${file#Sources/Kernels/}" '
        $3 ~ /^(f(mla|mul|add|sub|div|max|min)|mla|mul|add|sub|shl|ushll|uadd)/ && /v[0-9]+\.(4s|8h|16b|2d)/ { vectors++ }
        $3 ~ /^(bfdot|bfmmla|bfcvt|bfmlal)/ { halves++ }
        $3 ~ /^(sdot|udot|usdot|smmla)/ { dots++ }
        END { printf "  %-52s %5d vector, %3d bfloat16, %3d dot products\n", file, vectors, halves, dots }'
done
