import CoreVideo

/// A picture that a request made, such as a segmentation mask, a saliency map or a stylised photo.
open class VNPixelBufferObservation: VNObservation, @unchecked Sendable {
    /// The picture, top row first.
    public let pixelBuffer: CVPixelBuffer

    /// The name of the model's output, if the picture comes from a Core ML model.
    public let featureName: String?

    init(_ origin: Origin, pixelBuffer: CVPixelBuffer, featureName: String?, confidence: VNConfidence = 1) {
        self.pixelBuffer = pixelBuffer
        self.featureName = featureName
        super.init(origin, confidence: confidence)
    }

    /// Always returns `nil`: pictures are not archived.
    public required init?(coder: NSCoder) {
        nil
    }

    open override var description: String {
        let size = "\(CVPixelBufferGetWidth(pixelBuffer))×\(CVPixelBufferGetHeight(pixelBuffer))"
        return super.description + " \(size)" + (featureName.map { " \"\($0)\"" } ?? "")
    }
}
