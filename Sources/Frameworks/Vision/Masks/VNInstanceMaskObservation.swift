import CoreVideo
import VisionRuntime

/// A mask that assigns each pixel of an image to one of several objects or to the background.
open class VNInstanceMaskObservation: VNObservation, @unchecked Sendable {
    private let mask: InstanceMask

    /// The label map of the whole image, at a lower resolution than the image. Each pixel has 8 bits: 0 for the background, or the number
    /// of the object.
    public let instanceMask: CVPixelBuffer

    /// The numbers of all objects. The first object has the number 1.
    public var allInstances: IndexSet { mask.instances }

    private init(_ origin: Origin, _ mask: InstanceMask) throws {
        self.mask = mask
        instanceMask = try mask.makePicture()
        super.init(origin, confidence: mask.confidence)
    }

    /// Creates an observation of the mask. The array is empty if the mask has no object.
    static func observations(_ origin: Origin, _ masks: [InstanceMask]) throws -> [VNInstanceMaskObservation] {
        try masks.filter { !$0.instances.isEmpty }.map { try VNInstanceMaskObservation(origin, $0) }
    }

    /// Creates a mask of the given objects, with the size of ``instanceMask``. Each pixel is a 32-bit floating-point number from 0 to 1: the
    /// certainty that it belongs to one of the objects.
    ///
    /// - Throws: `invalidArgument` if `instances` is empty or contains a number that no object has.
    public func generateMask(forInstances instances: IndexSet) throws -> CVPixelBuffer {
        try withVisionErrors { try mask.mask(of: instances) }
    }

    /// Creates a copy of the handler's image at full resolution. Pixels that do not show the given objects are transparent. The format is
    /// 32-bit BGRA with premultiplied alpha.
    ///
    /// - Parameters:
    ///   - requestHandler: the handler of the image in which the objects were found.
    ///   - cropResult: whether to crop to the smallest rectangle around the objects.
    /// - Throws: `invalidArgument` if `instances` is empty or has a number without an object, or if the image cannot be read.
    public func generateMaskedImage(
        ofInstances instances: IndexSet, from requestHandler: VNImageRequestHandler, croppedToInstancesExtent cropResult: Bool
    ) throws -> CVPixelBuffer {
        try withVisionErrors { try mask.maskedImage(of: instances, requestHandler.frame.frame(), isCropped: cropResult) }
    }

    /// Creates a mask of the given objects, with the size of the handler's image. Each pixel is a 32-bit floating-point number from 0 to 1:
    /// the certainty that it belongs to one of the objects.
    ///
    /// - Parameter requestHandler: the handler of the image in which the objects were found.
    /// - Throws: `invalidArgument` if `instances` is empty or has a number without an object, or if the image cannot be read.
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

    /// The labels and probabilities of the mask.
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

/// The archived form of a mask.
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

    /// The decoded mask; `nil` if its size does not match its data.
    var mask: InstanceMask? {
        InstanceMask(width: width, height: height, labels: [UInt8](labels), probabilities: FeatureVector(probabilities).elements)
    }
}
