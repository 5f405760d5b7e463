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

    @Test("Contours come with their points and the place of the contour that they lie in")
    func contours() throws {
        let folder = try TemporaryFolder()
        let copy = folder.file("found.png")
        let photo = try sheet(in: folder)
        let row = try Program.run("detect", "contours", photo.path, "--json", "--annotate", copy.path).object()
        let contours = try #require(row["contours"] as? [[String: Any]])
        #expect(contours.count == 2 && contours[0]["parent"] is NSNull && contours[1]["parent"] as? Int == 0)
        let points = try #require(contours[1]["points"] as? [[Double]])
        #expect(abs((points.map { $0[0] }.min() ?? 0) - 100.0 / 240) < 0.003)
        #expect(abs((points.map { $0[1] }.max() ?? 0) - 100.0 / 160) < 0.004)
        #expect(try Data(contentsOf: copy) != Data(contentsOf: photo))
        let text = try Program.run("detect", "contours", photo.path).output
        #expect(text.contains("  contour  at (0.250, ") && text.contains("contour in a contour  at ("), "\(text)")
    }

    @Test("Rectangles and documents come with their corners, the horizon with its angle, all from one look")
    func shapes() throws {
        let folder = try TemporaryFolder()
        let copy = folder.file("found.png")
        let photo = try sheet(in: folder)
        let row = try Program.run("detect", "rectangles,documents,horizon", photo.path, "--json", "--annotate", copy.path).object()
        let rectangles = try #require(row["rectangles"] as? [[String: Any]])
        let corners = try #require(rectangles.first?["corners"] as? [[Double]])
        // From the top left clockwise, the origin at the lower left.
        for (corner, truth) in zip(corners, [[0.25, 0.75], [0.75, 0.75], [0.75, 0.25], [0.25, 0.25]]) {
            #expect(abs(corner[0] - truth[0]) < 0.003 && abs(corner[1] - truth[1]) < 0.004)
        }
        #expect(corners.count == 4 && rectangles.count == 2)
        let document = try #require(row["documents"] as? [String: Any])
        #expect((document["corners"] as? [[Double]])?.count == 4)
        let horizon = try #require(row["horizon"] as? [String: Any])
        #expect(abs(horizon["angle"] as? Double ?? 9) < 0.01)
        #expect(try Data(contentsOf: copy) != Data(contentsOf: photo))
    }

    @Test("--flatten writes the page that was found, alone and in its size")
    func flattened() throws {
        let folder = try TemporaryFolder()
        let photo = try sheet(in: folder)
        let run = try Program.run("detect", "documents", photo.path, "--flatten", "page.png", in: folder.url)
        #expect(run.status == 0, "\(run.errors)")
        let source = try #require(CGImageSourceCreateWithURL(folder.file("page.png") as CFURL, nil))
        let page = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
        #expect(abs(page.width - 120) <= 3 && abs(page.height - 80) <= 3, "\(page.width) × \(page.height)")
        let wrong = [["rectangles", photo.path, "--flatten", "page.png"], ["documents", "v.mov", "--flatten", "pages/"]]
        for words in wrong {
            let run = try Program.run(["detect"] + words, in: folder.url)
            #expect(run.status == 2 && run.errors.contains("--flatten is for"), "\(run.errors)")
        }
    }

    @Test("Where there is no horizon, JSON has null")
    func noHorizon() throws {
        let folder = try TemporaryFolder()
        try EvaluationModels.write(200, 200, 200, side: 64, to: folder.file("plain.ppm"))
        let row = try Program.run("detect", "horizon,rectangles", folder.file("plain.ppm").path, "--json").object()
        #expect(row["horizon"] is NSNull && (row["rectangles"] as? [Any])?.isEmpty == true)
    }

    @Test("Lines of text come with their corners and boxes")
    func textRectangles() throws {
        let folder = try TemporaryFolder()
        let context = try #require(
            CGContext(
                data: nil, width: 400, height: 120, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGImageAlphaInfo.noneSkipLast.rawValue))
        let white = CGColor(gray: 1, alpha: 1)
        context.setFillColor(white)
        context.fill([CGRect(x: 0, y: 0, width: 400, height: 120)])
        context.drawLabel("osprey finds text", at: CGPoint(x: 60, y: 40), size: 24, color: CGColor(gray: 0, alpha: 1), background: white)
        let url = folder.file("text.png")
        let destination = try #require(CGImageDestinationCreateWithURL(url as CFURL, "public.png" as CFString, 1, nil))
        CGImageDestinationAddImage(destination, try #require(context.makeImage()), nil)
        #expect(CGImageDestinationFinalize(destination))
        let row = try Program.run("detect", "textRectangles", url.path, "--json").object()
        let lines = try #require(row["textRectangles"] as? [[String: Any]])
        let box = try #require(lines.first?["boundingBox"] as? [String: Double])
        #expect(lines.count == 1 && (lines.first?["corners"] as? [[Double]])?.count == 4)
        #expect(abs((box["x"] ?? 0) * 400 - 64) < 12 && (box["width"] ?? 0) > 0.3)
    }
}
