import CoreImage
import Foundation
import Testing
import Vision

@Suite("Barcodes that Core Image draws, read by Vision")
struct DrawnBarcodeTests {
    /// The text that Vision reads of a code on white, three pixels a module.
    private func read(_ name: String, _ message: Data, _ options: [String: Any] = [:]) throws -> [String?] {
        let filter = CIFilter(name: name, parameters: ["inputMessage": message].merging(options) { $1 })
        let code = try #require(filter?.outputImage, "\(name) \(options)")
        let large = code.transformed(by: CGAffineTransform(scaleX: 3, y: 3))
        let page = large.composited(over: CIImage(color: .white).cropped(to: large.extent.insetBy(dx: -30, dy: -30)))
        let request = VNDetectBarcodesRequest()
        try VNImageRequestHandler(ciImage: page).perform([request])
        return try #require(request.results).map(\.payloadStringValue)
    }

    @Test(
        "Aztec codes have every character, in every mode and between modes",
        arguments: [
            "}", "a}b{c}", "{\"name\": [1.5, 20]}", "A, b. C: d\r\n", "Grüße 日本", "UPPER lower 0123,4.5 @^_`|~\\",
            String(repeating: "ü", count: 40), String(repeating: "x9Z!", count: 20),
        ])
    func aztecCharacters(message: String) throws {
        #expect(try read("CIAztecCodeGenerator", Data(message.utf8)) == [message])
    }

    @Test(
        "Aztec codes are read at each size and level; that of 67 modules has the outermost lines of its grid",
        arguments: [(5, [20, 130]), (23, [1, 10, 20, 40, 60, 90, 130, 190, 260]), (60, [20, 90])] as [(Double, [Int])])
    func aztecSizes(level: Double, counts: [Int]) throws {
        var sides: Set<Int> = []
        for count in counts {
            let message = String((0..<count).map { Character(UnicodeScalar(UInt8(97 + $0 * 7 % 26))) })
            let options: [String: Any] = ["inputCorrectionLevel": level]
            #expect(try read("CIAztecCodeGenerator", Data(message.utf8), options) == [message], "\(count)")
            let filter = CIFilter(name: "CIAztecCodeGenerator", parameters: ["inputMessage": Data(message.utf8)].merging(options) { $1 })
            sides.insert(Int(try #require(filter?.outputImage).extent.width))
        }
        #expect(sides.count == 2 || sides.count > 6)
    }

    @Test("A message that no Aztec code holds gives none")
    func longAztec() {
        for (count, level) in [(5001, 23.0), (400, 95)] {
            let parameters: [String: Any] = ["inputMessage": Data(repeating: 97, count: count), "inputCorrectionLevel": level]
            #expect(CIFilter(name: "CIAztecCodeGenerator", parameters: parameters)?.outputImage == nil)
        }
    }

    @Test("The shortest PDF417 code has the three rows that readers want")
    func shortPDF417() throws {
        #expect(try read("CIPDF417BarcodeGenerator", Data("1".utf8), ["inputCorrectionLevel": 0]) == ["1"])
    }

    @Test("A QR code of UTF-8 is read as that", arguments: ["Grüße", "Привет, мир", "日本語のテキスト"])
    func utf8(message: String) throws {
        #expect(try read("CIQRCodeGenerator", Data(message.utf8)) == [message])
    }
}
