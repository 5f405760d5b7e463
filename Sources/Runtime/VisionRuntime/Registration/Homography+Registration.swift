// Coordinates of registration are continuous: a pixel's centre is at its column and row plus one half.

extension Homography {
    init(translation: SIMD2<Double>) {
        self.init([1, 0, translation.x, 0, 1, translation.y, 0, 0, 1])
    }

    /// The point to which the map takes the origin.
    var shift: SIMD2<Double> { SIMD2(elements[2], elements[5]) }

    /// The map scaled so that its last element is 1.
    var normalized: Homography {
        let last = elements[8]
        return last == 1 || last == 0 ? self : Homography(elements.map { $0 / last })
    }

    /// Converts the map from an image to the same image with its sides multiplied by `factor`.
    func scaled(by factor: Double) -> Homography {
        let m = elements
        return Homography([m[0], m[1], m[2] * factor, m[3], m[4], m[5] * factor, m[6] / factor, m[7] / factor, m[8]])
    }

    /// Converts the map to pixels from coordinates with the origin `centre` and the unit `reach`.
    func inPixels(centre: SIMD2<Double>, reach: Double) -> Homography {
        let outward = Homography([reach, 0, centre.x, 0, reach, centre.y, 0, 0, 1])
        let inward = Homography([1 / reach, 0, -centre.x / reach, 0, 1 / reach, -centre.y / reach, 0, 0, 1])
        return (outward * self * inward).normalized
    }

    /// The point to which the map takes `point`, and the rows of the matrix of derivatives there.
    func linearized(at point: SIMD2<Double>) -> (image: SIMD2<Double>, x: SIMD2<Double>, y: SIMD2<Double>) {
        elements.withUnsafeBufferPointer { m in
            let w = m[6] * point.x + m[7] * point.y + m[8]
            let image = SIMD2((m[0] * point.x + m[1] * point.y + m[2]) / w, (m[3] * point.x + m[4] * point.y + m[5]) / w)
            let x = SIMD2((m[0] - image.x * m[6]) / w, (m[1] - image.x * m[7]) / w)
            let y = SIMD2((m[3] - image.y * m[6]) / w, (m[4] - image.y * m[7]) / w)
            return (image, x, y)
        }
    }

    /// Whether the map is plausible for a photograph. A rectangle at the origin must stay in front of the camera and must not be mirrored. No part of
    /// it may become many times larger or smaller.
    ///
    /// - Precondition: the last element is 1.
    func isPlausible(width: Double, height: Double) -> Bool {
        let corners = [SIMD2(0, 0), SIMD2(width, 0), SIMD2(width, height), SIMD2(0, height)]
        return corners.allSatisfy { corner in
            let w = elements[6] * corner.x + elements[7] * corner.y + elements[8]
            let (_, x, y) = linearized(at: corner)
            let area = x.x * y.y - x.y * y.x
            return w > 0.1 && area > 0.05 && area < 20
        }
    }
}
