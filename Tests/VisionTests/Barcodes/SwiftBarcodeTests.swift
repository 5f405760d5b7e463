import CoreGraphics
import Foundation
import Testing
import Vision

@Suite("Barcodes in the Swift-only interface")
struct SwiftBarcodeTests {
    /// Wide and narrow bars and spaces of Code 39 (ISO/IEC 16388).
    private let characters: [Character: String] = [
        "*": "nwnnwnwnn", "1": "wnnwnnnnw", "2": "nnwwnnnnw", "3": "wnwwnnnnn", "4": "nnnwwnnnw",
    ]

    /// A dark code on light ground, whose bars are 80 rows high, 20 from the upper edge; 120 rows in all.
    private func code39(_ text: String) throws -> CGImage {
        var columns = [Bool](repeating: false, count: 30)
        for character in "*\(text)*" {
            for (index, width) in try #require(characters[character]).enumerated() {
                columns += [Bool](repeating: index % 2 == 0, count: width == "w" ? 6 : 2)
            }
            columns += [false, false]
        }
        columns += [Bool](repeating: false, count: 30)
        return try TestImages.image(width: columns.count, height: 120) { x, y in
            TestImages.Color(repeating: columns[x] && (20..<100).contains(y) ? 0 : 255)
        }
    }

    @Test("A code is read as the VN class reads it, and comes back from JSON")
    func reading() async throws {
        let image = try code39("1234")
        var request = DetectBarcodesRequest()
        request.symbologies = [.code39]
        let observations = try await request.perform(on: image)
        let code = try #require(observations.first)
        #expect(observations.count == 1 && code.payloadString == "1234" && code.symbology == .code39)
        #expect(!code.isColorInverted && !code.isGS1DataCarrier && code.supplementalPayloadString == nil)
        let box = code.boundingBox.toImageCoordinates(CGSize(width: image.width, height: image.height))
        #expect(box.minX > 20 && box.maxX < CGFloat(image.width - 20))
        let other = VNDetectBarcodesRequest()
        other.symbologies = [.code39]
        try VNImageRequestHandler(cgImage: image).perform([other])
        let expected = BarcodeObservation(try #require(other.results?.first))
        #expect(expected.payloadString == code.payloadString && expected.payloadData == code.payloadData)
        #expect(expected.symbology == code.symbology && expected.confidence == code.confidence)
        #expect(expected.topLeft == code.topLeft && expected.topRight == code.topRight)
        #expect(expected.bottomRight == code.bottomRight && expected.bottomLeft == code.bottomLeft)
        #expect(try JSONDecoder().decode(BarcodeObservation.self, from: JSONEncoder().encode(code)) == code)
    }

    @Test("A symbology that cannot be read is an error")
    func unreadable() async throws {
        var request = DetectBarcodesRequest()
        let stranger = try #require(BarcodeSymbology.allCases.first { !request.supportedSymbologies.contains($0) })
        request.symbologies = [stranger]
        do {
            _ = try await request.perform(on: code39("1"))
            Issue.record("\(stranger) is no error")
        } catch VisionError.invalidArgument(let message) {
            #expect(message.contains("\(stranger)"))
        }
    }
}
