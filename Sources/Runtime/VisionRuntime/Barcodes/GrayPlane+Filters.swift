import CKernels
import CoreGraphics

extension GrayPlane {
    /// The plane with light and dark exchanged.
    func inverted() throws -> GrayPlane {
        try GrayPlane(width: width, height: height) { base, bytesPerRow in
            for y in 0..<height {
                let input = row(y)
                let output = base + y * bytesPerRow
                for x in 0..<width { output[x] = ~input[x] }
            }
        }
    }

    /// The plane with rows and columns exchanged: mirrored at its diagonal.
    package func transposed() throws -> GrayPlane {
        try GrayPlane(width: height, height: width) { base, bytesPerRow in
            withExtendedLifetime(self) {
                var plane = view
                gray_transpose(&plane, base, Int64(bytesPerRow))
            }
        }
    }

    /// The plane with the rows reversed, the columns reversed, or both. Both together are a half turn.
    func mirrored(horizontally: Bool = false, vertically: Bool = false) throws -> GrayPlane {
        try GrayPlane(width: width, height: height) { base, bytesPerRow in
            for y in 0..<height {
                let input = row(vertically ? height - 1 - y : y)
                let output = base + y * bytesPerRow
                if horizontally {
                    for x in 0..<width { output[x] = input[width - 1 - x] }
                } else {
                    output.update(from: input, count: width)
                }
            }
        }
    }

    /// The plane with stretched contrast. Each pixel becomes a scaled difference from a wide blur of the plane. The largest hundredth of
    /// the differences saturates.
    ///
    /// - Returns: `nil` if the contrast would hardly change.
    func stretched() throws -> GrayPlane? {
        let mean = try blurred(radius: max(8, min(width, height) / 6))
        var counts = [Int](repeating: 0, count: 256)
        for y in 0..<height {
            let (input, soft) = (row(y), mean.row(y))
            for x in 0..<width { counts[abs(Int(input[x]) - Int(soft[x]))] += 1 }
        }
        var rest = width * height / 100
        var largest = 255
        while largest > 1, rest >= counts[largest] {
            rest -= counts[largest]
            largest -= 1
        }
        guard largest < 48 else { return nil }
        return try GrayPlane(width: width, height: height) { base, bytesPerRow in
            for y in 0..<height {
                let (input, soft) = (row(y), mean.row(y))
                let output = base + y * bytesPerRow
                for x in 0..<width {
                    let value = 128 + 127 * (Int(input[x]) - Int(soft[x])) / largest
                    output[x] = UInt8(truncatingIfNeeded: min(max(value, 0), 255))
                }
            }
        }
    }

    /// The plane at twice its size, interpolated bilinearly, with slightly steeper edges.
    func doubled() throws -> GrayPlane {
        try GrayPlane(width: 2 * width, height: 2 * height) { base, bytesPerRow in
            for y in 0..<2 * height {
                let near = row(y / 2)
                let far = row(min(max(y / 2 + (y & 1 == 0 ? -1 : 1), 0), height - 1))
                let output = base + y * bytesPerRow
                for x in 0..<2 * width {
                    let nearX = x / 2
                    let farX = min(max(nearX + (x & 1 == 0 ? -1 : 1), 0), width - 1)
                    let sum = 9 * Int32(near[nearX]) + 3 * (Int32(near[farX]) + Int32(far[nearX])) + Int32(far[farX])
                    output[x] = UInt8(truncatingIfNeeded: (sum + 8) >> 4)
                }
            }
        }
    }

    /// The box blur: the mean of the pixels within `radius` in x and y.
    package func blurred(radius: Int) throws -> GrayPlane {
        var status: Int32 = 0
        let blurred = try GrayPlane(width: width, height: height) { base, bytesPerRow in
            withExtendedLifetime(self) {
                var plane = view
                status = gray_blur(&plane, Int32(clamping: radius), base, Int64(bytesPerRow))
            }
        }
        guard status == 0 else { throw ImageError(.outOfMemory, "no memory for a blur of \(width) × \(height) pixels") }
        return blurred
    }

    /// The unsharp mask: the plane plus `amount` times its difference from a blur of `radius`.
    func sharpened(radius: Int, amount: Int32) throws -> GrayPlane {
        let blurred = try blurred(radius: radius)
        return try GrayPlane(width: width, height: height) { base, bytesPerRow in
            for y in 0..<height {
                let input = row(y)
                let soft = blurred.row(y)
                let output = base + y * bytesPerRow
                for x in 0..<width {
                    let value = Int32(input[x]) + amount * (Int32(input[x]) - Int32(soft[x]))
                    output[x] = UInt8(truncatingIfNeeded: min(max(value, 0), 255))
                }
            }
        }
    }

    /// The plane with a white margin around it.
    func padded(by margin: Int) throws -> GrayPlane {
        try GrayPlane(width: width + 2 * margin, height: height + 2 * margin) { base, bytesPerRow in
            (base).update(repeating: 255, count: bytesPerRow * (height + 2 * margin))
            for y in 0..<height { (base + (y + margin) * bytesPerRow + margin).update(from: row(y), count: width) }
        }
    }

    /// The plane warped by an affine map, sampled bilinearly, white outside of the plane.
    ///
    /// - Parameter map: the map from the new plane's pixels to this plane's pixels. Whole numbers are the centres of pixels.
    package func warped(width: Int, height: Int, _ map: CGAffineTransform) throws -> GrayPlane {
        try GrayPlane(width: width, height: height) { base, bytesPerRow in
            withExtendedLifetime(self) {
                var plane = view
                var map = GrayMap(a: map.a, b: map.b, c: map.c, d: map.d, tx: map.tx, ty: map.ty)
                gray_warp(&plane, &map, base, Int64(bytesPerRow), Int32(clamping: width), Int32(clamping: height))
            }
        }
    }

    /// The luminance at a point, interpolated between four pixels, 0…255; white outside of the plane.
    func sample(_ x: Double, _ y: Double) -> Float {
        guard x >= -0.5, y >= -0.5, x <= Double(width) - 0.5, y <= Double(height) - 0.5 else { return 255 }
        let (x, y) = (min(max(x, 0), Double(width - 1)), min(max(y, 0), Double(height - 1)))
        let (left, top) = (Int(x), Int(y))
        let (right, bottom) = (min(left + 1, width - 1), min(top + 1, height - 1))
        let (fx, fy) = (Float(x - Double(left)), Float(y - Double(top)))
        let upper = Float(row(top)[left]) * (1 - fx) + Float(row(top)[right]) * fx
        let lower = Float(row(bottom)[left]) * (1 - fx) + Float(row(bottom)[right]) * fx
        return upper * (1 - fy) + lower * fy
    }

    /// The correlation of two rows between `left` and `right`. It is 1 for rows that differ only in brightness and contrast, and 0 for
    /// unrelated rows.
    func correlation(ofRows one: Int, _ other: Int, from left: Int, to right: Int) -> Double {
        func part(_ y: Int) -> [Float] {
            let row = row(y)
            return (left...right).map { Float(row[$0]) }
        }
        return part(one).correlation(with: part(other))
    }
}

extension [Float] {
    /// The correlation with another list: 1 if the lists differ only in offset and scale, 0 if they are unrelated.
    ///
    /// - Parameter other: a list with the same number of elements.
    func correlation(with other: [Float]) -> Double {
        func average(_ values: [Float]) -> Double { values.reduce(0) { $0 + Double($1) } / Double(values.count) }
        let (mean, otherMean) = (average(self), average(other))
        var (covariance, variance, otherVariance) = (0.0, 0.0, 0.0)
        for (a, b) in zip(self, other) {
            let (difference, otherDifference) = (Double(a) - mean, Double(b) - otherMean)
            covariance += difference * otherDifference
            variance += difference * difference
            otherVariance += otherDifference * otherDifference
        }
        let variances = variance * otherVariance
        return variances > 0 ? covariance / variances.squareRoot() : 0
    }
}
