import CoreVideo
import VisionRuntime

/// Revision 1 of ``VNGenerateOpticalFlowRequest``.
public let VNGenerateOpticalFlowRequestRevision1 = 1
/// Revision 2 of ``VNGenerateOpticalFlowRequest``.
public let VNGenerateOpticalFlowRequestRevision2 = 2

/// Finds the displacement of each pixel from the targeted image to the handler's image.
///
/// Performing the request fails with `invalidArgument` if the upright images differ in size. Performing the request fails with
/// `invalidImage` if an image has fewer than 16 × 16 pixels. If ``VNImageBasedRequest/regionOfInterest`` is set, only that part of both
/// images is compared, and the flow is zero elsewhere.
open class VNGenerateOpticalFlowRequest: VNTargetedImageRequest, @unchecked Sendable {
    /// The precision of the flow. Each level takes several times as long as the next lower level.
    public enum ComputationAccuracy: UInt, Sendable {
        /// The fastest and least precise level.
        case low = 0
        /// The default level.
        case medium = 1
        /// Slower and more precise than the default.
        case high = 2
        /// The most precise and slowest level.
        case veryHigh = 3
    }

    private struct Settings: OwnSettings {
        var accuracy = ComputationAccuracy.medium
        var format = kCVPixelFormatType_TwoComponent32Float
        var keepsNetworkOutput = false
    }

    /// A picture with the size of the upright images. Each pixel is a vector, in columns to the right and rows down. The vector is the
    /// displacement from this pixel of the targeted image to the same content in the handler's image.
    public var results: [VNPixelBufferObservation]? { latestResults as? [VNPixelBufferObservation] }

    /// The precision of the flow; `.medium` by default.
    public var computationAccuracy: ComputationAccuracy {
        get { self[own: \Settings.accuracy] }
        set { self[own: \Settings.accuracy] = newValue }
    }

    /// The picture's pixel format: `kCVPixelFormatType_TwoComponent32Float`, the default, or `kCVPixelFormatType_TwoComponent16Half`. With
    /// another format, performing the request fails with `invalidFormat`.
    public var outputPixelFormat: OSType {
        get { self[own: \Settings.format] }
        set { self[own: \Settings.format] = newValue }
    }

    /// Whether the result has the 32-bit floating-point format in which the flow is computed. If `true`, ``outputPixelFormat`` has no effect.
    /// Revision 1 ignores this property.
    public var keepNetworkOutput: Bool {
        get { self[own: \Settings.keepsNetworkOutput] }
        set { self[own: \Settings.keepsNetworkOutput] = newValue }
    }

    /// The supported revisions, the newest last.
    open override class var supportedRevisions: IndexSet {
        IndexSet(VNGenerateOpticalFlowRequestRevision1...VNGenerateOpticalFlowRequestRevision2)
    }

    override func makeTwin() -> VNRequest { VNGenerateOpticalFlowRequest(target: target, completionHandler: completionHandler) }

    override func job(_ performance: RequestPerformance) throws -> RequestJob {
        let own = performance.settings.own(Settings.self)
        let isRaw = own.keepsNetworkOutput && performance.settings.revision >= VNGenerateOpticalFlowRequestRevision2
        let format = try withVisionErrors { try OpticalFlowFormat(isRaw ? OpticalFlowFormat.computed : own.format) }
        let analysis = OpticalFlowAnalysis(
            target: target, accuracy: OpticalFlowAccuracy(own.accuracy), regionOfInterest: performance.settings.regionOfInterest)
        return performance.job(analysis) { fields, origin in
            try fields.map { VNPixelBufferObservation(origin, pixelBuffer: try format.makeBuffer($0), featureName: nil) }
        }
    }
}

extension OpticalFlowAccuracy {
    init(_ accuracy: VNGenerateOpticalFlowRequest.ComputationAccuracy) {
        self =
            switch accuracy {
            case .low: .low
            case .medium: .medium
            case .high: .high
            case .veryHigh: .veryHigh
            }
    }
}
