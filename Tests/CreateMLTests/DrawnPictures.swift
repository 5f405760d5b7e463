import CoreGraphics
import Foundation
import ImageIO
import TestSupport
import Testing

@testable import CreateML

/// Small pictures: red and blue disks and green stripes, at random places, of random sizes.
enum DrawnPictures {
    private static let colors: [String: [CGFloat]] = ["blue": [0.1, 0.2, 0.9], "red": [0.9, 0.15, 0.1], "stripes": [0.1, 0.7, 0.2]]
    private static let side = 96

    static let kinds = colors.keys.sorted()

    private static func newFolder() -> URL {
        FileManager.default.temporaryDirectory.appendingPathComponent("osprey-pictures-\(UUID().uuidString)")
    }

    /// A folder with a folder a kind, `count` pictures in each.
    static func folder(count: Int, seed: Int) throws -> URL {
        let folder = newFolder()
        var generator = SplitMix64(seed: seed)
        for kind in kinds {
            let place = folder.appendingPathComponent(kind)
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            for index in 0..<count { try write(draw([kind], &generator), to: place.appendingPathComponent("\(index).png")) }
        }
        return folder
    }

    /// A folder of `count` pictures of any kinds each, and a JSON file that says which.
    static func annotatedFolder(count: Int, seed: Int) throws -> URL {
        let folder = newFolder()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var generator = SplitMix64(seed: seed)
        var entries: [[String: Any]] = []
        for index in 0..<count {
            let shown = kinds.filter { _ in Bool.random(using: &generator) }
            try write(draw(shown, &generator), to: folder.appendingPathComponent("\(index).png"))
            entries.append(["filename": "\(index).png", "annotations": shown])
        }
        try JSONSerialization.data(withJSONObject: entries).write(to: folder.appendingPathComponent("annotations.json"))
        return folder
    }

    /// Writes the first half of a JPEG file.
    static func writeHalfJPEG(to url: URL) throws {
        let data = try Data(contentsOf: Fixtures.common("jpeg/422.jpg"))
        try data.prefix(data.count / 2).write(to: url)
    }

    private static func write(_ image: CGImage, to url: URL) throws {
        let target = try #require(CGImageDestinationCreateWithURL(url as CFURL, "public.png" as CFString, 1, nil))
        CGImageDestinationAddImage(target, image, nil)
        try #require(CGImageDestinationFinalize(target))
    }

    private static func draw(_ kinds: [String], _ generator: inout SplitMix64) throws -> CGImage {
        let context = try #require(
            CGContext(
                data: nil, width: side, height: side, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
        let background = CGFloat.random(in: 0.5...0.9, using: &generator)
        context.setFillColor(red: background, green: background, blue: background, alpha: 1)
        context.fill(CGRect(x: 0, y: 0, width: side, height: side))
        // The stripes first: disks lie on them.
        for kind in kinds.sorted(by: >) {
            let color = colors[kind] ?? [0, 0, 0]
            context.setFillColor(red: color[0], green: color[1], blue: color[2], alpha: 1)
            if kind == "stripes" {
                let step = Int.random(in: 10...16, using: &generator)
                for x in stride(from: 0, to: side, by: step) { context.fill(CGRect(x: x, y: 0, width: step / 2, height: side)) }
            } else {
                let size = CGFloat.random(in: 30...(kinds.count > 1 ? 44 : 60), using: &generator)
                let x = CGFloat.random(in: 0...(96 - size), using: &generator), y = CGFloat.random(in: 0...(96 - size), using: &generator)
                context.fillEllipse(in: CGRect(x: x, y: y, width: size, height: size))
            }
        }
        return try #require(context.makeImage())
    }
}
