import Foundation
import TestSupport
import Testing
import Vision

@testable import osprey

/// `osprey detect` of kinds that need no model, as a process.
@Suite struct DetectShapesTests {
    /// A dark sheet with a light window on light ground, 240 × 160 pixels.
    private func sheet(in folder: TemporaryFolder) throws -> URL {
        let context = try #require(
            CGContext(
                data: nil, width: 240, height: 160, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGImageAlphaInfo.noneSkipLast.rawValue))
        for (gray, rect) in [
            (0.9, CGRect(x: 0, y: 0, width: 240, height: 160)), (0.15, CGRect(x: 60, y: 40, width: 120, height: 80)),
            (0.9, CGRect(x: 100, y: 60, width: 40, height: 40)),
        ] {
            context.setFillColor(CGColor(gray: gray, alpha: 1))
            context.fill([rect])
        }
        let url = folder.file("sheet.png")
        let destination = try #require(CGImageDestinationCreateWithURL(url as CFURL, "public.png" as CFString, 1, nil))
        CGImageDestinationAddImage(destination, try #require(context.makeImage()), nil)
        #expect(CGImageDestinationFinalize(destination))
        return url
    }

    private func row(_ run: Program.Result) throws -> [String: Any] {
        #expect(run.status == 0, "\(run.errors)")
        return try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    }

    @Test("Contours come with their points and the place of the contour that they lie in")
    func contours() throws {
        let folder = try TemporaryFolder()
        let copy = folder.file("found.png")
        let photo = try sheet(in: folder)
        let row = try row(Program.run("detect", "contours", photo.path, "--json", "--annotate", copy.path))
        let contours = try #require(row["contours"] as? [[String: Any]])
        #expect(contours.count == 2 && contours[0]["parent"] is NSNull && contours[1]["parent"] as? Int == 0)
        let points = try #require(contours[1]["points"] as? [[Double]])
        #expect(abs((points.map { $0[0] }.min() ?? 0) - 100.0 / 240) < 0.003)
        #expect(abs((points.map { $0[1] }.max() ?? 0) - 100.0 / 160) < 0.004)
        #expect(try Data(contentsOf: copy) != Data(contentsOf: photo))
    }
}
