import CPixels

/// Weights of 16 bits, with which sums of bytes are within half a byte's step of those of floats.
struct ByteWeights: Sendable {
    /// The weights' places in the order in which values are added: equal weights after each other.
    let order: [Int]
    /// How many bits below a byte's step the sums have.
    let bits: Int
    private let groups: [WeightGroup]

    /// The greatest numbers of bits that are tried.
    static let mostBits = 7
    /// The same for sums that are added in pairs.
    static let mostBitsOfPairs = 6
    /// The greatest sum of errors of rounding down.
    private static let tolerance: Float = 0.4
    private static let greatest: Float = 32767

    /// `nil` if the weights are too large, or too many that differ.
    ///
    /// - Parameter sourceBits: how many bits below a byte's step the values have that are summed.
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
                // As large as a word can be.
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
    /// - Parameter bias: what is added to the sums, in byte's steps.
    func callAsFunction(bias: Float, _ body: (WeightGroups) -> Void) {
        // Each product is rounded down, by a half on average.
        let start = Int16((bias * Float(1 << bits)).rounded()) + Int16(groups.count / 2)
        groups.withUnsafeBufferPointer { body(WeightGroups(groups: $0.baseAddress, count: $0.count, start: start)) }
    }
}

extension ByteFunction {
    /// Weighted sums of the pixels at some places around each pixel; `nil` if the weights are not such for bytes.
    ///
    /// - Parameter keepsAlpha: whether alpha is the pixel's own.
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

    /// Weighted sums along columns and then along rows; `nil` if the weights are not such for bytes.
    ///
    /// - Parameter sharpening: if not `nil`, what is multiplied with the difference of a pixel and its sum, and added to the pixel.
    static func separable(_ weights: [Float], sharpening: Float? = nil) -> ByteFunction? {
        // More would make errors of the sums greater than half a byte's step.
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
            // One more is read, and does not count.
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
