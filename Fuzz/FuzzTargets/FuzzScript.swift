import Foundation

/// Choices that are read from a fuzzer's bytes. Where the bytes end, every choice is the first one.
struct FuzzScript {
    private var rest: Slice<UnsafeBufferPointer<UInt8>>

    init(_ bytes: UnsafeBufferPointer<UInt8>) { rest = bytes[...] }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    mutating func number(below limit: Int) -> Int { Int(byte()) % limit }

    mutating func choice<Element>(_ elements: [Element]) -> Element { elements[number(below: elements.count)] }

    /// So many bytes, or those that are left.
    mutating func bytes(_ count: Int) -> Data {
        defer { rest = rest.dropFirst(count) }
        return Data(rest.prefix(count))
    }

    /// All that is left.
    mutating func remainder() -> Data { bytes(rest.count) }

    /// Text that is UTF-8, whatever the bytes are.
    mutating func text(_ count: Int) -> String { String(decoding: bytes(count), as: UTF8.self) }
}
