import Foundation

/// The memory that contains a request's arrays and images: memory shared by the client, or the request's payload.
protocol RequestMemory: AnyObject {
    /// The address of `count` bytes from `offset` on. While the memory exists, they have the content that the client last wrote.
    ///
    /// - Throws: An error if the memory ends earlier.
    func address(at offset: Int, count: Int) throws -> UnsafeMutableRawPointer
}

extension RequestMemory {
    /// The bytes from `offset` on, without a copy.
    func data(at offset: Int, count: Int) throws -> Data {
        let address = try address(at: offset, count: count)
        guard count > 0 else { return Data() }
        return Data(bytesNoCopy: address, count: count, deallocator: .custom { _, _ in withExtendedLifetime(self) {} })
    }
}

/// The place for an answer's arrays and images.
protocol AnswerSpace: AnyObject {
    /// Copies `data` into the space and returns its offset; `nil` if there is no room.
    func place(_ data: Data) -> Int?
}

/// The alignment of arrays in shared memory and in payloads.
enum ServedAlignment {
    static let bytes = 64
}
