import CoreGraphics

/// How a part of an upright image comes to lie in a model's input, and how what the model finds there lies in the image.
///
/// Pixel coordinates have their origin at the top left, as the rows of an image and of a tensor do.
package struct CropAndScale: Hashable, Sendable {
    /// Raw values are those of Vision's `VNImageCropAndScaleOption`.
    package enum Option: UInt, Sendable {
        /// The largest centred part with the model's aspect ratio.
        case centerCrop = 0
        /// The whole image, with black bars.
        case scaleFit = 1
        /// The whole image, stretched.
        case scaleFill = 2
        case scaleFitRotate90CCW = 257
        case scaleFillRotate90CCW = 258
    }

    /// Whether the upright image is turned by 90° counterclockwise before it is cut and scaled.
    package let isRotated: Bool
    /// What is cut out, in pixels of the upright (and then turned) image. The part need not lie on pixel boundaries.
    package let region: CGRect
    /// Where that part comes to lie in the input, in pixels; the rest of the input is black.
    package private(set) var destination: CGRect
    /// The input's size in pixels.
    package let inputSize: CGSize
    /// The upright image's size in pixels, before it is turned.
    package let imageSize: CGSize

    /// - Parameters:
    ///   - regionOfInterest: normalised to the upright image, origin at the lower left.
    ///   - imageSize: of the upright image.
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

    /// The same with all that stays black right of the image and below it.
    package var inCorner: CropAndScale {
        var crop = self
        crop.destination.origin = .zero
        return crop
    }

    /// Where the stored pixels land.
    ///
    /// - Parameter orientation: the EXIF orientation of the stored image.
    package func geometry(orientation: Int) -> RasterGeometry {
        RasterGeometry(
            orientation: isRotated ? Self.turnedCounterclockwise[orientation - 1] : orientation, region: region,
            outputWidth: Int(inputSize.width), outputHeight: Int(inputSize.height), destination: destination)
    }

    /// The stored pixels, decoded no larger than needed, and where they land.
    ///
    /// - Parameters:
    ///   - size: of the stored image.
    ///   - orientation: the EXIF orientation of the stored image.
    ///   - decode: returns the image at least as large as asked for.
    /// - Throws: what `decode` threw.
    package func look(
        at size: (width: Int, height: Int), orientation: Int, decode: ((width: Int, height: Int)) throws -> Raster
    ) rethrows -> RasterTensor {
        let geometry = geometry(orientation: orientation)
        let raster = try decode(geometry.neededSourceSize(of: size))
        return RasterTensor(raster, geometry.scaled(from: size, to: (raster.width, raster.height)))
    }

    /// For each EXIF orientation the one whose upright image is that of the first, turned by 90° counterclockwise.
    private static let turnedCounterclockwise = [8, 5, 6, 7, 4, 1, 2, 3]

    /// The box in the image, normalised with its origin at the lower left, of a box in the input, normalised with its origin at the top left.
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
    /// The rectangle with those edges moved onto pixel boundaries that miss them by rounding alone.
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

    /// The largest part of the aspect ratio of `size`, in the middle.
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
            // Half a pixel of the image is less than half a pixel of the input; starting at a whole one keeps an unscaled image sharp.
            part.origin.x.round(.down)
            part.origin.y.round(.down)
        }
        return part
    }
}

extension CGSize {
    /// The largest rectangle of this size's aspect ratio in the middle of another size, on pixel boundaries.
    fileprivate func fitted(into outer: CGSize) -> CGRect {
        let scale = Swift.min(outer.width / width, outer.height / height)
        let fittedWidth = Swift.min(Swift.max((width * scale).rounded(), 1), outer.width)
        let fittedHeight = Swift.min(Swift.max((height * scale).rounded(), 1), outer.height)
        return CGRect(
            x: ((outer.width - fittedWidth) / 2).rounded(.down), y: ((outer.height - fittedHeight) / 2).rounded(.down),
            width: fittedWidth, height: fittedHeight)
    }
}
