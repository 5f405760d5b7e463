import CoreML
import CoreMedia
import Foundation

/// A request that classifies sound, window by window.
open class SNClassifySoundRequest: NSObject, SNRequest {
    let model: SoundModel

    /// A request with a classifier of sounds, such as one that Create ML trained.
    ///
    /// - Parameter mlModel: a classifier with an array of samples of one channel as its only input. The samples have 16 kHz, or the rate that the
    ///   model's metadata give for `sampleRate`.
    /// - Throws: ``SNError`` `invalidModel` if the model is another one.
    public init(mlModel: MLModel) throws {
        model = try SoundModel(mlModel)
    }

    /// Throws an error, because Osprey has no built-in classifier of sounds. Use ``init(mlModel:)`` with a model that was trained on sounds.
    ///
    /// - Throws: ``SNError`` `invalidModel`.
    public init(classifierIdentifier: SNClassifierIdentifier) throws {
        throw SNError(
            .invalidModel,
            "'\(classifierIdentifier.rawValue)' is Apple's built-in classifier of sounds, which is not part of Osprey; train a classifier with "
                + "Create ML and use SNClassifySoundRequest(mlModel:)")
    }

    /// The part of a window, from 0 to less than 1, that the next window has in common with it. Other values are replaced by the nearest one of 0 and
    /// 0.99. A change has an effect on analyzers that the request is added to afterwards.
    open var overlapFactor = 0.5 {
        didSet { overlapFactor = overlapFactor.isNaN ? oldValue : min(max(overlapFactor, 0), 0.99) }
    }

    /// The duration of a window. It is always the duration that the model reads, because the size of the model's input is fixed. Setting another
    /// value has no effect.
    open var windowDuration: CMTime {
        get { model.windowDuration }
        set {}
    }

    /// The durations that ``windowDuration`` may have: the one that the model reads.
    open var windowDurationConstraint: SNTimeDurationConstraint { .enumeratedDurations([model.windowDuration]) }

    /// The labels of the model.
    open var knownClassifications: [String] { model.labels }
}
