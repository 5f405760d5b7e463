import VisionRuntime

/// A kind of barcode.
///
/// ``VNDetectBarcodesRequest/supportedSymbologies()`` says which of them can be read.
public struct VNBarcodeSymbology: Hashable, RawRepresentable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Aztec, compact and full, and its runes.
    public static let aztec = VNBarcodeSymbology(rawValue: "VNBarcodeSymbologyAztec")
    /// Code 39.
    public static let code39 = VNBarcodeSymbology(rawValue: "VNBarcodeSymbologyCode39")
    /// Code 39 with a check character: the last character is the sum of the other characters modulo 43.
    public static let code39Checksum = VNBarcodeSymbology(rawValue: "VNBarcodeSymbologyCode39Checksum")
    /// Full ASCII Code 39: pairs of characters stand for the other ASCII characters.
    public static let code39FullASCII = VNBarcodeSymbology(rawValue: "VNBarcodeSymbologyCode39FullASCII")
    /// Full ASCII Code 39 with a check character.
    public static let code39FullASCIIChecksum = VNBarcodeSymbology(rawValue: "VNBarcodeSymbologyCode39FullASCIIChecksum")
    /// Code 93.
    public static let code93 = VNBarcodeSymbology(rawValue: "VNBarcodeSymbologyCode93")
    /// Full ASCII Code 93. Every Code 93 is read this way here.
    public static let code93i = VNBarcodeSymbology(rawValue: "VNBarcodeSymbologyCode93i")
    /// Code 128, including GS1-128.
    public static let code128 = VNBarcodeSymbology(rawValue: "VNBarcodeSymbologyCode128")
    /// Data Matrix ECC 200, square and rectangular.
    public static let dataMatrix = VNBarcodeSymbology(rawValue: "VNBarcodeSymbologyDataMatrix")
    /// EAN-8.
    public static let ean8 = VNBarcodeSymbology(rawValue: "VNBarcodeSymbologyEAN8")
    /// EAN-13, including UPC-A, which is an EAN-13 with a first digit of 0.
    public static let ean13 = VNBarcodeSymbology(rawValue: "VNBarcodeSymbologyEAN13")
    /// Interleaved 2 of 5.
    public static let i2of5 = VNBarcodeSymbology(rawValue: "VNBarcodeSymbologyI2of5")
    /// Interleaved 2 of 5 whose last digit is a check digit.
    public static let i2of5Checksum = VNBarcodeSymbology(rawValue: "VNBarcodeSymbologyI2of5Checksum")
    /// Interleaved 2 of 5 with 14 digits, the last of them a check digit.
    public static let itf14 = VNBarcodeSymbology(rawValue: "VNBarcodeSymbologyITF14")
    /// PDF417.
    public static let pdf417 = VNBarcodeSymbology(rawValue: "VNBarcodeSymbologyPDF417")
    /// QR codes of both models.
    public static let qr = VNBarcodeSymbology(rawValue: "VNBarcodeSymbologyQR")
    /// UPC-E; its payload is the EAN-13 number that it shortens.
    public static let upce = VNBarcodeSymbology(rawValue: "VNBarcodeSymbologyUPCE")
    /// Codabar.
    public static let codabar = VNBarcodeSymbology(rawValue: "VNBarcodeSymbologyCodabar")
    /// GS1 DataBar, also stacked and omnidirectional.
    public static let gs1DataBar = VNBarcodeSymbology(rawValue: "VNBarcodeSymbologyGS1DataBar")
    /// GS1 DataBar Expanded, also stacked.
    public static let gs1DataBarExpanded = VNBarcodeSymbology(rawValue: "VNBarcodeSymbologyGS1DataBarExpanded")
    /// GS1 DataBar Limited.
    public static let gs1DataBarLimited = VNBarcodeSymbology(rawValue: "VNBarcodeSymbologyGS1DataBarLimited")
    /// MicroPDF417.
    public static let microPDF417 = VNBarcodeSymbology(rawValue: "VNBarcodeSymbologyMicroPDF417")
    /// Micro QR codes.
    public static let microQR = VNBarcodeSymbology(rawValue: "VNBarcodeSymbologyMicroQR")
    /// MSI Plessey.
    public static let msiPlessey = VNBarcodeSymbology(rawValue: "VNBarcodeSymbologyMSIPlessey")
}

extension VNBarcodeSymbology {
    init(_ kind: BarcodeKind) { self = Self.all[kind] ?? VNBarcodeSymbology(rawValue: kind.rawValue) }

    /// The kind of this symbology; `nil` if the name is unknown.
    var kind: BarcodeKind? { Self.all.first { $0.value == self }?.key }

    private static let all: [BarcodeKind: VNBarcodeSymbology] = [
        .aztec: .aztec, .code39: .code39, .code39Checksum: .code39Checksum,
        .code39FullASCII: .code39FullASCII, .code39FullASCIIChecksum: .code39FullASCIIChecksum, .code93: .code93,
        .code93i: .code93i, .code128: .code128, .dataMatrix: .dataMatrix,
        .ean8: .ean8, .ean13: .ean13, .i2of5: .i2of5,
        .i2of5Checksum: .i2of5Checksum, .itf14: .itf14, .pdf417: .pdf417,
        .qr: .qr, .upce: .upce, .codabar: .codabar,
        .gs1DataBar: .gs1DataBar, .gs1DataBarExpanded: .gs1DataBarExpanded, .gs1DataBarLimited: .gs1DataBarLimited,
        .microPDF417: .microPDF417, .microQR: .microQR, .msiPlessey: .msiPlessey,
    ]
}

extension VNBarcodeSymbology {
    /// The name in earlier versions.
    @available(*, deprecated, renamed: "aztec")
    public static var Aztec: VNBarcodeSymbology { .aztec }
    /// The name in earlier versions.
    @available(*, deprecated, renamed: "code39")
    public static var Code39: VNBarcodeSymbology { .code39 }
    /// The name in earlier versions.
    @available(*, deprecated, renamed: "code39Checksum")
    public static var Code39Checksum: VNBarcodeSymbology { .code39Checksum }
    /// The name in earlier versions.
    @available(*, deprecated, renamed: "code39FullASCII")
    public static var Code39FullASCII: VNBarcodeSymbology { .code39FullASCII }
    /// The name in earlier versions.
    @available(*, deprecated, renamed: "code39FullASCIIChecksum")
    public static var Code39FullASCIIChecksum: VNBarcodeSymbology { .code39FullASCIIChecksum }
    /// The name in earlier versions.
    @available(*, deprecated, renamed: "code93")
    public static var Code93: VNBarcodeSymbology { .code93 }
    /// The name in earlier versions.
    @available(*, deprecated, renamed: "code93i")
    public static var Code93i: VNBarcodeSymbology { .code93i }
    /// The name in earlier versions.
    @available(*, deprecated, renamed: "code128")
    public static var Code128: VNBarcodeSymbology { .code128 }
    /// The name in earlier versions.
    @available(*, deprecated, renamed: "dataMatrix")
    public static var DataMatrix: VNBarcodeSymbology { .dataMatrix }
    /// The name in earlier versions.
    @available(*, deprecated, renamed: "ean8")
    public static var EAN8: VNBarcodeSymbology { .ean8 }
    /// The name in earlier versions.
    @available(*, deprecated, renamed: "ean13")
    public static var EAN13: VNBarcodeSymbology { .ean13 }
    /// The name in earlier versions.
    @available(*, deprecated, renamed: "i2of5")
    public static var I2of5: VNBarcodeSymbology { .i2of5 }
    /// The name in earlier versions.
    @available(*, deprecated, renamed: "i2of5Checksum")
    public static var I2of5Checksum: VNBarcodeSymbology { .i2of5Checksum }
    /// The name in earlier versions.
    @available(*, deprecated, renamed: "itf14")
    public static var ITF14: VNBarcodeSymbology { .itf14 }
    /// The name in earlier versions.
    @available(*, deprecated, renamed: "pdf417")
    public static var PDF417: VNBarcodeSymbology { .pdf417 }
    /// The name in earlier versions.
    @available(*, deprecated, renamed: "qr")
    public static var QR: VNBarcodeSymbology { .qr }
    /// The name in earlier versions.
    @available(*, deprecated, renamed: "upce")
    public static var UPCE: VNBarcodeSymbology { .upce }
}
