import CoreGraphics
import Foundation

/// A barcode in a plane.
package struct BarcodeFinding: Sendable {
    package let kind: BarcodeKind
    /// The corners: top left, top right, bottom right and bottom left of the code itself. Findings in a plane use the plane's pixels,
    /// origin at the top left. Findings in an image have normalised coordinates, origin at the lower left.
    package var corners: [CGPoint]
    /// The text of the message; `nil` if its bytes are not text.
    package let payload: String?
    /// The bytes of the message before a character set is applied.
    package let data: Data
    package let isGS1: Bool
    /// Whether the code is light on a dark ground.
    package let isInverted: Bool
    /// The confidence, 0…1. A code with correct check characters has the confidence 1.
    package let confidence: Float
    package let descriptor: BarcodeDescriptor?
    /// The part of the message that the code holds; `nil` if a single code holds the whole message.
    package let part: BarcodePart?
}

/// The part of a message that a code holds.
package struct BarcodePart: Hashable, Sendable {
    /// The index of the part, from 0.
    package let index: Int
    /// The number of parts; `nil` if the code does not say.
    package let count: Int?
}

/// The codewords of a code, and their layout.
package enum BarcodeDescriptor: Hashable, Codable, Sendable {
    /// 8-bit data codewords of ISO/IEC 18004, section 6.4.10. `level` is "L", "M", "Q" or "H".
    case qr(codewords: Data, version: Int, mask: UInt8, level: String)
    /// Data codewords of 6, 8, 10 or 12 bits, including stuffed bits, packed from the highest bit. The last byte is padded with 0.
    case aztec(codewords: Data, isCompact: Bool, layerCount: Int, codewordCount: Int)
    /// 8-bit data codewords of ECC 200.
    case dataMatrix(codewords: Data, rowCount: Int, columnCount: Int)
    /// Data codewords of 0…928 as 16-bit big-endian numbers. The first codeword is their count.
    case pdf417(codewords: Data, isCompact: Bool, rowCount: Int, columnCount: Int)
}

extension BarcodeFinding: PlacedFinding {
    package func relative(to coordinates: RegionCoordinates) -> BarcodeFinding {
        var finding = self
        finding.corners = corners.relative(to: coordinates)
        return finding
    }
}
