import CoreML

/// A question about an image.
public protocol VisionRequest: CustomStringConvertible, Hashable, Sendable {
    /// What the request finds.
    associatedtype Result

    /// The devices that can do each stage of the request's work.
    var supportedComputeStageDevices: [ComputeStage: [MLComputeDevice]] { get }

    /// The device that was set for a stage; `nil` where the request chooses.
    func computeDevice(for computeStage: ComputeStage) -> MLComputeDevice?

    /// Sets the device for a stage, or with `nil` leaves the choice to the request.
    ///
    /// A stage or device that is not among ``supportedComputeStageDevices`` makes performing the request fail.
    mutating func setComputeDevice(_ computeDevice: MLComputeDevice?, for computeStage: ComputeStage)

    /// Which request this is, and its revision.
    var descriptor: RequestDescriptor { get }
}

extension VisionRequest {
    public var supportedComputeStageDevices: [ComputeStage: [MLComputeDevice]] {
        [.main: MLComputeDevice.processors, .postProcessing: MLComputeDevice.processors]
    }

    /// The device that was set for a stage; `nil` where the request chooses, and for requests that are not Vision's.
    public func computeDevice(for computeStage: ComputeStage) -> MLComputeDevice? {
        (self as? any AnalysisRequest)?.computeDevices[computeStage]
    }

    /// Sets the device for a stage. Requests that are not Vision's stay as they are.
    public mutating func setComputeDevice(_ computeDevice: MLComputeDevice?, for computeStage: ComputeStage) {
        guard var request = self as? any AnalysisRequest else { return }
        request.computeDevices[computeStage] = computeDevice
        if let changed = request as? Self { self = changed }
    }

    public var description: String { descriptor.description }
}
