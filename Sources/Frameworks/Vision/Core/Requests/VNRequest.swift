import CoreML
import Locks
import VisionRuntime

/// A handler that is called when a request is done, on the thread that performed it. It receives the request, and the error if the request failed.
public typealias VNRequestCompletionHandler = (VNRequest, (any Error)?) -> Void

/// A request for an analysis of an image.
///
/// A request may be performed many times, on one image or on many images, and on several threads at the same time. Inside a completion handler,
/// `results` holds the results of the image for which the handler is called. Elsewhere, `results` holds the results of the image that was finished
/// last.
open class VNRequest: NSObject, NSCopying, VNResultsProviding, @unchecked Sendable {
    /// The handler that is called once for each performance of the request, even if it fails.
    public let completionHandler: VNRequestCompletionHandler?

    private let state: Locked<State>

    private struct State {
        var settings = RequestSettings()
        var results: [VNObservation]?
        var inFlight: [Cancellation] = []
        var isCancelledBeforehand = false
    }

    /// Creates a request with the default settings.
    public override convenience init() {
        self.init(completionHandler: nil)
    }

    /// Creates a request with the default settings.
    ///
    /// - Parameter completionHandler: called on the performing thread when the request is done or has failed.
    public init(completionHandler: VNRequestCompletionHandler? = nil) {
        self.completionHandler = completionHandler
        state = Locked(State())
        super.init()
        state.withLock { $0.settings.revision = Self.defaultRevision }
    }

    // MARK: Settings

    /// A hint that the request is not urgent. It has no effect. The request runs on the thread that performs it, at the priority of that
    /// thread.
    public var preferBackgroundProcessing: Bool {
        get { settings.preferBackgroundProcessing }
        set { changeSettings { $0.preferBackgroundProcessing = newValue } }
    }

    /// Whether the request computes only in single precision, like a Core ML model with the `computeUnits` `.cpuOnly`.
    public var usesCPUOnly: Bool {
        get { settings.usesCPUOnly }
        set { changeSettings { $0.usesCPUOnly = newValue } }
    }

    // MARK: Revisions

    /// The revision of the algorithm; the class's default if it has not been set.
    ///
    /// If the class does not support the revision, performing the request fails with `unsupportedRevision`.
    public var revision: Int {
        get { settings.revision }
        set {
            let revision = newValue == VNRequestRevisionUnspecified ? Self.defaultRevision : newValue
            changeSettings { $0.revision = revision }
        }
    }

    /// The revisions that ``revision`` may be set to.
    open class var supportedRevisions: IndexSet { IndexSet() }

    /// The default revision, which is the newest.
    open class var defaultRevision: Int { currentRevision }

    /// The newest revision.
    open class var currentRevision: Int { supportedRevisions.last ?? VNRequestRevisionUnspecified }

    // MARK: Devices

    /// The devices that can do each stage of the request's work.
    public var supportedComputeStageDevices: [VNComputeStage: [MLComputeDevice]] {
        get throws { [.main: MLComputeDevice.processors, .postProcessing: MLComputeDevice.processors] }
    }

    /// The device that was set for a stage; `nil` if the request chooses the device.
    public func computeDevice(for computeStage: VNComputeStage) -> MLComputeDevice? {
        settings.computeDevices[computeStage]
    }

    /// Sets the device for a stage. With `nil`, the request chooses the device.
    ///
    /// If the stage or device is not in ``supportedComputeStageDevices``, performing the request fails.
    public func setComputeDevice(_ computeDevice: MLComputeDevice?, for computeStage: VNComputeStage) {
        changeSettings { $0.computeDevices[computeStage] = computeDevice }
    }

    // MARK: Cancelling

    /// Cancels the request. It ends as soon as possible, without results and with the error `requestCancelled`. A running network stops
    /// before its next layer.
    ///
    /// If the request is not being performed, the next performance fails with this error. Performances after that are not affected.
    public func cancel() {
        state.withLock { state in
            state.isCancelledBeforehand = state.inFlight.isEmpty
            for cancellation in state.inFlight {
                cancellation.cancel()
            }
        }
    }

    // MARK: Copying

    /// Creates a request with the same settings and the same completion handler, but without results.
    open func copy(with zone: NSZone? = nil) -> Any {
        let twin = makeTwin()
        let settings = settings
        twin.changeSettings { $0 = settings }
        return twin
    }

    open override var description: String { "<\(Self.self)> revision \(revision)" }

    // MARK: For the classes of this module

    /// Whether a request may have a revision. Besides ``supportedRevisions``, this includes revisions that only the module `OspreyExtras` declares.
    class func supports(_ revision: Int) -> Bool { supportedRevisions.contains(revision) }

    /// Creates a request of this class with default settings. The caller then copies the settings.
    func makeTwin() -> VNRequest { VNRequest(completionHandler: completionHandler) }

    /// Checks all settings before any work is done. An override calls `super` first.
    func validate(_ settings: RequestSettings) throws {
        let supported = Self.supportedRevisions
        guard Self.supports(settings.revision) else {
            guard !supported.isEmpty else {
                throw VNErrorCode.unsupportedRequest.error("\(Self.self) is not a request that can be performed")
            }
            throw VNErrorCode.unsupportedRevision.error(
                "\(Self.self) does not support revision \(settings.revision), but only \(supported.map(String.init).joined(separator: ", "))"
            )
        }
        let stages = try supportedComputeStageDevices
        for (stage, device) in settings.computeDevices {
            guard let devices = stages[stage] else {
                throw VNErrorCode.unsupportedComputeStage.error("\(Self.self) has no compute stage \(stage.rawValue)")
            }
            guard devices.contains(device) else {
                throw VNErrorCode.unsupportedComputeDevice.error("\(Self.self) cannot run \(stage.rawValue) on \(device)")
            }
        }
    }

    /// The job of one performance: the analysis with the settings of this performance, and the conversion of its findings to observations.
    func job(_ performance: RequestPerformance) throws -> RequestJob {
        throw VNErrorCode.unsupportedRequest.error("\(Self.self) is not a request that can be performed")
    }
}

extension VNRequest {
    /// The current settings.
    var settings: RequestSettings { state.withLock { $0.settings } }

    func changeSettings(_ change: (inout RequestSettings) -> Void) {
        state.withLock { change(&$0.settings) }
    }
}

extension VNRequest {
    /// The latest results of this request. Inside a completion handler, the results of the image for which the handler is called.
    var latestResults: [VNObservation]? {
        if let delivery = Delivery.current, delivery.request === self {
            return delivery.results
        }
        return state.withLock { $0.results }
    }

    /// Begins one performance. The returned object records whether the performance has been cancelled.
    func begin() -> Cancellation {
        let cancellation = Cancellation()
        state.withLock { state in
            if state.isCancelledBeforehand {
                state.isCancelledBeforehand = false
                cancellation.cancel()
            }
            state.inFlight.append(cancellation)
        }
        return cancellation
    }

    /// Ends one performance: sets the results, or no results if there was an error, and calls the completion handler.
    func end(_ cancellation: Cancellation, with outcome: Result<[VNObservation], any Error>) {
        let results = try? outcome.get()
        state.withLock { state in
            state.inFlight.removeAll { $0 === cancellation }
            state.results = results
        }
        guard let completionHandler else { return }
        Delivery.$current.withValue(Delivery(request: self, results: results)) {
            switch outcome {
            case .success: completionHandler(self, nil)
            case .failure(let error): completionHandler(self, error)
            }
        }
    }
}

/// The results of the performance whose completion handler is running.
private struct Delivery: Sendable {
    @TaskLocal static var current: Delivery?

    let request: VNRequest
    let results: [VNObservation]?
}
