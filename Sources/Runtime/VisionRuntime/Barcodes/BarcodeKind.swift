import CZXing

/// A kind of barcode that Vision has a name for.
package enum BarcodeKind: String, CaseIterable, Sendable {
    case aztec
    case code39
    case code39Checksum
    case code39FullASCII
    case code39FullASCIIChecksum
    case code93
    case code93i
    case code128
    case dataMatrix
    case ean8
    case ean13
    case i2of5
    case i2of5Checksum
    case itf14
    case pdf417
    case qr
    case upce
    case codabar
    case gs1DataBar
    case gs1DataBarExpanded
    case gs1DataBarLimited
    case microPDF417
    case microQR
    case msiPlessey

    /// The kinds that can be read, in the order of the cases.
    package static let readable = allCases.filter { kind in
        let library = kind.library
        return !library.isEmpty && library.isSubset(of: .supported)
    }

    /// ZXing's names for this kind; empty if ZXing cannot read it.
    var library: LibraryKinds {
        switch self {
        case .aztec: .aztec
        case .code39, .code39Checksum, .code39FullASCII, .code39FullASCIIChecksum: .code39
        case .code93, .code93i: .code93
        case .code128: .code128
        case .dataMatrix: .dataMatrix
        case .ean8: .ean8
        // UPC-A is EAN-13 with a first digit of 0.
        case .ean13: [.ean13, .upcA]
        case .i2of5, .i2of5Checksum, .itf14: .itf
        case .pdf417: .pdf417
        case .qr: .qr
        case .upce: .upcE
        case .codabar: .codabar
        case .gs1DataBar: .dataBar
        case .gs1DataBarExpanded: .dataBarExpanded
        case .gs1DataBarLimited: .dataBarLimited
        case .microQR: .microQR
        case .microPDF417, .msiPlessey: []
        }
    }
}

/// The kinds of barcodes that ZXing tells apart.
struct LibraryKinds: OptionSet, Hashable {
    let rawValue: UInt32

    init(rawValue: UInt32) { self.rawValue = rawValue }

    private init(_ value: Int) { rawValue = UInt32(value) }

    static let aztec = LibraryKinds(czxing_aztec)
    static let codabar = LibraryKinds(czxing_codabar)
    static let code39 = LibraryKinds(czxing_code39)
    static let code93 = LibraryKinds(czxing_code93)
    static let code128 = LibraryKinds(czxing_code128)
    static let dataBar = LibraryKinds(czxing_dataBar)
    static let dataBarExpanded = LibraryKinds(czxing_dataBarExpanded)
    static let dataBarLimited = LibraryKinds(czxing_dataBarLimited)
    static let dataMatrix = LibraryKinds(czxing_dataMatrix)
    static let ean8 = LibraryKinds(czxing_ean8)
    static let ean13 = LibraryKinds(czxing_ean13)
    static let itf = LibraryKinds(czxing_itf)
    static let pdf417 = LibraryKinds(czxing_pdf417)
    static let qr = LibraryKinds(czxing_qr)
    static let microQR = LibraryKinds(czxing_microQR)
    static let upcA = LibraryKinds(czxing_upcA)
    static let upcE = LibraryKinds(czxing_upcE)

    static let matrix: LibraryKinds = [.aztec, .dataMatrix, .pdf417, .qr, .microQR]
    /// The kinds whose rows may be stacked, so that a single row is not enough to read them.
    static let stacked: LibraryKinds = [.dataBar, .dataBarExpanded]
    static let linear: LibraryKinds = [
        .codabar, .code39, .code93, .code128, .ean8, .ean13, .itf, .upcA, .upcE, .dataBar, .dataBarExpanded, .dataBarLimited,
    ]
    /// The kinds for which a check character is optional.
    static let unchecked: LibraryKinds = [.codabar, .code39, .itf]
    /// The kinds that may be found by mistake if a scan line crosses only a part of another code.
    static let short: LibraryKinds = [.codabar, .code39, .itf, .upcE, .upcA, .ean8, .ean13]

    /// The kinds that the installed version of ZXing reads.
    static let supported = LibraryKinds(rawValue: czxing_supported())
}
