import CoreVideo
import VisionRuntime

/// The pixels of each of several objects in an image.
open class VNInstanceMaskObservation: VNObservation, @unchecked Sendable {
    private let mask: InstanceMask

    /// The label map: 8 bits per pixel, 0 for the background, otherwise the object's number, from 1. It covers the whole image at a lower
    /// resolution.
    public let instanceMask: CVPixelBuffer

    /// The numbers of all objects.
    public var allInstances: IndexSet { mask.instances }

    private init(_ origin: Origin, _ mask: InstanceMask) throws {
        self.mask = mask
        instanceMask = try mask.makePicture()
        super.init(origin, confidence: mask.confidence)
    }

    /// One observation. Empty if there is no object.
    static func observations(_ origin: Origin, _ masks: [InstanceMask]) throws -> [VNInstanceMaskObservation] {
        try masks.filter { !$0.instances.isEmpty }.map { try VNInstanceMaskObservation(origin, $0) }
    }

    /// A mask of some of the objects, of the size of ``instanceMask``. Its pixels are 32-bit floating-point numbers, the certainty from 0 to 1.
    ///
    /// - Throws: `invalidArgument` if `instances` is empty or has a number that no object has.
    public func generateMask(forInstances instances: IndexSet) throws -> CVPixelBuffer {
        try withVisionErrors { try mask.mask(of: instances) }
    }

    /// The handler's image at full resolution, transparent wherever it does not show the given objects. The format is 32-bit BGRA, premultiplied.
    ///
    /// - Parameters:
    ///   - requestHandler: the handler of the image that the observation is about.
    ///   - cropResult: whether to crop the picture to the smallest rectangle around the objects.
    /// - Throws: `invalidArgument` if `instances` is empty or has a number that no object has, or if the image cannot be read.
    public func generateMaskedImage(
        ofInstances instances: IndexSet, from requestHandler: VNImageRequestHandler, croppedToInstancesExtent cropResult: Bool
    ) throws -> CVPixelBuffer {
        try withVisionErrors { try mask.maskedImage(of: instances, requestHandler.frame.frame(), isCropped: cropResult) }
    }

    /// A mask of some of the objects, of the size of the handler's image. Its pixels are 32-bit floating-point numbers, the certainty from 0 to 1.
    ///
    /// - Parameter requestHandler: the handler of the image that the observation is about.
    /// - Throws: `invalidArgument` if `instances` is empty or has a number that no object has, or if the image cannot be read.
    public func generateScaledMaskForImage(
        forInstances instances: IndexSet, from requestHandler: VNImageRequestHandler
    ) throws -> CVPixelBuffer {
        try withVisionErrors { try mask.mask(of: instances, scaledTo: requestHandler.frame.frame()) }
    }

    private struct Contents: Codable {
        let mask: ArchivedInstanceMask
    }

    /// Decodes an archive that `encode(with:)` has written; `nil` if the archive is not valid.
    public required init?(coder: NSCoder) {
        guard let contents: Contents = coder.decodeContents(of: VNInstanceMaskObservation.self), let mask = contents.mask.mask,
            let picture = try? mask.makePicture()
        else { return nil }
        self.mask = mask
        instanceMask = picture
        super.init(coder: coder)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(contents: Contents(mask: ArchivedInstanceMask(mask)), of: VNInstanceMaskObservation.self)
    }

    open override var description: String { super.description + " \(mask.width)×\(mask.height), \(allInstances.count) instances" }

    /// The cells of the mask.
    var contents: InstanceMask { mask }
}

extension InstanceMask {
    func mask(of instances: IndexSet) throws -> CVPixelBuffer { try map(of: instances).picture() }

    func mask(of instances: IndexSet, scaledTo frame: Frame) throws -> CVPixelBuffer {
        try frame.refinedPixels(map(of: instances), format: kCVPixelFormatType_OneComponent32Float)
    }

    func maskedImage(of instances: IndexSet, _ frame: Frame, isCropped: Bool) throws -> CVPixelBuffer {
        try frame.masked(by: map(of: instances), croppedTo: isCropped ? box(of: instances) : nil)
    }
}

/// A mask in the form of an archive.
struct ArchivedInstanceMask: Codable {
    private let width: Int
    private let height: Int
    private let labels: Data
    private let probabilities: Data

    init(_ mask: InstanceMask) {
        (width, height) = (mask.width, mask.height)
        labels = Data(mask.labels)
        probabilities = Data(featureVector: FeatureVector(mask.probabilities))
    }

    /// The mask; `nil` if the parts do not fit together.
    var mask: InstanceMask? {
        InstanceMask(width: width, height: height, labels: [UInt8](labels), probabilities: FeatureVector(probabilities).elements)
    }
}
