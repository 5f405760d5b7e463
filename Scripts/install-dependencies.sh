#!/usr/bin/env bash
# Installs the missing Debian packages that Osprey's build needs, and prints their names.
set -euo pipefail

packages=(
    libdnnl-dev                                             # convolution, matrix product, pooling
    libturbojpeg0-dev libspng-dev libwebp-dev               # JPEG, PNG, WebP
    libheif-dev libtiff-dev libgif-dev                      # HEIF and AVIF, TIFF, GIF
    liblcms2-dev libexif-dev                                # colour profiles, EXIF
    libpangocairo-1.0-0                                     # labels in every script, in the system's fonts
    poppler-utils                                           # pages and texts of PDF documents
    libcurl4-openssl-dev                                    # downloads
    libzxing-dev                                            # barcodes
    libtesseract-dev tesseract-ocr-eng                      # text
    libavformat-dev libavcodec-dev libswscale-dev libavdevice-dev  # video files, cameras
    libopenblas0-pthread                                    # Accelerate: BLAS, LAPACK
    libwebsockets-dev                                       # Studio: HTTP, WebSockets
    zlib1g-dev                                              # Studio: zip archives
    pkg-config
)
# The codecs of HEIF and AVIF, which newer distributions have in separate packages.
plugins=(libheif-plugin-libde265 libheif-plugin-dav1d libheif-plugin-x265 libheif-plugin-aomenc)

# The named packages that are not installed.
absent() {
    for package in "$@"; do
        state=$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null || true)
        [ "$state" = installed ] || echo "$package"
    done
}

# The named packages that the distribution has.
known() {
    for package in "$@"; do
        if apt-cache show "$package" >/dev/null 2>&1; then echo "$package"; fi
    done
}

mapfile -t missing < <(absent "${packages[@]}" $(known "${plugins[@]}"))
if [ ${#missing[@]} -gt 0 ]; then
    if [ "$(id -u)" -eq 0 ]; then
        sudo=()
    else
        sudo=(sudo)
    fi
    "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -qq
    # A fresh system knows its packages only after this update.
    mapfile -t missing < <(absent "${packages[@]}" $(known "${plugins[@]}"))
    echo "Installing from the distribution: ${missing[*]}"
    "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi

if ! command -v swift >/dev/null; then
    echo "Swift 6.3 or later is needed: https://www.swift.org/install/linux" >&2
    exit 1
fi
