import CoreGraphics

extension Frame {
    /// The luminance of a part of the upright image.
    ///
    /// Luminance from a JPEG file or a pixel buffer is used unchanged. In a buffer of video range, it goes from 16 to 235. A copy is made
    /// only if the plane has to be scaled or rotated. Colours are converted to Rec. 601 luma.
    ///
    /// - Parameters:
    ///   - region: in pixels of the upright image at its full size, origin at the top left. `nil` for the whole image.
    ///   - width: the plane's width; `nil` for the region's. The same holds for `height`.
    /// - Throws: `VisionFailure` that names the image.
    package func gray(_ region: CGRect? = nil, width: Int? = nil, height: Int? = nil) throws -> GrayPlane {
        let whole = CGRect(origin: .zero, size: info.size)
        let region = region ?? whole
        let key = GrayKey(
            region: region, width: width ?? max(1, Int(region.width.rounded())), height: height ?? max(1, Int(region.height.rounded())))
        return try derivatives.value(key) {
            let geometry = RasterGeometry(
                orientation: orientation, region: region, outputWidth: key.width, outputHeight: key.height)
            if let luminance { return try grayPlane(of: luminance, geometry, key) }
            return try withPixels(geometry, isGray: true) { try grayPlane(of: $0.luminance ?? $0, $1, key) }
        }
    }

    private func grayPlane(of source: Raster, _ geometry: RasterGeometry, _ key: GrayKey) throws -> GrayPlane {
        let size = CGRect(x: 0, y: 0, width: source.width, height: source.height)
        if source.layout == .gray8, orientation == 1, geometry.region == size, (key.width, key.height) == (source.width, source.height) {
            return GrayPlane(source)
        }
        let plane = try MutableRaster(allocating: .gray8, width: key.width, height: key.height)
        try resample(source, geometry, into: plane)
        return GrayPlane(plane.raster)
    }
}

private struct GrayKey: Hashable {
    let region: CGRect
    let width: Int
    let height: Int
}

extension Raster {
    /// The luminance plane of the raster; `nil` if its luminance is not stored in a separate plane.
    fileprivate var luminance: Raster? {
        switch layout {
        case .gray8: self
        case .biplanar420: Raster(width: width, height: height, layout: .gray8, planes: [planes[0]], owner: owner)
        default: nil
        }
    }
}
