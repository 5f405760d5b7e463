import CoreML
import Synchronization

/// Called on the thread that performs a request when the request is done: with the request, whose `results` are set, or with an error.
public typealias VNRequestCompletionHandler = (VNRequest, (any Error)?) -> Void

/// A question about an image.
///
/// A request may be performed again and again, on one image or on many. It may also be performed on several threads at once: each
/// completion handler then sees the results of its own image, and `results` holds those of the image that finished last.
open class VNRequest: NSObject, NSCopying, VNResultsProviding, @unchecked Sendable {
    /// Called once for every time that the request is performed, also with an error.
    public let completionHandler: VNRequestCompletionHandler?

    private let state: Mutex<State>

    struct State {
        var settings = Settings()
        var results: [VNObservation]?
        var inFlight: [Cancellation] = []
        var isCancelledBeforehand = false
    }

    struct Settings {
        var revision = VNRequestRevisionUnspecified
        var preferBackgroundProcessing = false
        var usesCPUOnly = false
        var computeDevices: [VNComputeStage: MLComputeDevice] = [:]
    }

    public override convenience init() {
        self.init(completionHandler: nil)
    }

    public init(completionHandler: VNRequestCompletionHandler? = nil) {
        self.completionHandler = completionHandler
        state = Mutex(State())
        super.init()
        state.withLock { $0.settings.revision = Self.defaultRevision }
    }

    // MARK: Settings

    /// A hint that the work may take its time. Requests always run on the thread that performs them, at that thread's priority.
    public var preferBackgroundProcessing: Bool {
        get { state.withLock { $0.settings.preferBackgroundProcessing } }
        set { state.withLock { $0.settings.preferBackgroundProcessing = newValue } }
    }

    /// Whether the request computes in single precision throughout, as a Core ML model with `computeUnits` of `.cpuOnly` does.
    public var usesCPUOnly: Bool {
        get { state.withLock { $0.settings.usesCPUOnly } }
        set { state.withLock { $0.settings.usesCPUOnly = newValue } }
    }

    // MARK: Revisions

    /// The revision of the algorithm; the class's default where none is set.
    ///
    /// A revision that the class does not support makes performing the request fail with `unsupportedRevision`.
    public var revision: Int {
        get { state.withLock { $0.settings.revision } }
        set {
            let revision = newValue == VNRequestRevisionUnspecified ? Self.defaultRevision : newValue
            state.withLock { $0.settings.revision = revision }
            revisionDidChange()
        }
    }

    /// The revisions that ``revision`` may be set to.
    open class var supportedRevisions: IndexSet { IndexSet() }

    /// The revision of a request that sets none: the newest.
    open class var defaultRevision: Int { currentRevision }

    /// The newest revision.
    open class var currentRevision: Int { supportedRevisions.last ?? VNRequestRevisionUnspecified }

    // MARK: Devices

    /// The devices that can do each stage of the request's work.
    public var supportedComputeStageDevices: [VNComputeStage: [MLComputeDevice]] {
        get throws { [.main: Self.processors, .postProcessing: Self.processors] }
    }

    /// The device that was set for a stage; `nil` where the request chooses.
    public func computeDevice(for computeStage: VNComputeStage) -> MLComputeDevice? {
        state.withLock { $0.settings.computeDevices[computeStage] }
    }

    /// Sets the device for a stage, or with `nil` leaves the choice to the request.
    ///
    /// A stage or device that is not among ``supportedComputeStageDevices`` makes performing the request fail.
    public func setComputeDevice(_ computeDevice: MLComputeDevice?, for computeStage: VNComputeStage) {
        state.withLock { $0.settings.computeDevices[computeStage] = computeDevice }
    }

    private static let processors = MLComputeDevice.allComputeDevices.filter { device in
        if case .cpu = device { true } else { false }
    }

    // MARK: Cancelling

    /// Makes the request end as soon as it can, with no results and the error `requestCancelled`.
    ///
    /// Where the request is not being performed, the next time that it is fails with that error; after that it is as good as new.
    public func cancel() {
        state.withLock { state in
            state.isCancelledBeforehand = state.inFlight.isEmpty
            for cancellation in state.inFlight {
                cancellation.cancel()
            }
        }
    }

    // MARK: Copying

    /// A request with the same settings and completion handler, and no results.
    open func copy(with zone: NSZone? = nil) -> Any {
        let twin = makeTwin()
        let settings = state.withLock { $0.settings }
        twin.state.withLock { $0.settings = settings }
        return twin
    }

    open override var description: String { "<\(Self.self)> revision \(revision)" }

    // MARK: For the classes of this module

    /// A new request of this class; those with settings of their own set them.
    func makeTwin() -> VNRequest { VNRequest(completionHandler: completionHandler) }

    /// Called after ``revision`` has been set.
    func revisionDidChange() {}

    /// Checks all settings before anything is done; a request that overrides this calls it first.
    func validate() throws {
        let settings = state.withLock { $0.settings }
        let supported = Self.supportedRevisions
        guard supported.contains(settings.revision) else {
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

    /// What the request wants to see of an image. Asked of every request before the image is decoded; `nil` for no pixels at all.
    func demand(on frame: FrameSource) throws -> FrameDemand? {
        FrameDemand(region: CGRect(x: 0, y: 0, width: frame.width, height: frame.height))
    }

    /// Does the work.
    func observations(in context: RequestContext) throws -> [VNObservation] {
        throw VNErrorCode.unsupportedRequest.error("\(Self.self) is not a request that can be performed")
    }
}

extension VNRequest {
    /// The results of this request for whoever asks: for a completion handler those of its own image, otherwise the latest.
    var latestResults: [VNObservation]? {
        if let delivery = Delivery.current, delivery.request === self {
            return delivery.results
        }
        return state.withLock { $0.results }
    }

    /// Begins one performance; the returned object says whether it has been cancelled.
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

    /// Ends one performance: sets the results, or none where there is an error, and calls the completion handler.
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

/// The results that a completion handler is being called with.
private struct Delivery: Sendable {
    @TaskLocal static var current: Delivery?

    let request: VNRequest
    let results: [VNObservation]?
}
