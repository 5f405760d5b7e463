import CoreGraphics

/// Maps a region of an upright image to a model's input, and the model's results back to the image.
///
/// Pixel coordinates have their origin at the top left, as the rows of images and tensors start at the top.
package struct CropAndScale: Hashable, Sendable {
    /// The options. Their raw values are those of Vision's `VNImageCropAndScaleOption`.
    package enum Option: UInt, Sendable {
        /// Takes the largest centred part with the model's aspect ratio.
        case centerCrop = 0
        /// Takes the whole image, with black bars.
        case scaleFit = 1
        /// Takes the whole image, stretched.
        case scaleFill = 2
        case scaleFitRotate90CCW = 257
        case scaleFillRotate90CCW = 258
    }

    /// Whether the upright image is rotated by 90° counterclockwise before it is cropped and scaled.
    package let isRotated: Bool
    /// The region that is cropped, in pixels of the upright image after its rotation. Its edges may lie between pixel boundaries.
    package let region: CGRect
    /// The rectangle of the input that `region` is scaled to, in pixels. The rest of the input is black.
    package private(set) var destination: CGRect
    /// The input's size in pixels.
    package let inputSize: CGSize
    /// The size of the upright image before its rotation, in pixels.
    package let imageSize: CGSize

    /// - Parameters:
    ///   - regionOfInterest: the region in normalised coordinates of the upright image, with the origin at the lower left.
    ///   - imageSize: the size of the upright image.
    package init(_ option: Option, regionOfInterest: CGRect, imageSize: CGSize, inputSize: CGSize) {
        self.imageSize = imageSize
        self.inputSize = inputSize
        isRotated = option == .scaleFitRotate90CCW || option == .scaleFillRotate90CCW
        var part = CGRect(
            x: regionOfInterest.minX * imageSize.width, y: (1 - regionOfInterest.maxY) * imageSize.height,
            width: regionOfInterest.width * imageSize.width, height: regionOfInterest.height * imageSize.height
        ).snappedToPixels
        if isRotated {
            part = CGRect(x: part.minY, y: imageSize.width - part.maxX, width: part.height, height: part.width)
        }
        let whole = CGRect(origin: .zero, size: inputSize)
        switch option {
        case .centerCrop:
            region = part.centered(aspectOf: inputSize)
            destination = whole
        case .scaleFit, .scaleFitRotate90CCW:
            region = part
            destination = part.size.fitted(into: inputSize)
        case .scaleFill, .scaleFillRotate90CCW:
            region = part
            destination = whole
        }
    }

    /// The mapping with the image at the top left of the input. All black bars are then at the right and the bottom.
    package var inCorner: CropAndScale {
        var crop = self
        crop.destination.origin = .zero
        return crop
    }

    /// The mapping from the stored pixels to the input.
    ///
    /// - Parameter orientation: the EXIF orientation of the stored image.
    package func geometry(orientation: Int) -> RasterGeometry {
        RasterGeometry(
            orientation: isRotated ? Self.turnedCounterclockwise[orientation - 1] : orientation, region: region,
            outputWidth: Int(inputSize.width), outputHeight: Int(inputSize.height), destination: destination)
    }

    /// Decodes the stored pixels, if possible at a reduced size that is sufficient for the input. Returns them with their mapping to the
    /// input.
    ///
    /// - Parameters:
    ///   - size: the size of the stored image.
    ///   - orientation: the EXIF orientation of the stored image.
    ///   - decode: returns the image, at least as large as the requested size.
    /// - Throws: the errors of `decode`.
    package func look(
        at size: (width: Int, height: Int), orientation: Int, decode: ((width: Int, height: Int)) throws -> Raster
    ) rethrows -> RasterTensor {
        let geometry = geometry(orientation: orientation)
        let raster = try decode(geometry.neededSourceSize(of: size))
        return RasterTensor(raster, geometry.scaled(from: size, to: (raster.width, raster.height)))
    }

    /// The orientation that each EXIF orientation becomes if the same pixels are rotated by a further 90° counterclockwise.
    private static let turnedCounterclockwise = [8, 5, 6, 7, 4, 1, 2, 3]

    /// Maps a box from the input to the image. Both boxes are normalised. The origin is at the top left of the input, and at the lower left
    /// of the image.
    package func imageBox(ofInputBox box: CGRect) -> CGRect {
        let horizontal = region.width / destination.width
        let vertical = region.height / destination.height
        var pixels = CGRect(
            x: region.minX + (box.minX * inputSize.width - destination.minX) * horizontal,
            y: region.minY + (box.minY * inputSize.height - destination.minY) * vertical,
            width: box.width * inputSize.width * horizontal, height: box.height * inputSize.height * vertical)
        if isRotated {
            pixels = CGRect(x: imageSize.width - pixels.maxY, y: pixels.minX, width: pixels.height, height: pixels.width)
        }
        return CGRect(
            x: pixels.minX / imageSize.width, y: 1 - pixels.maxY / imageSize.height,
            width: pixels.width / imageSize.width, height: pixels.height / imageSize.height)
    }
}

extension CGRect {
    /// The rectangle with its edges on pixel boundaries. An edge is moved only if a rounding error separates it from a boundary.
    fileprivate var snappedToPixels: CGRect {
        func snapped(_ value: CGFloat) -> CGFloat {
            let whole = value.rounded()
            return abs(value - whole) < 1e-6 ? whole : value
        }
        let left = snapped(minX)
        let top = snapped(minY)
        let rect = CGRect(x: left, y: top, width: snapped(maxX) - left, height: snapped(maxY) - top)
        return rect.isEmpty ? self : rect
    }

    /// The largest centred part that has the aspect ratio of `size`.
    fileprivate func centered(aspectOf size: CGSize) -> CGRect {
        var part = self
        if width * size.height > height * size.width {
            part.size.width = height * size.width / size.height
        } else {
            part.size.height = width * size.height / size.width
        }
        part.origin.x += (width - part.width) / 2
        part.origin.y += (height - part.height) / 2
        if part.width >= size.width {
            // Rounding moves the part by half an image pixel, which is at most half an input pixel. A start on a whole pixel keeps an
            // unscaled image sharp.
            part.origin.x.round(.down)
            part.origin.y.round(.down)
        }
        return part
    }
}

extension CGSize {
    /// The largest centred rectangle in `outer` that has the aspect ratio of this size, on pixel boundaries.
    fileprivate func fitted(into outer: CGSize) -> CGRect {
        let scale = Swift.min(outer.width / width, outer.height / height)
        let fittedWidth = Swift.min(Swift.max((width * scale).rounded(), 1), outer.width)
        let fittedHeight = Swift.min(Swift.max((height * scale).rounded(), 1), outer.height)
        return CGRect(
            x: ((outer.width - fittedWidth) / 2).rounded(.down), y: ((outer.height - fittedHeight) / 2).rounded(.down),
            width: fittedWidth, height: fittedHeight)
    }
}
