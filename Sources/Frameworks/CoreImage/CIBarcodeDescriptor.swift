import CoreGraphics

/// The content of a barcode, and the parameters of its symbol.
public class CIBarcodeDescriptor: NSObject, NSCopying, @unchecked Sendable {
    /// The data codewords. If the symbol was scanned, its errors are already corrected.
    public let errorCorrectedPayload: Data

    init(_ payload: Data) { errorCorrectedPayload = payload }

    public func copy(with zone: NSZone? = nil) -> Any { self }

    override public func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CIBarcodeDescriptor, type(of: other) == type(of: self) else { return false }
        return errorCorrectedPayload == other.errorCorrectedPayload && parameters == other.parameters
    }

    override public var hash: Int { errorCorrectedPayload.hashValue }

    /// The symbol's parameters, such as its version, that are compared when two descriptors of the same class are compared.
    var parameters: [Int] { [] }
}

/// The content of a QR code.
public final class CIQRCodeDescriptor: CIBarcodeDescriptor, @unchecked Sendable {
    /// The error correction level. Depending on it, up to 7, 15, 25 or 30 % of the code may be damaged.
    public enum ErrorCorrectionLevel: Int, Sendable {
        /// Up to 7 % of the code may be damaged.
        case levelL = 76
        /// Up to 15 % of the code may be damaged.
        case levelM = 77
        /// Up to 25 % of the code may be damaged.
        case levelQ = 81
        /// Up to 30 % of the code may be damaged.
        case levelH = 72
    }

    /// The version, 1 to 40. The code has `17 + 4 * symbolVersion` modules per side.
    public let symbolVersion: Int
    /// The mask pattern, 0 to 7.
    public let maskPattern: UInt8
    /// The error correction level.
    public let errorCorrectionLevel: ErrorCorrectionLevel

    /// Makes a descriptor. Returns `nil` if the version or the mask is out of range.
    public init?(payload errorCorrectedPayload: Data, symbolVersion: Int, maskPattern: UInt8, errorCorrectionLevel: ErrorCorrectionLevel) {
        guard (1...40).contains(symbolVersion), maskPattern < 8 else { return nil }
        self.symbolVersion = symbolVersion
        self.maskPattern = maskPattern
        self.errorCorrectionLevel = errorCorrectionLevel
        super.init(errorCorrectedPayload)
    }

    override var parameters: [Int] { [symbolVersion, Int(maskPattern), errorCorrectionLevel.rawValue] }
}

/// The content of an Aztec code.
public final class CIAztecCodeDescriptor: CIBarcodeDescriptor, @unchecked Sendable {
    /// Whether the code is compact, with a bullseye of 9 × 9 modules.
    public let isCompact: Bool
    /// The number of layers: 1 to 32, or to 4 if the code is compact.
    public let layerCount: Int
    /// The number of data codewords: 1 to 2048, or to 64 if the code is compact.
    public let dataCodewordCount: Int

    /// Makes a descriptor. Returns `nil` if a count is out of range.
    public init?(payload errorCorrectedPayload: Data, isCompact: Bool, layerCount: Int, dataCodewordCount: Int) {
        guard (1...(isCompact ? 4 : 32)).contains(layerCount), (1...(isCompact ? 64 : 2048)).contains(dataCodewordCount) else { return nil }
        self.isCompact = isCompact
        self.layerCount = layerCount
        self.dataCodewordCount = dataCodewordCount
        super.init(errorCorrectedPayload)
    }

    override var parameters: [Int] { [isCompact ? 1 : 0, layerCount, dataCodewordCount] }
}

/// The content of a PDF417 code.
public final class CIPDF417CodeDescriptor: CIBarcodeDescriptor, @unchecked Sendable {
    /// Whether the code has no indicators on its right side.
    public let isCompact: Bool
    /// The number of rows, 3 to 90.
    public let rowCount: Int
    /// The number of columns, 1 to 30.
    public let columnCount: Int

    /// Makes a descriptor. Returns `nil` if a count is out of range.
    public init?(payload errorCorrectedPayload: Data, isCompact: Bool, rowCount: Int, columnCount: Int) {
        guard (3...90).contains(rowCount), (1...30).contains(columnCount) else { return nil }
        self.isCompact = isCompact
        self.rowCount = rowCount
        self.columnCount = columnCount
        super.init(errorCorrectedPayload)
    }

    override var parameters: [Int] { [isCompact ? 1 : 0, rowCount, columnCount] }
}

/// The content of a Data Matrix code.
public final class CIDataMatrixCodeDescriptor: CIBarcodeDescriptor, @unchecked Sendable {
    /// The level of error correction.
    public enum ECCVersion: Int, Sendable {
        /// No correction, only detection.
        case v000 = 0
        /// Convolutional codes of the level 050, in old Data Matrix codes.
        case v050 = 50
        /// Convolutional codes of the level 080, in old Data Matrix codes.
        case v080 = 80
        /// Convolutional codes of the level 100, in old Data Matrix codes.
        case v100 = 100
        /// Convolutional codes of the level 140, in old Data Matrix codes.
        case v140 = 140
        /// Reed-Solomon codes, as in today's Data Matrix codes.
        case v200 = 200
    }

    /// The number of rows, 8 to 144.
    public let rowCount: Int
    /// The number of columns, 8 to 144.
    public let columnCount: Int
    /// The level of error correction.
    public let eccVersion: ECCVersion

    /// Makes a descriptor. Returns `nil` if a count is out of range.
    public init?(payload errorCorrectedPayload: Data, rowCount: Int, columnCount: Int, eccVersion: ECCVersion) {
        guard (8...144).contains(rowCount), (8...144).contains(columnCount) else { return nil }
        self.rowCount = rowCount
        self.columnCount = columnCount
        self.eccVersion = eccVersion
        super.init(errorCorrectedPayload)
    }

    override var parameters: [Int] { [rowCount, columnCount, eccVersion.rawValue] }
}
