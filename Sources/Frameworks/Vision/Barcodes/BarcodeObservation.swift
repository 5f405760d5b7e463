import Foundation
import VisionRuntime

/// A barcode. The corners are named in the code's own orientation: `topLeft` is the corner at which the first row begins, even if the code is upside
/// down in the image.
public struct BarcodeObservation: VisionObservation, FactualObservation, QuadrilateralProviding, BoundingRegionProviding, Codable {
    let facts: ObservationFacts

    /// The message as text; `nil` if its bytes are not text.
    ///
    /// - UPC-A and UPC-E: the equivalent EAN-13 number.
    /// - Codabar: the message with its start and stop letters.
    /// - GS1 codes: the message without parentheses. The character U+001D follows each element of variable length.
    public let payloadString: String?
    /// The bytes of the message as encoded in the barcode, before any conversion to text.
    public let payloadData: Data?
    /// Whether the message is a sequence of GS1 application identifiers and their values.
    public let isGS1DataCarrier: Bool
    /// The type of barcode, such as QR or EAN-13.
    public let symbology: BarcodeSymbology
    /// Whether the code is light on dark.
    public let isColorInverted: Bool
    public let topLeft: NormalizedPoint
    public let topRight: NormalizedPoint
    public let bottomRight: NormalizedPoint
    public let bottomLeft: NormalizedPoint
    /// The image's width divided by its height; 1 if not known.
    private let aspectRatio: Float

    /// The type of the two-dimensional part of a GS1 composite code.
    public enum CompositeType: Codable, Equatable, Hashable, Sendable {
        /// CC-A: a variant of MicroPDF417.
        case gs1TypeA
        /// CC-B: MicroPDF417 with more rows.
        case gs1TypeB
        /// CC-C: PDF417.
        case gs1TypeC
        /// A part of a linked composite. The reader does not report the composite's type.
        case linked
    }

    init(_ finding: BarcodeFinding, _ origin: inout ObservationOrigin) throws {
        guard let symbology = BarcodeSymbology(finding.kind) else {
            throw VisionFailure(.internalError, "the barcode's kind \(finding.kind) is not a symbology")
        }
        facts = origin.facts(confidence: finding.confidence)
        self.symbology = symbology
        payloadString = finding.payload
        payloadData = finding.data
        isGS1DataCarrier = finding.isGS1
        isColorInverted = finding.isInverted
        aspectRatio = origin.aspectRatio
        let corners: [NormalizedPoint] = finding.corners.map { NormalizedPoint(normalizedPoint: $0) }
        (topLeft, topRight, bottomRight, bottomLeft) = (corners[0], corners[1], corners[2], corners[3])
    }

    /// Converts a ``VNBarcodeObservation``, with its identifier, confidence and time. An unknown symbology becomes `qr`. Only an observation that a
    /// program created itself can have an unknown symbology.
    public init(_ observation: VNBarcodeObservation) {
        facts = ObservationFacts(observation)
        symbology = observation.symbology.kind.flatMap { BarcodeSymbology($0) } ?? .qr
        payloadString = observation.payloadStringValue
        payloadData = observation.payloadData
        isGS1DataCarrier = observation.isGS1DataCarrier
        isColorInverted = observation.isColorInverted
        aspectRatio = 1
        let rectangle = RectangleObservation(observation)
        (topLeft, topRight) = (rectangle.topLeft, rectangle.topRight)
        (bottomRight, bottomLeft) = (rectangle.bottomRight, rectangle.bottomLeft)
    }

    /// The code's four corners as a closed line.
    public var boundingRegion: NormalizedRegion {
        NormalizedRegion(around: [topLeft, topRight, bottomRight, bottomLeft], aspectRatio: aspectRatio)
    }

    /// The type of a composite code's two-dimensional part. Always `nil`, because Osprey does not read that part.
    public var supplementalCompositeType: CompositeType? { nil }

    /// The message of a composite code's two-dimensional part. Always `nil`, because Osprey does not read that part.
    public var supplementalPayloadString: String? { nil }

    /// The bytes of a composite code's two-dimensional part. Always `nil`, because Osprey does not read that part.
    public var supplementalPayloadData: Data? { nil }

    var details: String { "\(symbology) \"\(payloadString ?? "")\"" }
}
