extension MLDataValue {
    /// Values in order.
    public struct SequenceType: RandomAccessCollection, ExpressibleByArrayLiteral, Hashable, CustomStringConvertible,
        CustomDebugStringConvertible, MLDataValueConvertible, Sendable
    {
        public typealias Element = MLDataValue
        public typealias Index = Int
        public typealias SubSequence = Slice<SequenceType>

        private let elements: [MLDataValue]

        /// A list without values.
        public init() { elements = [] }
        /// A list of these values.
        public init<S: Sequence>(_ elements: S) where S.Element == MLDataValue { self.elements = Array(elements) }
        /// A list of these values.
        public init<S: Sequence>(_ elements: S) where S.Element: MLDataValueConvertible { self.elements = elements.map(\.dataValue) }
        /// A list of these values.
        public init(arrayLiteral: Element...) { elements = arrayLiteral }

        public var startIndex: Index { 0 }
        public var endIndex: Index { elements.count }
        public subscript(index: Index) -> Element { elements[index] }

        public var description: String { "[" + elements.map(\.description).joined(separator: ", ") + "]" }
        public var debugDescription: String { description }

        public static var dataValueType: ValueType { .sequence }
        /// The list of a cell; `nil` if the cell has no list.
        public init?(from dataValue: MLDataValue) {
            guard case .sequence(let value) = dataValue else { return nil }
            self = value
        }
        public var dataValue: MLDataValue { .sequence(self) }
    }

    /// Values by keys. The order has no meaning.
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

        /// A dictionary without values.
        public init() { contents = [:] }
        /// A dictionary with these keys and values.
        public init(_ contents: [MLDataValue: MLDataValue]) { self.contents = contents }
        /// A dictionary with these keys and values.
        ///
        /// - Precondition: no key comes twice.
        public init<S: Sequence>(uniqueKeysWithValues keysAndValues: S) where S.Element == (MLDataValue, MLDataValue) {
            contents = Dictionary(uniqueKeysWithValues: keysAndValues)
        }

        public var count: Int { contents.count }
        public var isEmpty: Bool { contents.isEmpty }
        /// The value of a key; `nil` if there is none.
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
        /// The dictionary of a cell; `nil` if the cell has no dictionary.
        public init?(from dataValue: MLDataValue) {
            guard case .dictionary(let value) = dataValue else { return nil }
            self = value
        }
        public var dataValue: MLDataValue { .dictionary(self) }
    }
}
