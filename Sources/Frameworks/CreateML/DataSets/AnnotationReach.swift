import Foundation
import InputChecks
import Locks

/// The reach of files of annotations, which name pictures, and the memory that they take.
package enum AnnotationReach {
    /// Whether annotation files name pictures of their own folder alone. A server reads files that others made, which must not lead to its own.
    @TaskLocal package static var isFolderOnly = false
    /// The room for the content of a data set's files; `nil` for any.
    @TaskLocal package static var room: AnnotationRoom?

    /// Runs `body` as a server does that reads files which others made: they name pictures of their own folder alone, and are of limited size.
    package static func ofServer<Result>(_ body: () throws -> Result) rethrows -> Result {
        try $isFolderOnly.withValue(true) { try $room.withValue(AnnotationRoom()) { try body() } }
    }

    /// The content of a file of labels, boxes or poses.
    ///
    /// - Parameter isKept: whether what is read of it stays in memory while other files are read.
    /// - Throws: the reason why it cannot be read, or is too large to be.
    static func content(of url: URL, isKept: Bool) throws -> Data {
        let file = try InputFile(url.path)
        guard let room else { return try file.content() }
        try room.check(file.size)
        let data = try file.content()
        try room.take(data, isKept: isKept)
        return data
    }
}

/// The room for the content of the files that a data set has beside its pictures. A file of megabytes may take gigabytes when it is read: three bytes
/// are a value of a hundred.
package final class AnnotationRoom: Sendable {
    private let bytes: Int
    private let values: Int
    private let taken = Locked(0)

    /// - Parameters:
    ///   - bytes: the size of the largest file.
    ///   - values: the most values of all files together that are kept.
    package init(bytes: Int = 64 << 20, values: Int = 8_000_000) { (self.bytes, self.values) = (bytes, values) }

    /// Checks the size of a file, in bytes.
    ///
    /// - Throws: `MLCreateError.io` if the file is too large.
    func check(_ size: Int) throws {
        guard size <= bytes else { throw MLCreateError.io(reason: "it is larger than \(bytes >> 20) MB, the most that is read here") }
    }

    /// Counts what may be values: the signs before and between them in JSON, XML and lists.
    ///
    /// - Throws: `MLCreateError.io` where there is no room for them.
    func take(_ data: Data, isKept: Bool) throws {
        let signs = Self.signs
        let count = data.withUnsafeBytes { bytes in bytes.count { signs[Int($0)] } }
        let all = taken.withLock { taken -> Int in
            let all = taken + count
            if isKept { taken = all }
            return isKept ? all : count
        }
        guard all <= values else {
            throw MLCreateError.io(reason: "there are more than \(values / 1_000_000) million values in it and the files before it")
        }
    }

    private static let signs: [Bool] = {
        let signs = Set(",\n\r[{<".utf8)
        return (0...255).map { signs.contains($0) }
    }()
}
