import CoreMLRuntime
import CoreMLSpecification
import Foundation

/// Updates a model with new examples. The model is a neural network with updatable layers, a nearest neighbours classifier, or a pipeline that ends
/// in one of them.
///
/// The task begins suspended; `resume()` starts it. Training data is read while the task runs, on the task's thread. Invalid training data
/// or an invalid parameter ends the task. The completion handler is then called with a context, and the context's task has the `error`.
public final class MLUpdateTask: MLTask, @unchecked Sendable {
    private let run: UpdateRun
    /// The handlers. Only `start` reads them. `start` is called once and sets this property to `nil`, because handlers often refer to the task. The
    /// reference cycle would keep the task alive.
    private var handlers: MLUpdateProgressHandlers?

    /// - Throws: `MLModelError.io` if the model cannot be read; `.update` if it is not updatable; `.parameters` if the configuration has an unknown
    ///   parameter or a forbidden value.
    public convenience init(
        forModelAt modelURL: URL, trainingData: any MLBatchProvider, configuration: MLModelConfiguration?,
        completionHandler: @escaping (MLUpdateContext) -> Void
    ) throws {
        try self.init(
            forModelAt: modelURL, trainingData: trainingData, configuration: configuration,
            progressHandlers: MLUpdateProgressHandlers(forEvents: [], progressHandler: nil, completionHandler: completionHandler))
    }

    /// - Throws: the errors of `init(forModelAt:trainingData:configuration:completionHandler:)`.
    public convenience init(
        forModelAt modelURL: URL, trainingData: any MLBatchProvider, completionHandler: @escaping (MLUpdateContext) -> Void
    ) throws {
        try self.init(forModelAt: modelURL, trainingData: trainingData, configuration: nil, completionHandler: completionHandler)
    }

    /// - Throws: the errors of `init(forModelAt:trainingData:configuration:completionHandler:)`.
    public convenience init(
        forModelAt modelURL: URL, trainingData: any MLBatchProvider, progressHandlers: MLUpdateProgressHandlers
    ) throws {
        try self.init(forModelAt: modelURL, trainingData: trainingData, configuration: nil, progressHandlers: progressHandlers)
    }

    /// - Throws: the errors of `init(forModelAt:trainingData:configuration:completionHandler:)`.
    public convenience init(
        forModelAt modelURL: URL, trainingData: any MLBatchProvider, configuration: MLModelConfiguration?,
        progressHandlers: MLUpdateProgressHandlers
    ) throws {
        let run = try UpdateRun(
            ModelFile.read(modelURL), name: modelURL.lastPathComponent, trainingData: trainingData,
            configuration: configuration ?? MLModelConfiguration())
        self.init(run, progressHandlers)
    }

    private init(_ run: UpdateRun, _ handlers: MLUpdateProgressHandlers) {
        self.run = run
        self.handlers = handlers
        super.init(identifier: UUID().uuidString)
    }

    /// Starts the task with new parameter values. If a progress handler calls this method, the running task continues with the new values.
    ///
    /// Optimizer parameters apply from the next mini-batch on. The number of epochs applies immediately. A value that the model does not
    /// allow ends the task with an error.
    public func resume(withParameters updateParameters: [MLParameterKey: Any]) {
        run.change(updateParameters)
        resume()
    }

    override func start() {
        guard let handlers else { return }
        self.handlers = nil
        DispatchQueue.global(qos: .userInitiated).async { [self] in
            var failure: (any Error)?
            do {
                try run.train { event, progress in
                    if handlers.events.contains(event), let handler = handlers.progressHandler {
                        handler(run.context(self, event, progress))
                    }
                    if state == .cancelling { throw MLModelError(.update, "The update was cancelled.") }
                } isCancelled: {
                    state == .cancelling
                }
            } catch {
                failure = MLModelError(updating: error)
            }
            let context = run.context(self, .epochEnd, run.lastProgress)
            finish(failure)
            handlers.completionHandler(context)
        }
    }
}

extension MLModelError {
    /// The error of an update, made from any other error.
    init(updating error: any Error) {
        switch error {
        case let error as MLModelError: self = error
        default: self.init(.update, "The update failed: \(error).", underlying: error)
        }
    }
}
