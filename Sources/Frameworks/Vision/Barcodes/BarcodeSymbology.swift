import VisionRuntime

/// A kind of barcode.
public enum BarcodeSymbology: CaseIterable, Codable, Equatable, Hashable, Sendable {
    /// Aztec, compact and full, and its runes.
    case aztec
    /// Code 39.
    case code39
    /// Code 39 whose last character is a check character.
    case code39Checksum
    /// Code 39 in which two characters stand for one of ASCII.
    case code39FullASCII
    /// Full ASCII Code 39 with a check character.
    case code39FullASCIIChecksum
    /// Code 93.
    case code93
    /// Code 93 in which two characters stand for one of ASCII.
    case code93i
    /// Code 128, including GS1-128.
    case code128
    /// Data Matrix ECC 200, square and rectangular.
    case dataMatrix
    /// EAN-8.
    case ean8
    /// EAN-13, including UPC-A, which is an EAN-13 with a first digit of 0.
    case ean13
    /// Interleaved 2 of 5.
    case i2of5
    /// Interleaved 2 of 5 whose last digit is a check digit.
    case i2of5Checksum
    /// Interleaved 2 of 5 with 14 digits, the last of them a check digit.
    case itf14
    /// PDF417.
    case pdf417
    /// QR codes of both models.
    case qr
    /// UPC-E; its payload is the EAN-13 number that it shortens.
    case upce
    /// Codabar.
    case codabar
    /// GS1 DataBar, also stacked and omnidirectional.
    case gs1DataBar
    /// GS1 DataBar Expanded, also stacked.
    case gs1DataBarExpanded
    /// GS1 DataBar Limited.
    case gs1DataBarLimited
    /// MicroPDF417.
    case microPDF417
    /// Micro QR codes.
    case microQR
    /// MSI Plessey.
    case msiPlessey
}

extension BarcodeSymbology {
    /// The symbology of a kind of barcode; `nil` if it has no case here.
    init?(_ kind: BarcodeKind) {
        guard let symbology = Self.byKind[kind] else { return nil }
        self = symbology
    }

    var kind: BarcodeKind? { BarcodeKind(rawValue: "\(self)") }

    /// The symbologies that the installed library can read.
    static let readable: [BarcodeSymbology] = BarcodeKind.readable.compactMap { BarcodeSymbology($0) }

    private static let byKind: [BarcodeKind: BarcodeSymbology] = {
        var table: [BarcodeKind: BarcodeSymbology] = [:]
        for symbology in allCases {
            if let kind = symbology.kind { table[kind] = symbology }
        }
        return table
    }()
}
