import CoreMLRuntime
import Foundation

/// The additional state in a checkpoint of a training on pictures: its losses, and a digest of the pictures.
private struct PictureNote<Loss: Codable>: Codable {
    var losses: [Loss]
    /// A digest of the pictures.
    var pictures: String
}

extension Trainer {
    /// The state with which a training on pictures can be resumed.
    ///
    /// - Parameter pictures: a digest of the pictures.
    func state<Loss: Codable>(losses: [Loss], pictures: String) throws -> Data {
        try state(note: JSONEncoder().encode(PictureNote(losses: losses, pictures: pictures)))
    }

    /// Resumes a training from data that `state(losses:pictures:)` returned, and returns the losses of the iterations so far.
    ///
    /// - Throws: `MLCreateError.modifiedTrainingData` if the pictures differ, or `MLCreateError.io` if the state belongs to a training with another
    ///   network or other settings.
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
