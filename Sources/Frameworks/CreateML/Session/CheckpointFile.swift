import CoreMLSpecification
import Foundation
import InputChecks

/// A checkpoint file. It has the checkpoint's description as JSON, then the training's state, then a digest of both.
struct CheckpointFile {
    static let suffix = "checkpoint"
    private static let magic = Data("osprey checkpoint 1\n".utf8)

    let checkpoint: MLCheckpoint
    let state: Data

    init(_ checkpoint: MLCheckpoint, _ state: Data) {
        self.checkpoint = checkpoint
        self.state = state
    }

    /// - Throws: `MLCreateError.io` if the file cannot be read or is incomplete.
    init(contentsOf url: URL) throws {
        func fail(_ reason: String) -> MLCreateError { .io(reason: "the checkpoint \(url.path) cannot be read: \(reason)") }
        let file: Data
        do {
            file = try Data(contentsOfFile: url)
        } catch {
            throw fail(FileReason.text(of: error))
        }
        var rest = file[...]
        func take(_ count: Int) throws -> Data {
            guard count >= 0, count <= rest.count else { throw fail("it is cut off") }
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }
        guard try take(Self.magic.count) == Self.magic else { throw fail("it is no checkpoint") }
        let length = try take(8).withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
        let header = try take(Int(exactly: length) ?? -1)
        guard rest.count >= ContentDigest.byteCount else { throw fail("it is cut off") }
        state = Data(rest.dropLast(ContentDigest.byteCount))
        guard Self.digest(header, state) == Data(rest.suffix(ContentDigest.byteCount)) else { throw fail("it is damaged") }
        do {
            var checkpoint = try JSONDecoder().decode(MLCheckpoint.self, from: header)
            // The stored URL is out of date if the folder was moved.
            checkpoint.url = url
            self.checkpoint = checkpoint
        } catch {
            throw fail(error.localizedDescription)
        }
    }

    func data() throws -> Data {
        let header = try JSONEncoder().encode(checkpoint)
        var data = Self.magic
        withUnsafeBytes(of: UInt64(header.count)) { data.append(contentsOf: $0) }
        data += header
        data += state
        data += Self.digest(header, state)
        return data
    }

    private static func digest(_ header: Data, _ state: Data) -> Data {
        var digest = ContentDigest()
        digest.add(header)
        digest.add(state)
        return digest.data
    }
}
