import CoreMLRuntime
import VisionRuntime

/// A vector of numbers that describes an image.
open class VNFeaturePrintObservation: VNObservation, @unchecked Sendable {
    /// The type of the vector's elements.
    public let elementType: VNElementType

    /// The number of the vector's elements.
    public let elementCount: Int

    /// The bytes of the vector's elements, one element after the other.
    public let data: Data

    init(_ origin: Origin, _ vector: FeatureVector) {
        elementType = .float
        elementCount = vector.elements.count
        data = Data(featureVector: vector)
        super.init(origin, confidence: 1)
    }

    /// The distance between two feature prints: the square root of the sum of the squared differences of their elements.
    ///
    /// - Parameters:
    ///   - outDistance: receives the distance; unchanged if the function throws.
    ///   - featurePrint: a feature print of the same revision of the request.
    /// - Throws: `invalidArgument` if the prints differ in the element type, in the number of elements, or in the revision of the request.
    public func computeDistance(_ outDistance: UnsafeMutablePointer<Float>, to featurePrint: VNFeaturePrintObservation) throws {
        guard elementType == featurePrint.elementType, elementCount == featurePrint.elementCount,
            requestRevision == featurePrint.requestRevision
        else {
            throw VNErrorCode.invalidArgument.error(
                "feature prints of different kinds have no distance: \(kind) and \(featurePrint.kind)")
        }
        outDistance.pointee = Float(FeatureVector(data).distance(to: FeatureVector(featurePrint.data)))
    }

    private var kind: String { "\(elementCount) elements of the type \(elementType) and revision \(requestRevision)" }

    private struct Contents: Codable {
        let data: Data
    }

    /// Decodes an archive that `encode(with:)` has written; `nil` if the archive is not valid.
    public required init?(coder: NSCoder) {
        guard let contents: Contents = coder.decodeContents(of: VNFeaturePrintObservation.self),
            contents.data.count.isMultiple(of: MemoryLayout<Float>.size)
        else { return nil }
        elementType = .float
        elementCount = contents.data.count / MemoryLayout<Float>.size
        data = contents.data
        super.init(coder: coder)
    }

    /// The revision that a number in an archive stands for. In older archives, the numbers 3 and 4 stand for Osprey's own networks.
    override class func revision(archived: Int) -> Int { PrintNetwork.revision(short: archived) }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(contents: Contents(data: data), of: VNFeaturePrintObservation.self)
    }

    open override var description: String { super.description + " \(elementCount) elements" }
}

extension Data {
    /// Creates data from the elements, as 32-bit floating-point numbers in the processor's byte order.
    init(featureVector vector: FeatureVector) {
        self = vector.elements.withUnsafeBufferPointer { Data(buffer: $0) }
    }
}

extension FeatureVector {
    /// Creates a vector from data that `Data(featureVector:)` created.
    init(_ data: Data) {
        self.init(
            data.withUnsafeBytes { bytes in
                (0..<bytes.count / 4).map { bytes.loadUnaligned(fromByteOffset: 4 * $0, as: Float.self) }
            })
    }
}
