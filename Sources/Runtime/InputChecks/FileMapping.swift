import CMappings
import Foundation

/// The content of a file, mapped into memory. If another process shortens the file, the missing part reads as zeros, and the mapping is damaged.
package final class FileMapping: @unchecked Sendable {
    package let bytes: UnsafeMutableRawBufferPointer
    private let guardNumber: Int32

    /// - Parameters:
    ///   - count: the file's size in bytes, more than 0.
    ///   - isShared: whether changes of the memory are written to the file. If not, the memory is only read.
    /// - Returns: `nil` if the system refuses; `errno` has the reason.
    package init?(_ descriptor: Int32, count: Int, isShared: Bool = false) {
        let protection = isShared ? PROT_READ | PROT_WRITE : PROT_READ
        guard count > 0, let base = mmap(nil, count, protection, isShared ? MAP_SHARED : MAP_PRIVATE, descriptor, 0), base != MAP_FAILED
        else { return nil }
        let number = cmappings_guard(base, count)
        guard number >= 0 else {
            munmap(base, count)
            errno = ENOMEM
            return nil
        }
        bytes = UnsafeMutableRawBufferPointer(start: base, count: count)
        guardNumber = number
    }

    /// The content of a file that is only read.
    package convenience init?(_ file: borrowing InputFile) { self.init(file.descriptor, count: file.size) }

    deinit {
        cmappings_release(guardNumber)
        munmap(bytes.baseAddress, bytes.count)
    }

    /// Whether the file was shortened, and missing bytes were read.
    package var isDamaged: Bool { Self.areSomeDamaged && cmappings_is_damaged(guardNumber) != 0 }

    /// Whether any mapping of the process was ever damaged.
    package static var areSomeDamaged: Bool { cmappings_damage_count() > 0 }
}
