import Foundation
import InputChecks
import Locks

/// The limits for annotation files: which pictures a file may name, and how much memory it may take.
package enum AnnotationReach {
    /// Whether annotation files may name only pictures in their own folder. A server sets this because it reads the files of unknown users. The
    /// file of an unknown user must not give access to the server's other files.
    @TaskLocal package static var isFolderOnly = false
    /// The memory limit for the annotation files of a data set; `nil` for no limit.
    @TaskLocal package static var room: AnnotationRoom?

    /// Runs `body` with the limits of a server, which reads the files of unknown users. The files may name only pictures in their own folder. The
    /// size of the files is limited.
    package static func ofServer<Result>(_ body: () throws -> Result) rethrows -> Result {
        try $isFolderOnly.withValue(true) { try $room.withValue(AnnotationRoom()) { try body() } }
    }

    /// Reads a file of labels, boxes or poses.
    ///
    /// - Parameter isKept: whether the values of the file stay in memory while other files are read.
    /// - Throws: an error if the file cannot be read or is too large.
    static func content(of url: URL, isKept: Bool) throws -> Data {
        let file = try InputFile(url.path)
        guard let room else { return try file.content() }
        try room.check(file.size)
        let data = try file.content()
        try room.take(data, isKept: isKept)
        return data
    }
}

/// A memory limit for a data set's files, except pictures. Parsing a file of megabytes may take gigabytes of memory, because three bytes of the file
/// may become a value of a hundred bytes.
package final class AnnotationRoom: Sendable {
    private let bytes: Int
    private let values: Int
    private let taken = Locked(0)

    /// - Parameters:
    ///   - bytes: the size of the largest file that is accepted.
    ///   - values: the maximum number of values of all files that stay in memory.
    package init(bytes: Int = 64 << 20, values: Int = 8_000_000) { (self.bytes, self.values) = (bytes, values) }

    /// Checks the size of a file, in bytes.
    ///
    /// - Throws: `MLCreateError.io` if the file is too large.
    func check(_ size: Int) throws {
        guard size <= bytes else { throw MLCreateError.io(reason: "it is larger than \(bytes >> 20) MB, the most that is read here") }
    }

    /// Counts the values of a file approximately, and adds them to the count of values in memory if `isKept`. Each comma, line break, opening
    /// bracket, brace and `<` counts as a value.
    ///
    /// - Throws: `MLCreateError.io` if the values exceed the limit.
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
