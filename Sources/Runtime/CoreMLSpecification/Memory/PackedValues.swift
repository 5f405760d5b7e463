/// A number that a packed field stores as its little-endian bytes.
package protocol PackedElement: Sendable, Equatable {}

extension Float: PackedElement {}
extension Double: PackedElement {}

package typealias PackedFloats = PackedValues<Float>
package typealias PackedDoubles = PackedValues<Double>

/// The numbers of a `repeated float` or `repeated double` field, left in place in the file.
///
/// Access to an element takes constant time. The memory behind it need not be aligned.
package struct PackedValues<Element: PackedElement>: Sendable {
    private enum Storage: Sendable {
        /// A slice of a file with a whole number of elements.
        case slice(Bytes)
        case array([Element])
    }

    private var storage: Storage

    package init() {
        storage = .slice(Bytes())
    }

    package init<Source: Sequence<Element>>(_ elements: Source) {
        storage = .array(Array(elements))
    }

    /// The elements in `bytes`, sharing its memory; `nil` if the last element is incomplete.
    package init?(bytes: Bytes) {
        guard bytes.count % MemoryLayout<Element>.size == 0 else { return nil }
        storage = .slice(bytes)
    }

    /// Calls `body` with the elements' little-endian bytes, which need not be aligned.
    package func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        switch storage {
        case .slice(let bytes): try bytes.withUnsafeBytes(body)
        case .array(let elements): try elements.withUnsafeBytes(body)
        }
    }

    /// Copies all elements to the start of `buffer`, which must have room for them.
    package func copy(to buffer: UnsafeMutableBufferPointer<Element>) {
        precondition(buffer.count >= count)
        withUnsafeBytes { UnsafeMutableRawBufferPointer(buffer).copyMemory(from: $0) }
    }

    /// The elements' bytes as a run that keeps them alive.
    package var bytes: Bytes {
        switch storage {
        case .slice(let bytes): bytes
        case .array(let elements): elements.withUnsafeBytes { Bytes(copying: $0) }
        }
    }

    package mutating func append(_ element: Element) {
        append(contentsOf: CollectionOfOne(element))
    }

    /// Appends elements. A slice of a file is first copied into an array.
    package mutating func append<Source: Sequence<Element>>(contentsOf elements: Source) {
        var array: [Element]
        switch storage {
        case .slice: array = Array(self)
        case .array(let existing): array = existing
        }
        storage = .slice(Bytes())  // The array is now ours alone, and grows in place.
        array.append(contentsOf: elements)
        storage = .array(array)
    }
}

extension PackedValues: RandomAccessCollection {
    package var startIndex: Int { 0 }

    package var endIndex: Int {
        switch storage {
        case .slice(let bytes): bytes.count / MemoryLayout<Element>.size
        case .array(let elements): elements.count
        }
    }

    package subscript(index: Int) -> Element {
        precondition(index >= 0 && index < endIndex)
        switch storage {
        case .slice(let bytes):
            return bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: index * MemoryLayout<Element>.size, as: Element.self) }
        case .array(let elements):
            return elements[index]
        }
    }

    package func _copyToContiguousArray() -> ContiguousArray<Element> {
        ContiguousArray(unsafeUninitializedCapacity: count) { buffer, initialized in
            copy(to: UnsafeMutableBufferPointer(rebasing: buffer[..<count]))
            initialized = count
        }
    }
}

extension PackedValues: Equatable {
    /// Whether two values have the same bits.
    package static func == (left: Self, right: Self) -> Bool {
        left.withUnsafeBytes { a in right.withUnsafeBytes { b in a.elementsEqual(b) } }
    }
}

extension PackedValues: ExpressibleByArrayLiteral {
    package init(arrayLiteral elements: Element...) {
        self.init(elements)
    }
}
