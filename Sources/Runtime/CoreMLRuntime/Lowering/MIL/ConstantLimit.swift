import CoreMLSpecification

/// Counts the memory that a program's constants take in addition to its files. Most constants stay in the files.
///
/// A short program can name one array of a weight file many times. Each reference would be expanded anew, so the count is limited.
final class ConstantLimit {
    private let limit: MemoryLimit
    private var byteCount = 0
    /// The number of bytes of the arrays that were read from weight files, each array counted once.
    private var fileByteCount = 0
    /// The offsets in each weight file of the arrays that were read.
    private var seen: [String: Set<Int>] = [:]

    /// The memory that is allowed for each byte of a weight file. A single bit becomes a float32, and the intermediate steps take memory, too.
    private static let timesFileSize = 64

    init(_ limit: MemoryLimit) {
        self.limit = limit
    }

    /// Notes that an array of a weight file is read.
    func read(_ reference: Specification.MILSpec.Value.BlobFileValue, byteCount: Int) {
        if seen[reference.fileName, default: []].insert(Int(truncatingIfNeeded: reference.offset)).inserted { fileByteCount += byteCount }
    }

    /// Counts memory that is about to be allocated.
    ///
    /// - Throws: `RuntimeError.unsupported` if the total is above the limit, and above 64 times the size of the arrays read from weight
    ///   files.
    func take(_ wanted: Int, _ subject: @autoclosure () -> String) throws {
        byteCount += wanted
        guard byteCount / ConstantLimit.timesFileSize > fileByteCount else { return }
        try limit.check(byteCount, "expanding \(subject()) and the constants before it")
    }
}
