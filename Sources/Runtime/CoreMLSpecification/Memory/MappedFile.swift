import Foundation
import InputChecks

/// A regular file, mapped into memory for reading for as long as this object lives.
///
/// If the file is shortened in the meantime, the missing part reads as zeros, and ``isDamaged`` is true. To replace a model, write a new
/// file beside the old file. Then rename the new file into place, as ``Message/write(to:)`` does.
final class MappedFile: Sendable {
    let path: String
    private let mapping: FileMapping?

    init(path: String) throws {
        self.path = path
        let file: InputFile
        do {
            file = try InputFile(path)
        } catch let error as InputFileError {
            throw SpecificationError(error.isOfSystem ? "cannot be opened: \(error.reason)" : "is not a regular file", path: path)
        }
        guard file.size > 0 else {
            mapping = nil
            return
        }
        guard let mapping = FileMapping(file) else {
            throw SpecificationError("cannot be mapped into memory: \(String(cString: strerror(errno)))", path: path)
        }
        self.mapping = mapping
    }

    /// The whole file. The bytes keep the mapping alive.
    var bytes: Bytes {
        guard let mapping, let base = mapping.bytes.baseAddress else { return Bytes() }
        return Bytes(base: UnsafeRawPointer(base), count: mapping.bytes.count, owner: self)
    }

    /// Whether bytes were read that the file no longer has.
    var isDamaged: Bool { mapping?.isDamaged ?? false }
}
