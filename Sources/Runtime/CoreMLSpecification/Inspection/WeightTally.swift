/// The numbers of a model's weights, grouped by the form in which they are stored.
package struct WeightTally: Sendable, Equatable {
    package struct Kind: Sendable, Equatable {
        /// The storage's name: `float32`, `float16`, `8-bit linear`, `4-bit lookup table`, `int8`, …
        package var name: String
        package var count: Int
        package var byteCount: Int
    }

    /// The kinds of storage, the largest first.
    package var kinds: [Kind] {
        tally.map { Kind(name: $0, count: $1.count, byteCount: $1.byteCount) }
            .sorted { ($0.byteCount, $1.name) > ($1.byteCount, $0.name) }
    }

    private var tally: [String: (count: Int, byteCount: Int)] = [:]

    mutating func add(_ name: String, count: Int, byteCount: Int) {
        guard byteCount > 0 else { return }
        let old = tally[name] ?? (0, 0)
        // Counts may overflow: a model may refer to one array more often than memory could hold it.
        tally[name] = (
            old.count.addingReportingOverflow(count).partialValue, old.byteCount.addingReportingOverflow(byteCount).partialValue
        )
    }

    mutating func add(_ other: WeightTally) {
        for kind in other.kinds { add(kind.name, count: kind.count, byteCount: kind.byteCount) }
    }

    mutating func add(_ weights: Specification.WeightParams) {
        add("float32", count: weights.floatValue.count, byteCount: weights.floatValue.count * MemoryLayout<Float>.size)
        add("float16", count: weights.float16Value.count / 2, byteCount: weights.float16Value.count)
        add("int8", count: weights.int8RawValue.count, byteCount: weights.int8RawValue.count)
        let bits = weights.quantization?.numberOfBits ?? 8
        let name =
            switch weights.quantization?.quantizationType {
            case .linearQuantization?: "\(bits)-bit linear"
            case .lookupTableQuantization?: "\(bits)-bit lookup table"
            case nil: "raw"
            }
        let count = weights.rawValue.count * 8 / Int(clamping: max(bits, 1))
        add(name, count: count, byteCount: weights.rawValue.count)
    }

    /// Adds every weight array that `message` and the messages in it hold.
    mutating func addWeights(in message: Any) {
        if let weights = message as? Specification.WeightParams {
            add(weights)
        } else if !(message is String || message is any BinaryInteger || message is UnknownFields) {
            for child in Mirror(reflecting: message).children { addWeights(in: child.value) }
        }
    }

    package static func == (left: WeightTally, right: WeightTally) -> Bool {
        left.kinds == right.kinds
    }
}
