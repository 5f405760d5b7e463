import CoreImage
import VisionRuntime

/// The type of the two-dimensional part of a GS1 composite code.
public enum VNBarcodeCompositeType: Int, Sendable {
    /// The code is not a composite.
    case none = 0
    /// A part of a linked composite. The reader does not report the composite's type.
    case linked = 1
    /// CC-A: a variant of MicroPDF417.
    case gs1TypeA = 2
    /// CC-B: MicroPDF417 with more rows.
    case gs1TypeB = 3
    /// CC-C: PDF417.
    case gs1TypeC = 4
}

/// A barcode. The corners are named in the code's own orientation: `topLeft` is the corner at which the first row begins, even if the code is upside
/// down in the image.
open class VNBarcodeObservation: VNRectangleObservation, @unchecked Sendable {
    /// The type of barcode, such as QR or EAN-13.
    public let symbology: VNBarcodeSymbology

    /// The message as text; `nil` if its bytes are not text.
    ///
    /// - UPC-A and UPC-E: the equivalent EAN-13 number.
    /// - Codabar: the message with its start and stop letters.
    /// - GS1 codes: the message without parentheses. The character U+001D follows each element of variable length.
    public let payloadStringValue: String?

    /// The bytes of the message as encoded in the barcode, before any conversion to text.
    public let payloadData: Data?

    /// The codewords and their layout in a QR, Aztec, Data Matrix or PDF417 code. `nil` for other symbologies, or if the codewords cannot be read
    /// from the image.
    public let barcodeDescriptor: CIBarcodeDescriptor?

    /// Whether the message is a sequence of GS1 application identifiers and their values.
    public let isGS1DataCarrier: Bool

    /// Whether the code is light on dark.
    public let isColorInverted: Bool

    /// The type of a composite code's two-dimensional part. Always `none`, because Osprey does not read that part.
    public var supplementalCompositeType: VNBarcodeCompositeType { .none }

    /// The message of a composite code's two-dimensional part. Always `nil`, because Osprey does not read that part.
    public var supplementalPayloadString: String? { nil }

    /// The bytes of a composite code's two-dimensional part. Always `nil`, because Osprey does not read that part.
    public var supplementalPayloadData: Data? { nil }

    init(_ origin: Origin, _ finding: BarcodeFinding) {
        symbology = VNBarcodeSymbology(finding.kind)
        payloadStringValue = finding.payload
        payloadData = finding.data
        barcodeDescriptor = finding.descriptor?.coreImage
        isGS1DataCarrier = finding.isGS1
        isColorInverted = finding.isInverted
        let corners = finding.corners
        super.init(
            origin, topLeft: corners[0], bottomLeft: corners[3], bottomRight: corners[2], topRight: corners[1],
            confidence: finding.confidence)
    }

    private struct Contents: Codable {
        let symbology: String
        let payload: String?
        let data: Data?
        let isGS1: Bool
        let isInverted: Bool
        let descriptor: BarcodeDescriptor?
    }

    /// Decodes an archive that `encode(with:)` has written; `nil` if the archive is not valid.
    public required init?(coder: NSCoder) {
        guard let contents: Contents = coder.decodeContents(of: VNBarcodeObservation.self) else { return nil }
        symbology = VNBarcodeSymbology(rawValue: contents.symbology)
        payloadStringValue = contents.payload
        payloadData = contents.data
        barcodeDescriptor = contents.descriptor?.coreImage
        isGS1DataCarrier = contents.isGS1
        isColorInverted = contents.isInverted
        super.init(coder: coder)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        let contents = Contents(
            symbology: symbology.rawValue, payload: payloadStringValue, data: payloadData, isGS1: isGS1DataCarrier,
            isInverted: isColorInverted, descriptor: barcodeDescriptor.flatMap(BarcodeDescriptor.init(coreImage:)))
        coder.encode(contents: contents, of: VNBarcodeObservation.self)
    }

    open override var description: String { super.description + " \(symbology.rawValue) \"\(payloadStringValue ?? "")\"" }
}

extension BarcodeDescriptor {
    /// The codewords as a Core Image descriptor; `nil` if Core Image rejects a parameter, such as the version.
    var coreImage: CIBarcodeDescriptor? {
        switch self {
        case .qr(let codewords, let version, let mask, let level):
            let level = level.utf8.first.flatMap { CIQRCodeDescriptor.ErrorCorrectionLevel(rawValue: Int($0)) }
            return level.flatMap {
                CIQRCodeDescriptor(payload: codewords, symbolVersion: version, maskPattern: mask, errorCorrectionLevel: $0)
            }
        case .aztec(let codewords, let isCompact, let layerCount, let codewordCount):
            return CIAztecCodeDescriptor(
                payload: codewords, isCompact: isCompact, layerCount: layerCount, dataCodewordCount: codewordCount)
        case .dataMatrix(let codewords, let rowCount, let columnCount):
            return CIDataMatrixCodeDescriptor(payload: codewords, rowCount: rowCount, columnCount: columnCount, eccVersion: .v200)
        case .pdf417(let codewords, let isCompact, let rowCount, let columnCount):
            return CIPDF417CodeDescriptor(payload: codewords, isCompact: isCompact, rowCount: rowCount, columnCount: columnCount)
        }
    }

    init?(coreImage: CIBarcodeDescriptor) {
        let codewords = coreImage.errorCorrectedPayload
        switch coreImage {
        case let qr as CIQRCodeDescriptor:
            let level = String(decoding: [UInt8(qr.errorCorrectionLevel.rawValue)], as: UTF8.self)
            self = .qr(codewords: codewords, version: qr.symbolVersion, mask: qr.maskPattern, level: level)
        case let aztec as CIAztecCodeDescriptor:
            self = .aztec(
                codewords: codewords, isCompact: aztec.isCompact, layerCount: aztec.layerCount, codewordCount: aztec.dataCodewordCount)
        case let matrix as CIDataMatrixCodeDescriptor:
            self = .dataMatrix(codewords: codewords, rowCount: matrix.rowCount, columnCount: matrix.columnCount)
        case let pdf417 as CIPDF417CodeDescriptor:
            self = .pdf417(codewords: codewords, isCompact: pdf417.isCompact, rowCount: pdf417.rowCount, columnCount: pdf417.columnCount)
        default: return nil
        }
    }
}
