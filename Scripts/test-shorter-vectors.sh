#!/usr/bin/env bash
# Runs the tests of plans and of vector kernels again, as on processors with shorter vectors than this one. Arguments go to `swift test`.
set -euo pipefail
cd "$(dirname "$0")/.."
[ "$(uname -m)" = x86_64 ] || exit 0
suites='CoreMLRuntimeTests\.(Plan|Processor|Quantized|Kernel|Winograd|RowProduct|Activation|Pooling|Concatenation|Attention|Product|Convolution)|VisionRuntimeTests\.(GrayPyramid|TranslationAlignment|HomographyAlignment)|VisionTests\.(OpticalFlowTests|ObjectTrackingTests|TrajectoryTests)|AccelerateTests|CoreImageTests\.(Byte|Pixel)KernelTests'
for instructions in AVX2 SSE41; do
    if [ $instructions = AVX2 ] && ! grep -q avx512 /proc/cpuinfo; then continue; fi
    echo "again with no more than $instructions:"
    ONEDNN_MAX_CPU_ISA=$instructions swift test --skip-build "$@" --filter "$suites"
done
