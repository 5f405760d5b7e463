import CPixels

/// Weights of 16 bits. Weighted sums of bytes with these weights differ from sums of floats by less than half a byte step.
struct ByteWeights: Sendable {
    /// The indices of the weights in the order in which values are added. Equal weights follow each other.
    let order: [Int]
    /// The number of fraction bits in the weighted sums. One byte step is 2 to the power of `bits` in a sum.
    let bits: Int
    private let groups: [WeightGroup]

    /// The largest number of fraction bits that is tried.
    static let mostBits = 7
    /// The largest number of fraction bits that is tried for sums that are added in pairs.
    static let mostBitsOfPairs = 6
    /// The largest total error from rounding down, in byte steps.
    private static let tolerance: Float = 0.4
    private static let greatest: Float = 32767

    /// Fails with `nil` if the weights are too large, or if too many of them differ.
    ///
    /// - Parameter sourceBits: the number of fraction bits of the values that are summed.
    init?(_ weights: [Float], bias: Float = 0, sourceBits: Int = 0, mostBits: Int = Self.mostBits) {
        let limit = Int(Self.greatest) / (255 << sourceBits)
        let equal = Dictionary(grouping: weights.indices.filter { weights[$0] != 0 }) { weights[$0] }
        let runs = equal.sorted { $0.value[0] < $1.value[0] }.flatMap { weight, places in
            stride(from: 0, to: places.count, by: limit).map { (weight, Array(places[$0..<min(places.count, $0 + limit)])) }
        }
        let total = weights.reduce(abs(bias)) { $0 + abs($1) }
        guard total.isFinite, total < 64 else { return nil }
        for bits in stride(from: mostBits, through: 0, by: -1) {
            let unit = Float(1 << bits)
            guard Float(runs.count) <= 2 * Self.tolerance * unit else { return nil }
            guard (255 * total + 1) * unit + Float(runs.count) <= Self.greatest else { continue }
            let groups = runs.map { weight, places -> (shift: Int, weight: Float) in
                // The largest shift for which the sum fits in a word.
                let shift = (0..<8).last { places.count * 255 << (sourceBits + $0) <= Int(Self.greatest) } ?? 0
                return (shift, (weight * Float(1 << (16 + bits)) / Float(1 << (shift + sourceBits))).rounded())
            }
            guard groups.allSatisfy({ abs($0.weight) <= Self.greatest }) else { continue }
            self.bits = bits
            order = runs.flatMap(\.1)
            self.groups = zip(runs, groups).map { run, group in
                WeightGroup(taps: Int32(run.1.count), shift: Int16(group.shift), weight: Int16(group.weight))
            }
            return
        }
        return nil
    }

    /// Calls a kernel with the weights.
    ///
    /// - Parameter bias: the number that is added to the sums, in byte steps.
    func callAsFunction(bias: Float, _ body: (WeightGroups) -> Void) {
        // Each product is rounded down, which loses half a unit on average.
        let start = Int16((bias * Float(1 << bits)).rounded()) + Int16(groups.count / 2)
        groups.withUnsafeBufferPointer { body(WeightGroups(groups: $0.baseAddress, count: $0.count, start: start)) }
    }
}

extension ByteFunction {
    /// Weighted sums of the pixels at the given offsets from each pixel; `nil` if ``ByteWeights`` cannot represent the weights.
    ///
    /// - Parameter keepsAlpha: whether the result has the alpha of the pixel itself.
    static func sums(_ taps: [Tap], bias: Float = 0, keepsAlpha: Bool = false) -> ByteFunction? {
        guard let weights = ByteWeights(taps.map(\.weight), bias: bias) else { return nil }
        return ByteFunction(exactness: .rounded) { source, output in
            var pointers = [UnsafePointer<UInt8>?](repeating: nil, count: weights.order.count)
            for y in 0..<output.height {
                for (index, place) in weights.order.enumerated() {
                    pointers[index] = UnsafePointer(source.row(y - taps[place].y) + 4 * taps[place].x)
                }
                weights(bias: 255 * bias + 0.5) {
                    weights_bytes_to_bytes(
                        pointers, $0, Int32(weights.bits), keepsAlpha ? source.row(y) : nil, output.row(y), output.width)
                }
            }
        }
    }

    /// Weighted sums along columns and then along rows; `nil` if ``ByteWeights`` cannot represent the weights.
    ///
    /// - Parameter sharpening: a factor. The result is then the pixel plus this factor times the pixel's difference from the sum. If it is
    ///   `nil`, the result is the sum.
    static func separable(_ weights: [Float], sharpening: Float? = nil) -> ByteFunction? {
        // With a larger factor, the errors of the sums would exceed half a byte step.
        let mostSharpening: Float = 4
        guard abs(sharpening ?? 0) <= mostSharpening,
            let columns = ByteWeights(weights, mostBits: ByteWeights.mostBitsOfPairs),
            let rows = ByteWeights(weights, sourceBits: columns.bits)
        else { return nil }
        let reach = weights.count / 2
        return ByteFunction(exactness: .rounded) { source, output in
            let width = output.width + 2 * reach
            let words = UnsafeMutablePointer<Int16>.allocate(capacity: 4 * width)
            defer { words.deallocate() }
            let neighbors = rows.order.map { UnsafePointer<Int16>?(words + 4 * $0) }
            var pointers = [UnsafePointer<UInt8>?](repeating: nil, count: columns.order.count)
            for y in 0..<output.height {
                for (index, place) in columns.order.enumerated() {
                    pointers[index] = UnsafePointer(source.row(y + place - reach) - 4 * reach)
                }
                columns(bias: 0) { weights_bytes_to_words(pointers, $0, words, width) }
                if let sharpening {
                    rows(bias: 0) {
                        weights_words_to_sharp_bytes(
                            neighbors, $0, Int32(rows.bits), source.row(y), sharpening, output.row(y), output.width)
                    }
                } else {
                    rows(bias: 0.5) { weights_words_to_bytes(neighbors, $0, Int32(rows.bits), output.row(y), output.width) }
                }
            }
        }
    }

    /// The mean of a square around each pixel.
    static func box(reach: Int) -> ByteFunction {
        ByteFunction(exactness: .rounded) { source, output in
            let (width, side) = (output.width + 2 * reach, 2 * reach + 1)
            // The kernel also reads one pixel after the last one. Its value is not used.
            let sums = UnsafeMutablePointer<UInt16>.allocate(capacity: 4 * (width + 1))
            defer { sums.deallocate() }
            sums.update(repeating: 0, count: 4 * (width + 1))
            for y in -reach..<output.height + reach {
                let removed = y > reach ? source.row(y - side) - 4 * reach : nil
                weights_move_columns(sums, source.row(y) - 4 * reach, removed, width)
                if y >= reach { weights_box_row(sums, side, 1 / Float(side * side), output.row(y - reach), output.width) }
            }
        }
    }
}
