import CoreMLRuntime
import CoreMLSpecification
import Foundation
import Locks

/// The events of an update at which a handler can be called.
public struct MLUpdateProgressEvent: OptionSet, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The update is about to begin with the first mini-batch.
    public static let trainingBegin = MLUpdateProgressEvent(rawValue: 1)
    /// An epoch has ended.
    public static let epochEnd = MLUpdateProgressEvent(rawValue: 2)
    /// A mini-batch has ended.
    public static let miniBatchEnd = MLUpdateProgressEvent(rawValue: 4)
}

/// The handlers to call during and after the update of a model. They are called on the update's own thread.
open class MLUpdateProgressHandlers: NSObject, @unchecked Sendable {
    let events: MLUpdateProgressEvent
    let progressHandler: ((MLUpdateContext) -> Void)?
    let completionHandler: (MLUpdateContext) -> Void

    /// - Parameters:
    ///   - interestedEvents: the events at which `progressHandler` is called.
    ///   - completionHandler: called once, also if the update fails. The task's `error` is then the reason.
    public init(
        forEvents interestedEvents: MLUpdateProgressEvent, progressHandler: ((MLUpdateContext) -> Void)?,
        completionHandler: @escaping (MLUpdateContext) -> Void
    ) {
        events = interestedEvents
        self.progressHandler = progressHandler
        self.completionHandler = completionHandler
    }
}

/// The progress of an update, as a handler receives it.
open class MLUpdateContext: NSObject, @unchecked Sendable {
    /// The task that updates the model.
    public let task: MLUpdateTask
    /// The event at which the handler is called.
    public let event: MLUpdateProgressEvent
    /// The metrics: `lossValue` as a `Double`, `epochIndex` and `miniBatchIndex` as `Int`s.
    public let metrics: [MLMetricKey: Any]
    /// The parameters that the update runs with.
    public let parameters: [MLParameterKey: Any]
    private let lock = Lock()
    private let makeModel: () -> MLModel & MLWritable
    private var madeModel: (MLModel & MLWritable)?

    /// - Parameter makeModel: loads the model in its state at the event. It is called when the model is first requested.
    init(
        task: MLUpdateTask, event: MLUpdateProgressEvent, metrics: [MLMetricKey: Any], parameters: [MLParameterKey: Any],
        makeModel: @escaping () -> MLModel & MLWritable
    ) {
        self.task = task
        self.event = event
        self.metrics = metrics
        self.parameters = parameters
        self.makeModel = makeModel
    }

    /// The model with the weights that it had at the event.
    public var model: MLModel & MLWritable {
        lock.withLock {
            if let madeModel { return madeModel }
            let model = makeModel()
            madeModel = model
            return model
        }
    }
}
