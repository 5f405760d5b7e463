import InputChecks
import Locks

/// The mapped files of a model. They are not kept.
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

    /// Says which file was shortened after it was opened, if bytes were read that it has lost; `nil` if none was. It takes no time while no file was.
    package var damage: String? {
        guard FileMapping.areSomeDamaged, let file = references.withLock({ $0.lazy.compactMap(\.file).first(where: \.isDamaged) }) else {
            return nil
        }
        return "\(file.path) was shortened while the model was in use; to replace a file, rename the new one into its place"
    }
}
