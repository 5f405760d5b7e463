/// A map field: its entries in the order of writing.
///
/// Look-up by key scans the entries, which is fastest for the few entries that most maps have. For many look-ups in a long map, use
/// ``dictionary``. If a key occurs twice, the last entry counts.
package struct OrderedMap<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// The entries themselves, for loops and look-ups in other modules. In other modules, the methods of this type are unspecialised generic code,
    /// which is many times slower than code for an array.
    package private(set) var entries: [(key: Key, value: Value)] = []

    package init() {}

    package subscript(key: Key) -> Value? {
        get {
            entries.last { $0.key == key }?.value
        }
        set {
            guard let newValue else {
                entries.removeAll { $0.key == key }
                return
            }
            if let index = entries.lastIndex(where: { $0.key == key }) {
                entries[index].value = newValue
            } else {
                entries.append((key, newValue))
            }
        }
    }

    package var keys: [Key] { entries.map(\.key) }
    package var values: [Value] { entries.map(\.value) }

    package var dictionary: [Key: Value] {
        Dictionary(entries.lazy.map { ($0.key, $0.value) }) { _, last in last }
    }

    mutating func append(_ key: Key, _ value: Value) {
        entries.append((key, value))
    }
}

extension OrderedMap: RandomAccessCollection {
    package var startIndex: Int { 0 }
    package var endIndex: Int { entries.count }
    package subscript(position: Int) -> (key: Key, value: Value) { entries[position] }
}

extension OrderedMap: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (Key, Value)...) {
        entries = elements.map { (key: $0, value: $1) }
    }
}
