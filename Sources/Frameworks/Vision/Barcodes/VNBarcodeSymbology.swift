import VisionRuntime

/// A type of barcode, such as QR or EAN-13.
///
/// ``VNDetectBarcodesRequest/supportedSymbologies()`` returns the types that can be read.
public struct VNBarcodeSymbology: Hashable, RawRepresentable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Aztec: compact codes, full-range codes and runes.
    public static let aztec = VNBarcodeSymbology(rawValue: "VNBarcodeSymbologyAztec")
    /// Code 39.
    public static let code39 = VNBarcodeSymbology(rawValue: "VNBarcodeSymbologyCode39")
    /// Code 39 with a check character: the last character is the sum of the other characters modulo 43.
    public static let code39Checksum = VNBarcodeSymbology(rawValue: "VNBarcodeSymbologyCode39Checksum")
    /// Full ASCII Code 39: pairs of characters encode the ASCII characters that Code 39 lacks.
    public static let code39FullASCII = VNBarcodeSymbology(rawValue: "VNBarcodeSymbologyCode39FullASCII")
    /// Full ASCII Code 39 with a check character.
    public static let code39FullASCIIChecksum = VNBarcodeSymbology(rawValue: "VNBarcodeSymbologyCode39FullASCIIChecksum")
    /// Code 93.
    public static let code93 = VNBarcodeSymbology(rawValue: "VNBarcodeSymbologyCode93")
    /// Full ASCII Code 93. Osprey reads every Code 93 as Full ASCII.
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
    /// Interleaved 2 of 5 with 14 digits. The last digit is a check digit.
    public static let itf14 = VNBarcodeSymbology(rawValue: "VNBarcodeSymbologyITF14")
    /// PDF417.
    public static let pdf417 = VNBarcodeSymbology(rawValue: "VNBarcodeSymbologyPDF417")
    /// QR codes of models 1 and 2.
    public static let qr = VNBarcodeSymbology(rawValue: "VNBarcodeSymbologyQR")
    /// UPC-E. Its payload is the equivalent EAN-13 number.
    public static let upce = VNBarcodeSymbology(rawValue: "VNBarcodeSymbologyUPCE")
    /// Codabar.
    public static let codabar = VNBarcodeSymbology(rawValue: "VNBarcodeSymbologyCodabar")
    /// GS1 DataBar, including stacked and omnidirectional codes.
    public static let gs1DataBar = VNBarcodeSymbology(rawValue: "VNBarcodeSymbologyGS1DataBar")
    /// GS1 DataBar Expanded, including stacked codes.
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

    /// The corresponding `BarcodeKind`; `nil` if the raw value is not a known name.
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
    /// The old name of ``aztec``.
    @available(*, deprecated, renamed: "aztec")
    public static var Aztec: VNBarcodeSymbology { .aztec }
    /// The old name of ``code39``.
    @available(*, deprecated, renamed: "code39")
    public static var Code39: VNBarcodeSymbology { .code39 }
    /// The old name of ``code39Checksum``.
    @available(*, deprecated, renamed: "code39Checksum")
    public static var Code39Checksum: VNBarcodeSymbology { .code39Checksum }
    /// The old name of ``code39FullASCII``.
    @available(*, deprecated, renamed: "code39FullASCII")
    public static var Code39FullASCII: VNBarcodeSymbology { .code39FullASCII }
    /// The old name of ``code39FullASCIIChecksum``.
    @available(*, deprecated, renamed: "code39FullASCIIChecksum")
    public static var Code39FullASCIIChecksum: VNBarcodeSymbology { .code39FullASCIIChecksum }
    /// The old name of ``code93``.
    @available(*, deprecated, renamed: "code93")
    public static var Code93: VNBarcodeSymbology { .code93 }
    /// The old name of ``code93i``.
    @available(*, deprecated, renamed: "code93i")
    public static var Code93i: VNBarcodeSymbology { .code93i }
    /// The old name of ``code128``.
    @available(*, deprecated, renamed: "code128")
    public static var Code128: VNBarcodeSymbology { .code128 }
    /// The old name of ``dataMatrix``.
    @available(*, deprecated, renamed: "dataMatrix")
    public static var DataMatrix: VNBarcodeSymbology { .dataMatrix }
    /// The old name of ``ean8``.
    @available(*, deprecated, renamed: "ean8")
    public static var EAN8: VNBarcodeSymbology { .ean8 }
    /// The old name of ``ean13``.
    @available(*, deprecated, renamed: "ean13")
    public static var EAN13: VNBarcodeSymbology { .ean13 }
    /// The old name of ``i2of5``.
    @available(*, deprecated, renamed: "i2of5")
    public static var I2of5: VNBarcodeSymbology { .i2of5 }
    /// The old name of ``i2of5Checksum``.
    @available(*, deprecated, renamed: "i2of5Checksum")
    public static var I2of5Checksum: VNBarcodeSymbology { .i2of5Checksum }
    /// The old name of ``itf14``.
    @available(*, deprecated, renamed: "itf14")
    public static var ITF14: VNBarcodeSymbology { .itf14 }
    /// The old name of ``pdf417``.
    @available(*, deprecated, renamed: "pdf417")
    public static var PDF417: VNBarcodeSymbology { .pdf417 }
    /// The old name of ``qr``.
    @available(*, deprecated, renamed: "qr")
    public static var QR: VNBarcodeSymbology { .qr }
    /// The old name of ``upce``.
    @available(*, deprecated, renamed: "upce")
    public static var UPCE: VNBarcodeSymbology { .upce }
}
