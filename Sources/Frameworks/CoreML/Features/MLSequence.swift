import Foundation

/// A list of strings or of integers.
open class MLSequence: NSObject {
    /// The type of the elements: `.string` or `.int64`.
    public let type: MLFeatureType
    /// The strings; empty for other types.
    public let stringValues: [String]
    package let integers: [Int64]

    init(type: MLFeatureType, strings: [String] = [], integers: [Int64] = []) {
        self.type = type
        stringValues = strings
        self.integers = integers
    }

    /// A list without elements.
    ///
    /// - Parameter type: `.string` or `.int64`.
    public convenience init(empty type: MLFeatureType) {
        self.init(type: type)
    }

    /// A list of strings.
    public convenience init(strings stringValues: [String]) {
        self.init(type: .string, strings: stringValues)
    }

    /// A list of whole numbers. Numbers with a fraction are truncated.
    public convenience init(int64s int64Values: [NSNumber]) {
        self.init(type: .int64, integers: int64Values.map(\.int64Value))
    }

    package convenience init(integers: [Int64]) {
        self.init(type: .int64, integers: integers)
    }

    /// The integers; empty for other types.
    public var int64Values: [NSNumber] { integers.map { NSNumber(value: $0) } }

    package var count: Int { type == .string ? stringValues.count : integers.count }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? MLSequence else { return false }
        return type == other.type && stringValues == other.stringValues && integers == other.integers
    }

    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(stringValues)
        hasher.combine(integers)
        return hasher.finalize()
    }

    open override var description: String {
        type == .string ? "\(stringValues)" : "\(integers)"
    }
}
