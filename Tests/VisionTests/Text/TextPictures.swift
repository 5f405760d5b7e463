import CoreGraphics
import Foundation
import ImageIO
import TestSupport
import Testing
import Vision

/// Pictures of text that Pillow drew, and what they say (`Tests/VisionRuntimeTests/Fixtures/make_text_fixtures.py`).
struct TextPicture: Decodable {
    struct Line: Decodable {
        let string: String
        /// For each word left, top, right and bottom in pixels, origin at the top left; of a turned picture the middle is the turned one's.
        let words: [[Double]]
    }

    let name: String
    let width: Double
    let height: Double
    /// In degrees counterclockwise.
    let turn: Double
    let lines: [Line]

    var url: URL { Fixtures.url("text/\(name).png", of: "VisionRuntimeTests") }

    static func named(_ name: String) throws -> TextPicture {
        let data = try Data(contentsOf: Fixtures.url("text/text.json", of: "VisionRuntimeTests"))
        return try #require(try JSONDecoder().decode([TextPicture].self, from: data).first { $0.name == name })
    }

    /// Draws the picture, once or more, into another one.
    private func drawn(width: Int, height: Int, _ draw: (CGContext, CGImage) -> Void) throws -> CGImage {
        let source = try #require(CGImageSourceCreateWithURL(url as CFURL, nil))
        let image = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
        let context = try #require(
            CGContext(
                data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGImageAlphaInfo.noneSkipLast.rawValue))
        draw(context, image)
        return try #require(context.makeImage())
    }

    /// The picture again and again, each below the one before.
    func repeated(_ count: Int) throws -> CGImage {
        try drawn(width: Int(width), height: Int(height) * count) { context, image in
            for number in 0..<count { context.draw(image, in: CGRect(x: 0, y: height * Double(number), width: width, height: height)) }
        }
    }

    /// The picture turned by a quarter, clockwise or counterclockwise.
    func quarterTurned(clockwise: Bool) throws -> CGImage {
        try drawn(width: Int(height), height: Int(width)) { context, image in
            context.translateBy(x: clockwise ? 0 : height, y: clockwise ? width : 0)
            context.rotate(by: clockwise ? -.pi / 2 : .pi / 2)
            context.draw(image, in: CGRect(x: 0, y: 0, width: width, height: height))
        }
    }

    /// The lines that a request reads in it.
    func read(_ change: (VNRecognizeTextRequest) -> Void = { _ in }) throws -> [VNRecognizedTextObservation] {
        let request = VNRecognizeTextRequest()
        change(request)
        try VNImageRequestHandler(url: url).perform([request])
        return try #require(request.results)
    }
}

extension [VNRecognizedTextObservation] {
    var strings: [String] { compactMap { $0.topCandidates(1).first?.string } }
}
