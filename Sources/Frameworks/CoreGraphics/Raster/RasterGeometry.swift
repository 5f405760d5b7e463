import Foundation

/// The mapping from a part of a source to a part of an output, with orientation, crop, scale and letterbox.
package struct RasterGeometry: Sendable {
    /// The EXIF orientation of the source, 1 to 8. The output is upright.
    package var orientation: Int
    /// The part of the source that is read, in pixels of the upright source, with the origin at its top left. It may extend beyond the
    /// source. Pixels outside the source are black.
    package var region: CGRect
    package var outputWidth: Int
    package var outputHeight: Int
    /// The rectangle of the output that the region fills, in pixels, with the origin at the top left. It must lie on whole pixels. The rest
    /// of the output is black.
    package var destination: CGRect

    /// - Parameter destination: the rectangle of the output that is filled; `nil` for the whole output.
    package init(orientation: Int = 1, region: CGRect, outputWidth: Int, outputHeight: Int, destination: CGRect? = nil) {
        self.orientation = orientation
        self.region = region
        self.outputWidth = outputWidth
        self.outputHeight = outputHeight
        self.destination = destination ?? CGRect(x: 0, y: 0, width: outputWidth, height: outputHeight)
    }

    /// The size of an upright image, given its stored size.
    package static func uprightSize(width: Int, height: Int, orientation: Int) -> (width: Int, height: Int) {
        Orientation(orientation).turned((width, height))
    }

    /// The whole source stretched over the whole output.
    package static func fill(sourceWidth: Int, sourceHeight: Int, orientation: Int = 1, outputWidth: Int, outputHeight: Int)
        -> RasterGeometry
    {
        let upright = uprightSize(width: sourceWidth, height: sourceHeight, orientation: orientation)
        return RasterGeometry(
            orientation: orientation, region: CGRect(x: 0, y: 0, width: upright.width, height: upright.height),
            outputWidth: outputWidth, outputHeight: outputHeight)
    }

    /// The geometry for a source that was decoded at another size, for example at an eighth.
    ///
    /// JPEG decoders round a half, a quarter or an eighth of the size up to whole pixels. A size that was rounded up in this way is treated as the
    /// exact fraction. The last row or column then represents fewer source pixels than the others. If the raster has any other size, it is treated
    /// as the whole image, stretched.
    ///
    /// - Parameters:
    ///   - full: the stored size for which `region` is defined.
    ///   - actual: the stored size of the decoded raster.
    package func scaled(from full: (width: Int, height: Int), to actual: (width: Int, height: Int)) -> RasterGeometry {
        guard full != actual, full.width > 0, full.height > 0 else { return self }
        let exact = [2, 4, 8].first { (full.width + $0 - 1) / $0 == actual.width && (full.height + $0 - 1) / $0 == actual.height }
        // The size of the image in pixels of the decoded raster, and the scale factors. Both are in stored orientation.
        let size =
            exact.map { CGSize(width: CGFloat(full.width) / CGFloat($0), height: CGFloat(full.height) / CGFloat($0)) }
            ?? CGSize(width: actual.width, height: actual.height)
        let stored = (x: size.width / CGFloat(full.width), y: size.height / CGFloat(full.height))
        let beyond = (x: CGFloat(actual.width) - size.width, y: CGFloat(actual.height) - size.height)
        // If the orientation flips the axis, the margin outside the image is at the left or the top of the upright image.
        let turn = Orientation(orientation)
        let scale = turn.axes(stored.x, stored.y)
        let margin = turn.axes(beyond.x, beyond.y)
        let left = turn.flipsX ? margin.x : 0
        let top = turn.flipsY ? margin.y : 0
        var copy = self
        copy.region = CGRect(
            x: region.minX * scale.x + left, y: region.minY * scale.y + top, width: region.width * scale.x, height: region.height * scale.y)
        return copy
    }

    /// The smallest stored size of a source for which this geometry does not enlarge the source. It is passed to `ImageFile.decode` as
    /// `atLeast`.
    ///
    /// - Parameter full: the stored size for which `region` is defined.
    package func neededSourceSize(of full: (width: Int, height: Int)) -> (width: Int, height: Int) {
        guard region.width > 0, region.height > 0 else { return full }
        let upright = Self.uprightSize(width: full.width, height: full.height, orientation: orientation)
        // A rounding error above a whole number must not require one more pixel, which could double the decoded size.
        let width = (CGFloat(upright.width) * destination.width / region.width - 1e-6).rounded(.up)
        let height = (CGFloat(upright.height) * destination.height / region.height - 1e-6).rounded(.up)
        guard width.isFinite, height.isFinite else { return full }
        let clamped = (width: Int(min(max(width, 1), CGFloat(upright.width))), height: Int(min(max(height, 1), CGFloat(upright.height))))
        return Orientation(orientation).turned(clamped)
    }
}
