import Foundation
import TestSupport
import Testing
import Vision

@testable import osprey
@testable import Reports

/// `osprey detect barcodes` on codes that zint wrote, as a process.
@Suite struct DetectBarcodesTests {
    private static let code = Fixtures.url("barcodes/16-qr.png", of: "VisionRuntimeTests")

    /// The fixture on white paper, as quiet zones want it.
    private func padded(in folder: TemporaryFolder) throws -> URL {
        let source = try #require(CGImageSourceCreateWithURL(Self.code as CFURL, nil))
        let code = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
        let (width, height) = (3 * code.width + 60, 3 * code.height + 90)
        let context = try #require(
            CGContext(
                data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGImageAlphaInfo.noneSkipLast.rawValue))
        context.setFillColor(CGColor(red: 1, green: 1, blue: 1, alpha: 1))
        context.fill([CGRect(x: 0, y: 0, width: width, height: height)])
        context.interpolationQuality = .none
        context.draw(code, in: CGRect(x: 30, y: 60, width: 3 * code.width, height: 3 * code.height))
        let url = folder.file("paper.png")
        let destination = try #require(CGImageDestinationCreateWithURL(url as CFURL, "public.png" as CFString, 1, nil))
        CGImageDestinationAddImage(destination, try #require(context.makeImage()), nil)
        #expect(CGImageDestinationFinalize(destination))
        return url
    }

    @Test("A code comes with its symbology, payload, corners and box, beside the other kinds of one handler")
    func json() throws {
        let folder = try TemporaryFolder()
        let paper = try padded(in: folder)
        try EvaluationModels.detector(labels: ["cup"], boxes: [[0.5, 0.5, 0.5, 0.5]], confidences: [[0.9]])
            .write(to: folder.file("d.mlmodel"))
        let row = try Program.run("detect", "barcodes,objects", paper.path, "--model", folder.file("d.mlmodel").path, "--json").object()
        #expect((row["objects"] as? [[String: Any]])?.first?["label"] as? String == "cup")
        let codes = try #require(row["barcodes"] as? [[String: Any]])
        let code = try #require(codes.first)
        #expect(codes.count == 1 && code["symbology"] as? String == "QR")
        #expect((code["payload"] as? String)?.hasPrefix("Osprey") == true)
        let corners = try #require(code["corners"] as? [[Double]])
        let box = try #require(code["boundingBox"] as? [String: Double])
        // From the top left clockwise, the origin at the lower left.
        #expect(corners.count == 4 && corners[0][0] < corners[1][0] && corners[0][1] > corners[3][1])
        let (width, height) = (box["width"] ?? 0, box["height"] ?? 0)
        #expect(width > 0.4 && height > 0.3 && (box["y"] ?? 0) > 0.2, "the code lies in the upper part of the paper")
    }

    @Test("Findings are drawn into a copy")
    func annotation() throws {
        let folder = try TemporaryFolder()
        let paper = try padded(in: folder)
        let copy = folder.file("found.png")
        let run = try Program.run("detect", "barcodes", paper.path, "--annotate", copy.path)
        #expect(run.status == 0 && run.output.contains("QR Osprey"), "\(run.output) \(run.errors)")
        #expect(try Data(contentsOf: copy) != Data(contentsOf: paper))
    }
}
