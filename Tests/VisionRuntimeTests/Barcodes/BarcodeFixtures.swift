import CoreGraphics
import Foundation
import TestSupport
import Testing

@testable import VisionRuntime

/// Barcodes that zint wrote, and what it says of them (`Fixtures/make_barcode_fixtures.py`).
struct BarcodeFixture: Decodable, CustomTestStringConvertible {
    let file: String
    let kind: String
    let payload: String?
    let bytes: [UInt8]?
    let isGS1: Bool
    let codewords: [Int]?
    let version: Int?
    let level: String?
    let mask: UInt8?
    let isCompact: Bool?
    let layers: Int?

    var testDescription: String { file }

    private static let folder = Fixtures.url("barcodes")

    static let all: [BarcodeFixture] = {
        guard let data = try? Data(contentsOf: folder.appendingPathComponent("barcodes.json")) else { return [] }
        return (try? JSONDecoder().decode([BarcodeFixture].self, from: data)) ?? []
    }()

    func plane() throws -> GrayPlane {
        try Frame(.url(Self.folder.appendingPathComponent(file))).gray()
    }
}

extension GrayPlane {
    /// White with planes on it.
    static func page(width: Int, height: Int, _ parts: [(plane: GrayPlane, x: Int, y: Int)]) throws -> GrayPlane {
        try GrayPlane(width: width, height: height) { base, bytesPerRow in
            base.update(repeating: 255, count: bytesPerRow * height)
            for part in parts {
                for y in 0..<part.plane.height {
                    (base + (part.y + y) * bytesPerRow + part.x).update(from: part.plane.row(y), count: part.plane.width)
                }
            }
        }
    }

    /// The plane on a white ground, turned about its middle.
    func turned(degrees: Double, margin: Int = 12) throws -> GrayPlane {
        let angle = degrees * .pi / 180
        let radius = Double(width * width + height * height).squareRoot() / 2
        let side = Int(2 * radius) + 2 * margin
        let map = CGAffineTransform(translationX: Double(width - 1) / 2, y: Double(height - 1) / 2).rotated(by: angle)
            .translatedBy(x: -Double(side - 1) / 2, y: -Double(side - 1) / 2)
        return try warped(width: side, height: side, map)
    }

    /// Each pixel as `change` has it.
    func changed(_ change: (UInt8, _ x: Int, _ y: Int) -> UInt8) throws -> GrayPlane {
        try GrayPlane(width: width, height: height) { base, bytesPerRow in
            for y in 0..<height {
                for x in 0..<width { base[y * bytesPerRow + x] = change(row(y)[x], x, y) }
            }
        }
    }
}
