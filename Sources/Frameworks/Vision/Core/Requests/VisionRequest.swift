import CoreML

/// A request for an analysis of an image.
public protocol VisionRequest: CustomStringConvertible, Hashable, Sendable {
    /// The type of the request's result.
    associatedtype Result

    /// The devices that can do each stage of the request's work.
    var supportedComputeStageDevices: [ComputeStage: [MLComputeDevice]] { get }

    /// The device that was set for a stage; `nil` if the request chooses the device.
    func computeDevice(for computeStage: ComputeStage) -> MLComputeDevice?

    /// Sets the device for a stage. With `nil`, the request chooses the device.
    ///
    /// If the stage or device is not in ``supportedComputeStageDevices``, performing the request fails.
    mutating func setComputeDevice(_ computeDevice: MLComputeDevice?, for computeStage: ComputeStage)

    /// The type of the request and its revision.
    var descriptor: RequestDescriptor { get }
}

extension VisionRequest {
    public var supportedComputeStageDevices: [ComputeStage: [MLComputeDevice]] {
        [.main: MLComputeDevice.processors, .postProcessing: MLComputeDevice.processors]
    }

    /// The device that was set for a stage. `nil` if the request chooses the device, or if the request is from another module.
    public func computeDevice(for computeStage: ComputeStage) -> MLComputeDevice? {
        (self as? any AnalysisRequest)?.computeDevices[computeStage]
    }

    /// Sets the device for a stage. The call has no effect on requests of other modules.
    public mutating func setComputeDevice(_ computeDevice: MLComputeDevice?, for computeStage: ComputeStage) {
        guard var request = self as? any AnalysisRequest else { return }
        request.computeDevices[computeStage] = computeDevice
        if let changed = request as? Self { self = changed }
    }

    public var description: String { descriptor.description }
}
