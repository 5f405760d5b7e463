import CoreGraphics
import Foundation
import ImageIO
import TestSupport
import Testing

/// `osprey detect people` and `osprey detect foreground`, as a process.
@Suite struct DetectMasksTests {
    @Test("A landscape has no people")
    func nobody() throws {
        let row = try Program.run("detect", "people", Repository.file("Examples/Pictures/alp.jpg").path, "--json").object()
        #expect((row["people"] as? [Any])?.isEmpty == true, "\(row)")
    }

    /// Red, green and blue at a place, normalised with its origin at the lower left.
    private func pixel(_ url: URL, _ place: CGPoint) throws -> [UInt8] {
        let source = try #require(CGImageSourceCreateWithURL(url as CFURL, nil))
        let image = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
        let context = try #require(
            CGContext(
                data: nil, width: image.width, height: image.height, bitsPerComponent: 8, bytesPerRow: 4 * image.width,
                space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.noneSkipLast.rawValue))
        context.draw(image, in: CGRect(x: 0, y: 0, width: image.width, height: image.height))
        let bytes = try #require(context.data)
        let (x, y) = (Int(place.x * CGFloat(image.width)), Int((1 - place.y) * CGFloat(image.height)))
        return (0..<3).map { bytes.load(fromByteOffset: 4 * (y * image.width + x) + $0, as: UInt8.self) }
    }

    @Test(
        "People come with a box, a share of the picture and a confidence, and are tinted in a copy of the photo",
        .enabled(if: SharedData.has("people"), "needs ../shared/data/people"))
    func people() throws {
        let folder = try TemporaryFolder()
        let photo = SharedData.url("people/multi/coco_000000000785.jpg").path
        let (tinted, other) = (folder.file("people.png"), folder.file("other.png"))
        let row = try Program.run("detect", "people,foreground", photo, "--json", "--annotate", tinted.path).object()
        let people = try #require(row["people"] as? [[String: Any]])
        let objects = try #require(row["foreground"] as? [[String: Any]])
        #expect(people.count == 1 && !objects.isEmpty, "\(row)")
        let person = try #require(people.first)
        let box = try #require(person["boundingBox"] as? [String: Double])
        let share = try #require(person["share"] as? Double)
        #expect(share > 0.05 && share <= (box["width"] ?? 0) * (box["height"] ?? 0) + 1e-6)
        #expect((0.5...1).contains(person["confidence"] as? Double ?? 0))
        let strict = try Program.run("detect", "people", photo, "--threshold", "1", "--annotate", other.path)
        #expect(strict.output.contains("nothing found"), "\(strict.output)")
        // The middle of the body is tinted blue, and far from the box's lines and its title.
        let place = CGPoint(x: (box["x"] ?? 0) + (box["width"] ?? 0) / 2, y: (box["y"] ?? 0) + (box["height"] ?? 0) * 0.55)
        let (before, after) = (try pixel(other, place), try pixel(tinted, place))
        #expect(after[2] > before[2] && after != before, "\(before) \(after)")
    }
}
