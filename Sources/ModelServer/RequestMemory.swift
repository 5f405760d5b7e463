import Foundation

/// Memory that a request's arrays and images lie in: what the client shares, or what came with the request.
protocol RequestMemory: AnyObject {
    /// Where `count` bytes from `offset` on lie. They hold what the client last wrote, as long as the memory lives.
    ///
    /// - Throws: An error that says that the memory ends earlier.
    func address(at offset: Int, count: Int) throws -> UnsafeMutableRawPointer
}

extension RequestMemory {
    /// The bytes from `offset` on, which are not copied.
    func data(at offset: Int, count: Int) throws -> Data {
        let address = try address(at: offset, count: count)
        guard count > 0 else { return Data() }
        return Data(bytesNoCopy: address, count: count, deallocator: .custom { _, _ in withExtendedLifetime(self) {} })
    }
}

/// Where an answer's arrays and images go.
protocol AnswerSpace: AnyObject {
    /// Where `data` now lies; `nil` where there is no room for it.
    func place(_ data: Data) -> Int?
}

/// Where arrays begin, in shared memory and in payloads: at multiples of this.
enum ServedAlignment {
    static let bytes = 64
}
