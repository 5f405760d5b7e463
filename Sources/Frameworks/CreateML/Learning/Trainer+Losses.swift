import CoreMLRuntime
import Foundation

/// The part of a checkpoint beside the trainer's own state: the losses of a training on pictures.
private struct PictureNote<Loss: Codable>: Codable {
    var losses: [Loss]
    /// A digest of the pictures.
    var pictures: String
}

extension Trainer {
    /// The state that a training on pictures needs to be resumed.
    ///
    /// - Parameter pictures: a digest of the pictures.
    func state<Loss: Codable>(losses: [Loss], pictures: String) throws -> Data {
        try state(note: JSONEncoder().encode(PictureNote(losses: losses, pictures: pictures)))
    }

    /// Resumes a training from the point where `state` was called, and returns its losses.
    ///
    /// - Throws: `MLCreateError.modifiedTrainingData` if the pictures differ, `MLCreateError.io` if this is not the state of a training with the same
    ///   network and settings.
    func losses<Loss: Codable>(restoredFrom state: Data, pictures: String) throws -> [Loss] {
        let note: PictureNote<Loss>
        do {
            note = try JSONDecoder().decode(PictureNote<Loss>.self, from: restore(state: state))
        } catch {
            throw MLCreateError.io(reason: "the training cannot go on from its checkpoint: \(error)")
        }
        guard note.pictures == pictures else { throw MLCreateError.modifiedTrainingData }
        return note.losses
    }
}
