import Foundation
import InputChecks
import Locks

/// The limits for files of annotations: which pictures they may name, and how much memory they may take.
package enum AnnotationReach {
    /// Whether annotation files may name only pictures in their own folder. A server sets this, because it reads files of strangers, which must not
    /// lead to the server's own files.
    @TaskLocal package static var isFolderOnly = false
    /// The memory for the content of a data set's files; `nil` for no limit.
    @TaskLocal package static var room: AnnotationRoom?

    /// Runs `body` with the limits of a server, which reads files of strangers: they may name only pictures in their own folder, and their size is
    /// limited.
    package static func ofServer<Result>(_ body: () throws -> Result) rethrows -> Result {
        try $isFolderOnly.withValue(true) { try $room.withValue(AnnotationRoom()) { try body() } }
    }

    /// The content of a file of labels, boxes or poses.
    ///
    /// - Parameter isKept: whether the values read from it stay in memory while other files are read.
    /// - Throws: the reason why it cannot be read, or that it is too large.
    static func content(of url: URL, isKept: Bool) throws -> Data {
        let file = try InputFile(url.path)
        guard let room else { return try file.content() }
        try room.check(file.size)
        let data = try file.content()
        try room.take(data, isKept: isKept)
        return data
    }
}

/// The limit of the memory for the files that a data set has beside its pictures. A file of megabytes may take gigabytes when it is read: three bytes
/// of it may become a value of a hundred bytes.
package final class AnnotationRoom: Sendable {
    private let bytes: Int
    private let values: Int
    private let taken = Locked(0)

    /// - Parameters:
    ///   - bytes: the size of the largest file that is accepted.
    ///   - values: the most values that are kept, of all files together.
    package init(bytes: Int = 64 << 20, values: Int = 8_000_000) { (self.bytes, self.values) = (bytes, values) }

    /// Checks the size of a file, in bytes.
    ///
    /// - Throws: `MLCreateError.io` if the file is too large.
    func check(_ size: Int) throws {
        guard size <= bytes else { throw MLCreateError.io(reason: "it is larger than \(bytes >> 20) MB, the most that is read here") }
    }

    /// Counts the values of a file, approximately: the signs before and between values in JSON, XML and lists.
    ///
    /// - Throws: `MLCreateError.io` if they exceed the limit.
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
