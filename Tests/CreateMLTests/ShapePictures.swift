import CoreGraphics
import Foundation
import ImageIO
import TestSupport
import Testing

@testable import CreateML

/// Pictures that are drawn here, with red disks and blue squares on a patterned ground, and what an annotation file says of them.
struct ShapePictures {
    let folder: URL
    /// For each picture its name and its objects: label, and box in pixels from the upper left.
    private(set) var content: [(name: String, objects: [(label: String, box: CGRect)])] = []

    static let side = 96

    /// - Parameter negatives: the pictures, of `count`, that show neither.
    init(count: Int, negatives: Int = 0, seed: Int) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("osprey-shapes-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var generator = SplitMix64(seed: seed)
        for index in 0..<count {
            let name = "\(index).png"
            let objects = try draw(name, isEmpty: index < negatives, &generator)
            content.append((name, objects))
        }
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }

    private func draw(_ name: String, isEmpty: Bool, _ generator: inout SplitMix64) throws -> [(label: String, box: CGRect)] {
        let side = Self.side
        let context = try #require(
            CGContext(
                data: nil, width: side, height: side, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
        let ground = CGFloat.random(in: 0.55...0.85, using: &generator)
        context.setFillColor(red: ground, green: ground, blue: ground * 0.9, alpha: 1)
        context.fill(CGRect(x: 0, y: 0, width: side, height: side))
        var objects: [(label: String, box: CGRect)] = []
        // One in each half at most, so that none hides another.
        for half in 0..<(isEmpty ? 0 : Int.random(in: 1...2, using: &generator)) {
            let size = CGFloat(Int.random(in: 22...40, using: &generator))
            let x = CGFloat(half * 48 + Int.random(in: 0...(48 - Int(size)), using: &generator))
            let y = CGFloat(Int.random(in: 0...(side - Int(size)), using: &generator))
            let isDisk = Bool.random(using: &generator)
            let rect = CGRect(x: x, y: CGFloat(side) - y - size, width: size, height: size)
            if isDisk {
                context.setFillColor(red: 0.85, green: 0.15, blue: 0.1, alpha: 1)
                context.fillEllipse(in: rect)
            } else {
                context.setFillColor(red: 0.1, green: 0.2, blue: 0.85, alpha: 1)
                context.fill(rect)
            }
            objects.append((isDisk ? "disk" : "square", CGRect(x: x, y: y, width: size, height: size)))
        }
        let url = folder.appendingPathComponent(name)
        let target = try #require(CGImageDestinationCreateWithURL(url as CFURL, "public.png" as CFString, 1, nil))
        CGImageDestinationAddImage(target, try #require(context.makeImage()), nil)
        try #require(CGImageDestinationFinalize(target))
        return objects
    }

    /// Create ML's file: centres in pixels from the upper left.
    @discardableResult
    func writeJSON(_ name: String = "annotations.json") throws -> URL {
        let list = content.map { picture -> [String: Any] in
            [
                "image": picture.name,
                "annotations": picture.objects.map { object -> [String: Any] in
                    [
                        "label": object.label,
                        "coordinates": [object.box.midX, object.box.midY, object.box.width, object.box.height].map { Double($0) }
                            .named(["x", "y", "width", "height"]),
                    ]
                },
            ]
        }
        return try write(JSONSerialization.data(withJSONObject: list), name)
    }

    @discardableResult
    func write(_ data: Data, _ name: String) throws -> URL {
        let url = folder.appendingPathComponent(name)
        try data.write(to: url)
        return url
    }
}

extension [Double] {
    fileprivate func named(_ names: [String]) -> [String: Double] { Dictionary(uniqueKeysWithValues: zip(names, self)) }
}
