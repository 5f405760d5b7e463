import CoreMLSpecification
import Foundation
import InputChecks

/// A folder that caches extracted features. It has a file for each combination of image content, extractor and augmentation option.
///
/// A file is written completely or not at all. A process that is killed while it writes therefore loses the features of only one image. If a file
/// cannot be read, or has rows of another length, the features are computed again.
package struct FeatureCache: Sendable {
    private let folder: URL

    /// - Throws: `MLCreateError.io` if the folder cannot be created.
    package init(folder: URL) throws {
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw MLCreateError.io(reason: "the folder \(folder.path) cannot be made: \(FileReason.text(of: error))")
        }
        self.folder = folder
    }

    /// The cached rows for `key`. If there are no such rows, `make` computes the rows. They are then cached. `columns` is the length of a row.
    package func rows(_ key: ContentDigest, columns: Int, make: () throws -> [[Float]]) throws -> [[Float]] {
        let file = folder.appendingPathComponent(key.text)
        if let kept = Self.read(file, columns: columns) { return kept }
        let rows = try make()
        // If the rows cannot be cached, later trainings take longer, but this training continues.
        try? AtomicFile.write(Self.data(rows), to: file, waits: false, replaces: true)
        return rows
    }

    private static func data(_ rows: [[Float]]) -> Data {
        var data = Data(capacity: rows.reduce(0) { $0 + $1.count * 4 })
        for row in rows { row.withUnsafeBytes { data.append(contentsOf: $0) } }
        var digest = ContentDigest()
        digest.add(data)
        return data + digest.data
    }

    private static func read(_ file: URL, columns: Int) -> [[Float]]? {
        guard columns > 0, let file = try? Data(contentsOfFile: file) else { return nil }
        let data = Data(file.dropLast(ContentDigest.byteCount))
        var digest = ContentDigest()
        digest.add(data)
        guard !data.isEmpty, data.count % (columns * 4) == 0, digest.data == file.suffix(ContentDigest.byteCount) else { return nil }
        let values = data.withUnsafeBytes { bytes in
            (0..<data.count / 4).map { bytes.loadUnaligned(fromByteOffset: $0 * 4, as: Float.self) }
        }
        return (0..<values.count / columns).map { Array(values[$0 * columns..<($0 + 1) * columns]) }
    }
}

/// A 128-bit digest of bytes. Equal bytes have equal digests. Different bytes have equal digests only by chance. The digest does not protect
/// against forgery.
package struct ContentDigest: Hashable, Sendable {
    private var first: UInt64 = 0x243F_6A88_85A3_08D3
    private var second: UInt64 = 0x1319_8A2E_0370_7344
    private var length: UInt64 = 0

    package init() {}

    package mutating func add(_ data: Data) {
        data.withUnsafeBytes { bytes in
            var offset = 0
            while offset + 8 <= bytes.count {
                mix(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
                offset += 8
            }
            var rest: UInt64 = 0
            for index in offset..<bytes.count { rest = rest << 8 | UInt64(bytes[index]) }
            mix(rest)
        }
        length &+= UInt64(data.count)
        mix(length)
    }

    package mutating func add(_ number: Int) {
        mix(UInt64(bitPattern: Int64(number)))
    }

    private mutating func mix(_ word: UInt64) {
        let product = (first ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        first = product.high ^ product.low
        second = (second ^ word ^ (second >> 29)) &* 0xBF58_476D_1CE4_E5B9 &+ first
    }

    package mutating func add(_ text: String) { add(Data(text.utf8)) }

    package var text: String { [first, second].map { String($0, radix: 36) }.joined(separator: "-") }

    static let byteCount = 16

    /// A half of the digest, as a number.
    var number: Int { Int(bitPattern: UInt(truncatingIfNeeded: second)) }

    /// The digest as bytes.
    package var data: Data { [first, second].withUnsafeBytes { Data($0) } }
}
