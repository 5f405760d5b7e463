import InputChecks
import Locks

/// The mapped files of a model. This object does not keep them mapped.
package final class MappedFiles: Sendable {
    private struct Reference {
        weak var file: MappedFile?
    }

    private let references = Locked<[Reference]>([])

    func add(_ bytes: Bytes) {
        guard let file = bytes.file else { return }
        references.withLock { $0.append(Reference(file: file)) }
    }

    /// Calls `body` with the bytes of each file that is still mapped.
    package func read(_ body: (UnsafeRawBufferPointer) -> Void) {
        for file in references.withLock({ $0.compactMap(\.file) }) { file.bytes.withUnsafeBytes(body) }
    }

    /// A message about a file that was shortened after opening. `nil` if no byte from the missing part was read. This check takes no time
    /// if no file was shortened.
    package var damage: String? {
        guard FileMapping.areSomeDamaged, let file = references.withLock({ $0.lazy.compactMap(\.file).first(where: \.isDamaged) }) else {
            return nil
        }
        return "\(file.path) was shortened while the model was in use; to replace a file, rename the new one into its place"
    }
}
