extension MLDataValue {
    /// A sequence of values in a cell.
    public struct SequenceType: RandomAccessCollection, ExpressibleByArrayLiteral, Hashable, CustomStringConvertible,
        CustomDebugStringConvertible, MLDataValueConvertible, Sendable
    {
        public typealias Element = MLDataValue
        public typealias Index = Int
        public typealias SubSequence = Slice<SequenceType>

        private let elements: [MLDataValue]

        /// An empty sequence.
        public init() { elements = [] }
        /// A sequence of the given values.
        public init<S: Sequence>(_ elements: S) where S.Element == MLDataValue { self.elements = Array(elements) }
        /// A sequence of the given values.
        public init<S: Sequence>(_ elements: S) where S.Element: MLDataValueConvertible { self.elements = elements.map(\.dataValue) }
        /// A sequence of the given values.
        public init(arrayLiteral: Element...) { elements = arrayLiteral }

        public var startIndex: Index { 0 }
        public var endIndex: Index { elements.count }
        public subscript(index: Index) -> Element { elements[index] }

        public var description: String { "[" + elements.map(\.description).joined(separator: ", ") + "]" }
        public var debugDescription: String { description }

        public static var dataValueType: ValueType { .sequence }
        /// The sequence in a cell; `nil` if the cell has another type.
        public init?(from dataValue: MLDataValue) {
            guard case .sequence(let value) = dataValue else { return nil }
            self = value
        }
        public var dataValue: MLDataValue { .sequence(self) }
    }

    /// A dictionary in a cell. Its keys and values are cell values. The order of its elements has no meaning.
    public struct DictionaryType: Collection, Hashable, CustomStringConvertible, CustomDebugStringConvertible, MLDataValueConvertible,
        Sendable
    {
        /// The type of the keys.
        public typealias Key = MLDataValue
        /// The type of the values.
        public typealias Value = MLDataValue
        public typealias Element = (key: MLDataValue, value: MLDataValue)
        public typealias SubSequence = Slice<DictionaryType>

        public struct Index: Comparable, Sendable {
            fileprivate let base: [MLDataValue: MLDataValue].Index
            public static func < (lhs: Index, rhs: Index) -> Bool { lhs.base < rhs.base }
        }

        private let contents: [MLDataValue: MLDataValue]

        /// An empty dictionary.
        public init() { contents = [:] }
        /// A dictionary with the given keys and values.
        public init(_ contents: [MLDataValue: MLDataValue]) { self.contents = contents }
        /// A dictionary with the given keys and values.
        ///
        /// - Precondition: all keys are different.
        public init<S: Sequence>(uniqueKeysWithValues keysAndValues: S) where S.Element == (MLDataValue, MLDataValue) {
            contents = Dictionary(uniqueKeysWithValues: keysAndValues)
        }

        public var count: Int { contents.count }
        public var isEmpty: Bool { contents.isEmpty }
        /// The value for a key; `nil` if the dictionary does not have the key.
        public subscript(key: Key) -> Value? { contents[key] }

        public var startIndex: Index { Index(base: contents.startIndex) }
        public var endIndex: Index { Index(base: contents.endIndex) }
        /// The key and the value at an index.
        public subscript(index: Index) -> Element { contents[index.base] }
        public func index(after i: Index) -> Index { Index(base: contents.index(after: i.base)) }

        /// The keys and values, sorted by key.
        var sorted: [Element] { contents.map { ($0.key, $0.value) }.sorted { MLDataValue.isBefore($0.0, $1.0) } }

        public var description: String { "{" + sorted.map { "\($0.key): \($0.value)" }.joined(separator: ", ") + "}" }
        public var debugDescription: String { description }

        public static var dataValueType: ValueType { .dictionary }
        /// The dictionary in a cell; `nil` if the cell has another type.
        public init?(from dataValue: MLDataValue) {
            guard case .dictionary(let value) = dataValue else { return nil }
            self = value
        }
        public var dataValue: MLDataValue { .dictionary(self) }
    }
}
