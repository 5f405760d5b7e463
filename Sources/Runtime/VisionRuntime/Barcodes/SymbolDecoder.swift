import CZXing
import CoreGraphics
import Foundation

/// A code that ZXing has decoded.
struct DecodedSymbol {
    let kind: LibraryKinds
    let text: String
    let bytes: Data
    /// The corners: top left, top right, bottom right and bottom left of the code itself.
    var corners: [CGPoint]
    /// The number of scan lines that agree on a linear code.
    var lineCount: Int
    let isGS1: Bool
    let isBinary: Bool
    let isMirrored: Bool
    var isInverted = false
    let errorCorrection: String
    let part: BarcodePart?
    let codewords: Data
    let codewordBitCount: Int

    fileprivate init(_ found: CZXingFinding) {
        kind = LibraryKinds(rawValue: found.kind)
        text = String(decoding: UnsafeRawBufferPointer(start: found.text, count: found.textCount), as: UTF8.self)
        bytes = Data(UnsafeRawBufferPointer(start: found.bytes, count: found.byteCount))
        corners = [
            CGPoint(x: Int(found.x.0), y: Int(found.y.0)), CGPoint(x: Int(found.x.1), y: Int(found.y.1)),
            CGPoint(x: Int(found.x.2), y: Int(found.y.2)), CGPoint(x: Int(found.x.3), y: Int(found.y.3)),
        ]
        lineCount = Int(found.lineCount)
        isGS1 = found.flags & UInt32(czxing_isGS1) != 0
        isBinary = found.flags & UInt32(czxing_isBinary) != 0
        isMirrored = found.flags & UInt32(czxing_isMirrored) != 0
        errorCorrection = withUnsafeBytes(of: found.errorCorrection) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        part =
            found.partIndex >= 0 ? BarcodePart(index: Int(found.partIndex), count: found.partCount > 0 ? Int(found.partCount) : nil) : nil
        codewords = Data(UnsafeRawBufferPointer(start: found.codewords, count: found.codewordCount))
        codewordBitCount = Int(found.codewordBitCount)
    }
}

/// The methods by which ZXing makes a picture black and white.
enum Binarizer: Int32 {
    /// Compares pixels with the mean of their neighbourhood.
    case local
    /// Compares pixels with the valley of the histogram.
    case histogram
    /// Changes nothing: the picture is already black and white.
    case fixed
}

/// ZXing's readers, on one plane or one row.
struct SymbolDecoder {
    var kinds: LibraryKinds
    var binarizer = Binarizer.local
    var triesRotations = true
    /// Whether the plane shows one upright code and nothing else.
    var isPure = false
    /// The number of symbols after which ZXing stops. For linear codes it stops after one.
    var maximumFindingCount: Int32 = 255

    /// - Throws: `VisionFailure` if ZXing has no memory or fails.
    func symbols(in plane: GrayPlane) throws -> [DecodedSymbol] {
        try symbols(base: plane.base, width: plane.width, height: plane.height, bytesPerRow: plane.bytesPerRow)
    }

    /// The linear codes along one row.
    func symbols(row: UnsafePointer<UInt8>, count: Int) throws -> [DecodedSymbol] {
        try symbols(base: row, width: count, height: 1, bytesPerRow: count)
    }

    private func symbols(base: UnsafePointer<UInt8>, width: Int, height: Int, bytesPerRow: Int) throws -> [DecodedSymbol] {
        guard !kinds.isEmpty else { return [] }
        var options = CZXingOptions(
            kinds: kinds.rawValue, binarizer: binarizer.rawValue, triesHarder: 1, triesRotations: triesRotations ? 1 : 0,
            isPure: isPure ? 1 : 0, maximumFindingCount: maximumFindingCount)
        var findings: OpaquePointer?
        let status = czxing_read(base, Int32(width), Int32(height), bytesPerRow, &options, &findings)
        defer { czxing_free(findings) }
        guard status == czxing_success, let findings else {
            throw status == czxing_outOfMemory
                ? VisionFailure(.outOfMemory, "no memory to read barcodes in \(width) × \(height) pixels")
                : VisionFailure(.internalError, "the barcode reader failed in \(width) × \(height) pixels")
        }
        return (0..<czxing_count(findings)).map { DecodedSymbol(czxing_finding(findings, $0)) }
    }
}
