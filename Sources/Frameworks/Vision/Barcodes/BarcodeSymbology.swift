import VisionRuntime

/// A type of barcode, such as QR or EAN-13.
public enum BarcodeSymbology: CaseIterable, Codable, Equatable, Hashable, Sendable {
    /// Aztec: compact codes, full-range codes and runes.
    case aztec
    /// Code 39.
    case code39
    /// Code 39 whose last character is a check character.
    case code39Checksum
    /// Full ASCII Code 39: pairs of characters encode the ASCII characters that Code 39 lacks.
    case code39FullASCII
    /// Full ASCII Code 39 with a check character.
    case code39FullASCIIChecksum
    /// Code 93.
    case code93
    /// Full ASCII Code 93: pairs of characters encode the ASCII characters that Code 93 lacks.
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
    /// Interleaved 2 of 5 with 14 digits. The last digit is a check digit.
    case itf14
    /// PDF417.
    case pdf417
    /// QR codes of models 1 and 2.
    case qr
    /// UPC-E. Its payload is the equivalent EAN-13 number.
    case upce
    /// Codabar.
    case codabar
    /// GS1 DataBar, including stacked and omnidirectional codes.
    case gs1DataBar
    /// GS1 DataBar Expanded, including stacked codes.
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
    /// Creates the symbology for a `BarcodeKind`; `nil` if no case corresponds to it.
    init?(_ kind: BarcodeKind) {
        guard let symbology = Self.byKind[kind] else { return nil }
        self = symbology
    }

    var kind: BarcodeKind? { BarcodeKind(rawValue: "\(self)") }

    /// The symbologies that the installed barcode library can read.
    static let readable: [BarcodeSymbology] = BarcodeKind.readable.compactMap { BarcodeSymbology($0) }

    private static let byKind: [BarcodeKind: BarcodeSymbology] = {
        var table: [BarcodeKind: BarcodeSymbology] = [:]
        for symbology in allCases {
            if let kind = symbology.kind { table[kind] = symbology }
        }
        return table
    }()
}
