import Foundation
import Testing

@testable import VisionRuntime

@Suite("Descriptors of barcodes")
struct BarcodeDescriptorTests {
    private static func fixtures(_ kind: String) -> [BarcodeFixture] { BarcodeFixture.all.filter { $0.kind == kind } }

    private func descriptor(_ fixture: BarcodeFixture, degrees: Double = 0) throws -> BarcodeDescriptor {
        var plane = try fixture.plane().padded(by: 16)
        if degrees != 0 { plane = try plane.doubled().turned(degrees: degrees) }
        let findings = try BarcodeReader().read(plane)
        return try #require(findings.first?.descriptor)
    }

    @Test("A QR code's codewords, version, mask and level are those that zint chose, also when it is turned", arguments: fixtures("qr"))
    func qr(_ fixture: BarcodeFixture) throws {
        let codewords = Data(try #require(fixture.codewords).map(UInt8.init))
        let expected = BarcodeDescriptor.qr(
            codewords: codewords, version: try #require(fixture.version), mask: try #require(fixture.mask),
            level: try #require(fixture.level))
        #expect(try descriptor(fixture) == expected)
        #expect(try descriptor(fixture, degrees: 33) == expected)
    }

    @Test("An Aztec code's codewords with their stuffed bits, and its layers, are zint's", arguments: fixtures("aztec"))
    func aztec(_ fixture: BarcodeFixture) throws {
        let words = try #require(fixture.codewords)
        let layers = try #require(fixture.layers)
        let size = layers <= 2 ? 6 : 8
        let bits = words.flatMap { word in (0..<size).reversed().map { word >> $0 & 1 } } + [Int](repeating: 0, count: 7)
        let bytes = stride(from: 0, to: bits.count - 7, by: 8).map { start in UInt8(bits[start..<start + 8].reduce(0) { 2 * $0 + $1 }) }
        guard case .aztec(let codewords, let isCompact, let layerCount, let count) = try descriptor(fixture) else {
            Issue.record("no Aztec descriptor")
            return
        }
        #expect(codewords == Data(bytes) && count == words.count)
        #expect(isCompact == fixture.isCompact && layerCount == layers)
    }

    @Test("A Data Matrix's codewords are zint's, and its size fits them and its shape", arguments: fixtures("dataMatrix"))
    func dataMatrix(_ fixture: BarcodeFixture) throws {
        let expected = Data(try #require(fixture.codewords).map(UInt8.init))
        guard case .dataMatrix(let codewords, let rows, let columns) = try descriptor(fixture) else {
            Issue.record("no Data Matrix descriptor")
            return
        }
        #expect(codewords == expected)
        #expect((rows, columns) == (expected.count == 32 ? (16, 36) : expected.count == 8 ? (14, 14) : (16, 16)))
    }

    @Test("A PDF417's data codewords are zint's, as 16-bit numbers, also when it is turned", arguments: fixtures("pdf417"))
    func pdf417(_ fixture: BarcodeFixture) throws {
        let words = try #require(fixture.codewords)
        let expected = Data(words.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] })
        for degrees in [0.0, 180, 4] {
            guard case .pdf417(let codewords, let isCompact, let rows, let columns) = try descriptor(fixture, degrees: degrees) else {
                Issue.record("no PDF417 descriptor")
                return
            }
            #expect(codewords == expected && !isCompact && columns == 3)
            // Sixteen check codewords at level 3 fill the last row.
            #expect(rows * columns == words.count + 16)
        }
    }

    @Test("PDF417's codewords are corrected if the errors are at most half the number of check codewords")
    func correction() throws {
        // zint's symbol for "Osprey 42" at level 2: eight data codewords and eight check codewords.
        let words = [8, 447, 555, 514, 746, 844, 89, 900, 296, 320, 509, 332, 40, 860, 546, 884]
        #expect(PDF417Correction.corrected(words, checkCount: 8) == words)
        var damaged = words
        for (index, value) in [(0, 0), (5, 928), (9, 1), (15, 500)] { damaged[index] = value }
        #expect(PDF417Correction.corrected(damaged, checkCount: 8) == words)
        damaged[3] = 77
        #expect(PDF417Correction.corrected(damaged, checkCount: 8) != words)
    }

    @Test("Of two sizes with as many codewords, a Data Matrix has that of its shape")
    func sharedCounts() {
        let sizes = DataMatrixSize.all.filter { $0.codewordCount == 5 }
        #expect(sizes.map(\.rows).sorted() == [8, 12])
    }

    @Test("A word of equal bits is stuffed, and bits that do not fill a word are refused")
    func stuffing() {
        let layout = AztecLayout(isCompact: true, layers: 1)
        #expect(layout.words(of: [false, false, false, false, false, true, true, true, true, true]) == [1, 62])
        #expect(layout.words(of: [true, false, true, false, true, true]) == [43])
        #expect(layout.words(of: [true, false, true]) == nil)
    }

    @Test("The mode message of one layer with nine codewords is the one that zint writes")
    func modeMessage() {
        // zint --verbose says "Mode Message = 00001000" for it, without the check words.
        let message = AztecLayout(isCompact: true, layers: 1).modeMessage(wordCount: 9)
        #expect(message.prefix(8) == [false, false, false, false, true, false, false, false])
        #expect(message.count == 28)
    }
}
