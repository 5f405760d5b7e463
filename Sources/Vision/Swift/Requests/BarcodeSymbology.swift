import VisionRuntime

/// A kind of barcode.
public enum BarcodeSymbology: CaseIterable, Codable, Equatable, Hashable, Sendable {
    case aztec
    case code39
    /// Code 39 whose last character is a check character.
    case code39Checksum
    /// Code 39 in which two characters stand for one of ASCII.
    case code39FullASCII
    case code39FullASCIIChecksum
    case code93
    /// Code 93 in which two characters stand for one of ASCII.
    case code93i
    case code128
    case dataMatrix
    case ean8
    /// EAN-13, and UPC-A as the EAN-13 with a first digit of 0.
    case ean13
    /// Interleaved 2 of 5.
    case i2of5
    /// Interleaved 2 of 5 whose last digit is a check digit.
    case i2of5Checksum
    /// Interleaved 2 of 5 of 14 digits, the last of them a check digit.
    case itf14
    case pdf417
    case qr
    /// UPC-E; its payload is the EAN-13 number that it shortens.
    case upce
    case codabar
    /// GS1 DataBar, also stacked and omnidirectional.
    case gs1DataBar
    /// GS1 DataBar Expanded, also stacked.
    case gs1DataBarExpanded
    case gs1DataBarLimited
    case microPDF417
    case microQR
    case msiPlessey
}

extension BarcodeSymbology {
    /// `nil` for a kind that has no case here.
    init?(_ kind: BarcodeKind) {
        guard let symbology = Self.byKind[kind] else { return nil }
        self = symbology
    }

    var kind: BarcodeKind? { BarcodeKind(rawValue: "\(self)") }

    /// What can be read, with the library that is installed.
    static let readable: [BarcodeSymbology] = BarcodeKind.readable.compactMap { BarcodeSymbology($0) }

    private static let byKind: [BarcodeKind: BarcodeSymbology] = {
        var table: [BarcodeKind: BarcodeSymbology] = [:]
        for symbology in allCases {
            if let kind = symbology.kind { table[kind] = symbology }
        }
        return table
    }()
}
