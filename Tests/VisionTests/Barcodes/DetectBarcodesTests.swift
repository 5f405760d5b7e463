import CoreGraphics
import CoreImage
import Foundation
import TestSupport
import Testing
import Vision

@Suite("Barcode requests")
struct DetectBarcodesTests {
    private func perform(_ file: String, _ change: (VNDetectBarcodesRequest) -> Void = { _ in }) throws -> [VNBarcodeObservation] {
        let request = VNDetectBarcodesRequest()
        change(request)
        try VNImageRequestHandler(url: Fixtures.url("barcodes/\(file)", of: "VisionRuntimeTests")).perform([request])
        return try #require(request.results)
    }

    @Test("A QR code comes with its payload, its corners and a descriptor of its codewords")
    func qr() throws {
        let observations = try perform("16-qr.png")
        let code = try #require(observations.first)
        #expect(observations.count == 1 && code.symbology == .qr && code.payloadStringValue == "Osprey 42")
        #expect(code.payloadData == Data("Osprey 42".utf8) && !code.isGS1DataCarrier && !code.isColorInverted)
        #expect(code.topLeft.y > code.bottomLeft.y && code.topLeft.x < code.topRight.x)
        #expect(code.boundingBox.minX > 0 && code.boundingBox.maxY < 1)
        let descriptor = try #require(code.barcodeDescriptor as? CIQRCodeDescriptor)
        #expect(descriptor.symbolVersion == 1 && descriptor.maskPattern == 2 && descriptor.errorCorrectionLevel == .levelL)
        #expect(descriptor.errorCorrectedPayload.count == 19)
    }

    @Test("Each kind of code with a descriptor has its own kind of it")
    func descriptors() throws {
        let aztec = try perform("00-aztec.png").first?.barcodeDescriptor as? CIAztecCodeDescriptor
        #expect(aztec?.isCompact == true && aztec?.layerCount == 1 && aztec?.dataCodewordCount == 9)
        let matrix = try perform("08-dataMatrix.png").first?.barcodeDescriptor as? CIDataMatrixCodeDescriptor
        #expect(matrix?.rowCount == 16 && matrix?.columnCount == 36 && matrix?.eccVersion == .v200)
        let pdf417 = try perform("15-pdf417.png").first?.barcodeDescriptor as? CIPDF417CodeDescriptor
        #expect(pdf417?.rowCount == 16 && pdf417?.columnCount == 3 && pdf417?.isCompact == false)
        let linear = try perform("05-code128.png")
        #expect(linear.count == 1 && linear.first?.barcodeDescriptor == nil)
    }

    @Test("Bytes that are no text are data without a string")
    func bytes() throws {
        let code = try #require(try perform("25-qr.png").first)
        #expect(code.payloadStringValue == nil && code.payloadData == Data([0xe9, 0x00, 0xff]))
    }

    @Test("Only the region of interest is looked at, and corners are relative to it")
    func region() throws {
        let whole = try #require(try perform("10-ean8.png").first)
        let upper = try #require(
            try perform("10-ean8.png") { $0.regionOfInterest = CGRect(x: 0, y: 0.5, width: 1, height: 0.5) }.first)
        #expect(upper.payloadStringValue == "12345670" && upper.boundingBox.minY < 0.05)
        #expect(abs(upper.topLeft.x - whole.topLeft.x) < 0.02)
        #expect(try perform("10-ean8.png") { $0.regionOfInterest = CGRect(x: 0.4, y: 0.4, width: 0.1, height: 0.1) }.isEmpty)
    }

    @Test("The symbologies are those of the revision, also after it is set")
    func symbologies() throws {
        let request = VNDetectBarcodesRequest()
        #expect(request.revision == VNDetectBarcodesRequestRevision4)
        #expect(request.symbologies == (try request.supportedSymbologies()))
        #expect(request.symbologies.contains(.microQR) && !request.symbologies.contains(.msiPlessey))
        request.symbologies = [.qr]
        let twin = try #require(request.copy() as? VNDetectBarcodesRequest)
        #expect(twin.symbologies == [.qr])
        request.revision = VNDetectBarcodesRequestRevision1
        #expect(!request.symbologies.contains(.codabar) && request.symbologies.contains(.upce))
        #expect(try perform("20-codabar.png") { $0.revision = VNDetectBarcodesRequestRevision1 }.isEmpty)
    }

    @Test("A symbology that cannot be read is an error, and no symbology finds nothing")
    func unreadable() throws {
        #expect(throws: (any Error).self) { try perform("16-qr.png") { $0.symbologies = [.qr, .msiPlessey] } }
        #expect(throws: (any Error).self) { try perform("16-qr.png") { $0.symbologies = [VNBarcodeSymbology(rawValue: "none")] } }
        #expect(try perform("16-qr.png") { $0.symbologies = [] }.isEmpty)
    }

    @Test("An observation survives an archive with its descriptor")
    func archive() throws {
        let code = try #require(try perform("09-dataMatrix.png").first)
        let data = try NSKeyedArchiver.archivedData(withRootObject: code, requiringSecureCoding: true)
        let copy = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: VNBarcodeObservation.self, from: data))
        #expect(copy == code && copy.payloadStringValue == code.payloadStringValue && copy.isGS1DataCarrier)
        #expect(copy.symbology == .dataMatrix && copy.topLeft == code.topLeft)
        #expect(copy.barcodeDescriptor == code.barcodeDescriptor && code.barcodeDescriptor != nil)
    }
}
