import CKernels

/// An image pyramid: a plane and its reductions. Each reduction has half the width and height of the previous plane.
package struct GrayPyramid: Sendable {
    /// The planes, from the original to the smallest.
    package let levels: [GrayPlane]

    /// Halves a plane until a side would be shorter than `smallestSide`, or there are `maximumLevels`.
    ///
    /// Each pixel of a level is the mean of four pixels of the level before. An odd last row or column is left out.
    ///
    /// - Throws: `ImageError` if there is no memory.
    package init(_ plane: GrayPlane, smallestSide: Int = 16, maximumLevels: Int = 16) throws {
        var levels = [plane]
        while levels.count < maximumLevels, let last = levels.last, min(last.width, last.height) / 2 >= max(smallestSide, 1) {
            levels.append(try last.halved())
        }
        self.levels = levels
    }
}

extension GrayPlane {
    /// The plane at half its size. Each pixel is the rounded mean of four.
    ///
    /// - Precondition: both sides have at least two pixels.
    package func halved() throws -> GrayPlane {
        precondition(width >= 2 && height >= 2)
        return try GrayPlane(width: width / 2, height: height / 2) { base, bytesPerRow in
            withExtendedLifetime(self) {
                var plane = view
                gray_halve(&plane, base, Int64(bytesPerRow))
            }
        }
    }

    /// The plane in the form that C kernels take. It is valid only while the plane lives.
    var view: GrayView { GrayView(base: base, bytes_per_row: Int64(bytesPerRow), width: Int32(width), height: Int32(height)) }
}

extension Frame {
    /// The pyramid over the whole upright image's luminance, made once.
    package func pyramid(width: Int? = nil, height: Int? = nil, smallestSide: Int = 16) throws -> GrayPyramid {
        let plane = try gray(width: width, height: height)
        return try derivatives.value(PyramidKey(width: plane.width, height: plane.height, smallestSide: smallestSide)) {
            try GrayPyramid(plane, smallestSide: smallestSide)
        }
    }
}

private struct PyramidKey: Hashable {
    let width: Int
    let height: Int
    let smallestSide: Int
}
