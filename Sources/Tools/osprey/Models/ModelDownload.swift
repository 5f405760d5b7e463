import CCURL
import CoreMLSpecification
import Foundation
import InputChecks
import Reports

/// Downloads a model's file to its final place. An incomplete file never gets this place.
struct ModelDownload {
    /// The largest file that is downloaded, in bytes.
    private static let limit = 8 << 30
    /// The time in seconds after which a transfer without a received byte fails.
    private static let patience: Int32 = 60

    /// The address, whose scheme is `file`, `http` or `https`.
    let address: URL
    let target: URL
    /// The expected SHA-256 of the file, in hexadecimal digits; `nil` if any model is accepted.
    let sha256: String?

    /// Downloads to a temporary file beside the final place. After a check, the file is renamed to the final place.
    ///
    /// - Throws: `DownloadError` or `OutputError` that names the problem. An existing file at the final place is then unchanged.
    func run() throws {
        try OutputFolder.make(target.deletingLastPathComponent().path)
        // Signals are recorded as long as the temporary file exists, so that a signal leaves no temporary file.
        try Interruption.noting { try fetch() }
    }

    private func fetch() throws {
        let part = target.deletingLastPathComponent().appendingPathComponent(".\(target.lastPathComponent).\(UUID().uuidString).part")
        let receiver = try Receiver(part, for: target)
        do {
            try address.isFileURL ? readFile(receiver) : transfer(receiver)
            let digest = try receiver.finish()
            if let sha256, digest != sha256.lowercased() {
                throw DownloadError(shownAddress, "its SHA-256 is \(digest) and not \(sha256.lowercased()): nothing was kept")
            }
            try check(part)
            guard Interruption.received == nil else { throw stopped(receiver) }
            guard rename(part.path, target.path) == 0 else { throw OutputError(systemRefused: target) }
        } catch {
            receiver.close()
            unlink(part.path)
            throw error
        }
    }

    /// The address in the form in which messages show it: without a password.
    private var shownAddress: String {
        var parts = URLComponents(url: address, resolvingAgainstBaseURL: false)
        if parts?.password != nil { parts?.password = "…" }
        return parts?.string ?? address.absoluteString
    }

    /// Checks that the downloaded file is a model. Instead of a missing file, servers often send an error page.
    private func check(_ part: URL) throws {
        do {
            _ = try ModelPackage(contentsOf: part)
        } catch let error as SpecificationError {
            throw DownloadError(shownAddress, "what is there \(error.reason): nothing was kept")
        }
    }

    // MARK: Where it comes from

    private func readFile(_ receiver: Receiver) throws {
        do {
            let file = try InputFile(address.path)
            guard file.size <= Self.limit else { throw tooLarge }
            var piece = [UInt8](repeating: 0, count: 1 << 20)
            var done = 0
            while case let count = try piece.withUnsafeMutableBytes({ try file.read(into: $0) }), count > 0 {
                let isTaken = piece.withUnsafeBytes { receiver.receive(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
                done += count
                guard done <= Self.limit else { throw tooLarge }
                guard isTaken, Interruption.received == nil else { throw stopped(receiver) }
                receiver.progress(done, of: file.size)
            }
        } catch let error as InputFileError {
            throw DownloadError(shownAddress, ErrorText.systemReason(error))
        }
    }

    private func transfer(_ receiver: Receiver) throws {
        var request = CCURLRequest(
            limit: Int64(Self.limit), patience: Self.patience, context: Unmanaged.passUnretained(receiver).toOpaque(),
            receive: { context, bytes, count in
                guard let context else { return 1 }
                let receiver = Unmanaged<Receiver>.fromOpaque(context).takeUnretainedValue()
                return receiver.receive(UnsafeRawBufferPointer(start: bytes, count: count)) ? 0 : 1
            },
            progress: { context, done, total in
                guard let context, Interruption.received == nil else { return 1 }
                Unmanaged<Receiver>.fromOpaque(context).takeUnretainedValue().progress(Int(done), of: Int(total))
                return 0
            })
        var status: Int32 = 0
        var message = [CChar](repeating: 0, count: 512)
        let result = withExtendedLifetime(receiver) { ccurl_fetch(address.absoluteString, &request, &status, &message, message.count) }
        let words = String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        switch result {
        case CCURLSuccess: return
        case CCURLRefused: throw DownloadError(shownAddress, "the server answered with the status \(status)\(Self.meaning(status))")
        case CCURLTruncated: throw DownloadError(shownAddress, "the file ended early: \(words)")
        case CCURLTooLarge: throw tooLarge
        case CCURLStopped: throw stopped(receiver)
        case CCURLUnavailable: throw DownloadError(shownAddress, words)
        default: throw DownloadError(shownAddress, "cannot be fetched: \(words)")
        }
    }

    private static func meaning(_ status: Int32) -> String {
        switch status {
        case 401, 403: ": it does not let everyone have the file"
        case 404, 410: ": there is no such file"
        case 500...599: ": it is in trouble itself"
        default: ""
        }
    }

    private var tooLarge: DownloadError { DownloadError(shownAddress, "it has more than \(Self.limit >> 30) GiB") }

    private func stopped(_ receiver: Receiver) -> any Error {
        receiver.failure ?? DownloadError(shownAddress, "interrupted: nothing was kept")
    }
}

/// The error that a model could not be downloaded.
struct DownloadError: Error, CustomStringConvertible {
    let description: String

    init(_ address: String, _ reason: String) { description = "\(address): \(reason)" }
}

/// Receives a file piece by piece. It writes the pieces and computes their digest.
private final class Receiver {
    private let target: URL
    private var descriptor: Int32
    private var digest = SHA256()
    private var bar: ProgressBar?
    /// The first error in writing the received bytes to the file; `nil` if all were written.
    private(set) var failure: OutputError?

    /// - Parameters:
    ///   - part: the new file that receives the bytes.
    ///   - target: the final file, which error messages name instead of `part`.
    init(_ part: URL, for target: URL) throws {
        self.target = target
        descriptor = open(part.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw OutputError(systemRefused: target) }
    }

    /// - Returns: whether the piece was written.
    func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
        digest.add(bytes)
        var rest = bytes
        while !rest.isEmpty {
            let written = write(descriptor, rest.baseAddress, rest.count)
            if written < 0 && errno == EINTR { continue }
            guard written > 0 else {
                failure = OutputError(systemRefused: target)
                return false
            }
            rest = UnsafeRawBufferPointer(rebasing: rest[written...])
        }
        return true
    }

    func progress(_ done: Int, of total: Int) {
        guard total > 0 else { return }
        if bar == nil { bar = ProgressBar(total: total) { String(format: "%.1f MB", Double($0) / 1e6) } }
        bar?.update(done)
    }

    /// Waits until everything is written to the disk.
    ///
    /// - Returns: the digest.
    /// - Throws: `OutputError` if something could not be written.
    func finish() throws -> String {
        bar?.finish()
        guard fsync(descriptor) == 0 else { throw OutputError(systemRefused: target) }
        close()
        return digest.finish()
    }

    func close() {
        bar?.finish()
        bar = nil
        if descriptor >= 0 { Glibc.close(descriptor) }
        descriptor = -1
    }
}
