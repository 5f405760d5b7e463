import CoreMLSpecification

/// Counts the memory that the constants of a program take besides its files, where most stay.
///
/// A few bytes can name one array of a weight file many times, to be expanded anew each time.
final class ConstantLimit {
    private let limit: MemoryLimit
    private var byteCount = 0
    /// Of the arrays of weight files, each counted once.
    private var fileByteCount = 0
    /// Where the arrays of each weight file that were read begin.
    private var seen: [String: Set<Int>] = [:]

    /// A bit becomes a float32, and the steps from one to the other take memory too.
    private static let timesFileSize = 64

    init(_ limit: MemoryLimit) {
        self.limit = limit
    }

    /// Notes that an array of a weight file is read.
    func read(_ reference: Specification.MILSpec.Value.BlobFileValue, byteCount: Int) {
        if seen[reference.fileName, default: []].insert(Int(truncatingIfNeeded: reference.offset)).inserted { fileByteCount += byteCount }
    }

    /// Counts memory that is about to be taken.
    ///
    /// - Throws: `RuntimeError.unsupported` for more than the limit, or than 64 times the arrays of weight files where that is more.
    func take(_ wanted: Int, _ subject: @autoclosure () -> String) throws {
        byteCount += wanted
        guard byteCount / ConstantLimit.timesFileSize > fileByteCount else { return }
        try limit.check(byteCount, "expanding \(subject()) and the constants before it")
    }
}
