import CoreGraphics
import Foundation
import Testing

@testable import VisionRuntime

@Suite("Reading barcodes")
struct BarcodeReaderTests {
    private static let fixtures = BarcodeFixture.all
    private static let texts = fixtures.filter { $0.payload != nil }

    private func payloads(_ plane: GrayPlane, _ kinds: Set<BarcodeKind> = Set(BarcodeKind.readable)) throws -> [String?] {
        try BarcodeReader(kinds: kinds).read(plane).map(\.payload)
    }

    private func padded(_ fixture: BarcodeFixture) throws -> GrayPlane { try fixture.plane().padded(by: 24) }

    @Test("The fixtures have codes of every readable kind but those that only demand a check character")
    func coverage() {
        let written = Set(Self.fixtures.compactMap { BarcodeKind(rawValue: $0.kind) })
        let rest = Set(BarcodeKind.readable).subtracting(written)
        #expect(rest.isSubset(of: [.code39Checksum, .code39FullASCIIChecksum, .code93i, .i2of5Checksum, .gs1DataBarLimited]))
        #expect(!BarcodeKind.readable.contains(.microPDF417) && !BarcodeKind.readable.contains(.msiPlessey))
    }

    @Test("A code that zint wrote is read once, with its kind, payload and GS1 flag", arguments: fixtures)
    func plain(_ fixture: BarcodeFixture) throws {
        let findings = try BarcodeReader().read(try padded(fixture))
        let finding = try #require(findings.first)
        #expect(findings.count == 1)
        #expect(finding.kind.rawValue == fixture.kind)
        #expect(finding.payload == fixture.payload)
        #expect(finding.isGS1 == fixture.isGS1)
        #expect(!finding.isInverted)
        if let bytes = fixture.bytes { #expect(finding.data == Data(bytes)) }
    }

    @Test("A code is read in every quarter turn", arguments: texts)
    func quarterTurns(_ fixture: BarcodeFixture) throws {
        let plane = try ScannedPlane(padded(fixture))
        for quarters in 1...3 {
            #expect(try payloads(plane.turned(quarters: quarters)) == [fixture.payload], "\(90 * quarters)°")
        }
    }

    @Test("A code is read at odd angles", arguments: zip(texts, texts.indices.map { [7.0, -38, 131][$0 % 3] }))
    func oddAngles(_ fixture: BarcodeFixture, degrees: Double) throws {
        let plane = try padded(fixture).doubled()
        #expect(try payloads(plane.turned(degrees: degrees)) == [fixture.payload])
    }

    @Test("A code of light modules on a dark ground is read and said to be inverted", arguments: texts)
    func inverted(_ fixture: BarcodeFixture) throws {
        let findings = try BarcodeReader().read(try padded(fixture).inverted())
        #expect(findings.map(\.payload) == [fixture.payload])
        #expect(findings.allSatisfy { $0.isInverted })
    }

    @Test("A code of one tenth of the contrast on a ramp of light is read", arguments: texts)
    func lowContrast(_ fixture: BarcodeFixture) throws {
        let plane = try padded(fixture)
        let width = plane.width
        let faint = try plane.changed { value, x, _ in UInt8(100 + Int(value) / 10 + 30 * x / width) }
        #expect(try payloads(faint) == [fixture.payload])
    }

    @Test("The corners are the code's own, from its top left")
    func corners() throws {
        let fixture = try #require(Self.fixtures.first { $0.kind == "qr" })
        let plane = try fixture.plane().padded(by: 40)
        let upright = try #require(try BarcodeReader().read(plane).first).corners
        #expect(upright[0].x < upright[1].x && upright[1].y < upright[2].y && upright[3].x < upright[2].x)
        let transposed = try #require(try BarcodeReader().read(plane.turned(degrees: 180, margin: 0)).first).corners
        #expect(transposed[0].x > transposed[1].x && transposed[1].y > transposed[2].y)
    }

    @Test("A linear code's corners enclose its bars", arguments: [0.0, 90, 180])
    func linearCorners(_ degrees: Double) throws {
        let fixture = try #require(Self.fixtures.first { $0.kind == "code128" })
        let plane = try fixture.plane().padded(by: 30)
        let corners = try #require(try BarcodeReader().read(plane.turned(degrees: degrees, margin: 0)).first).corners
        let length = hypot(corners[1].x - corners[0].x, corners[1].y - corners[0].y)
        let height = hypot(corners[3].x - corners[0].x, corners[3].y - corners[0].y)
        #expect(abs(length - 401) < 4)
        #expect(abs(height - 149) < 8)
        // The first bar is where reading begins.
        let cross =
            (corners[1].x - corners[0].x) * (corners[3].y - corners[0].y) - (corners[1].y - corners[0].y) * (corners[3].x - corners[0].x)
        #expect(cross > 0)
    }

    @Test("Several codes of different kinds on one page are all read, each once")
    func several() throws {
        var parts = [(plane: GrayPlane, x: Int, y: Int)]()
        let fixtures = Self.texts.filter { !$0.kind.hasPrefix("gs1") && $0.kind != "aztec" }
        for (index, fixture) in fixtures.enumerated() {
            parts.append((try fixture.plane(), 30 + 760 * (index % 2), 30 + 260 * (index / 2)))
        }
        let page = try GrayPlane.page(width: 1560, height: 40 + 260 * ((fixtures.count + 1) / 2), parts)
        let found = try payloads(page).compactMap { $0 }
        #expect(found.sorted() == fixtures.compactMap(\.payload).sorted())
    }

    @Test("The same linear code twice on a page is two findings")
    func twins() throws {
        let fixture = try #require(Self.fixtures.first { $0.kind == "ean13" })
        let plane = try fixture.plane()
        let page = try GrayPlane.page(width: 900, height: 500, [(plane, 30, 30), (plane, 480, 30), (plane, 240, 300)])
        #expect(try payloads(page) == [String?](repeating: fixture.payload, count: 3))
    }

    @Test("A slanted linear code with modules of less than two pixels is one finding", arguments: [2.0, 3, 4, 5])
    func slanted(degrees: Double) throws {
        let fixture = try #require(Self.fixtures.first { $0.kind == "code128" })
        let code = try fixture.plane().turned(degrees: degrees)
        let shrink = CGAffineTransform(scaleX: 1.6, y: 1.6)
        let small = try code.warped(width: Int(Double(code.width) / 1.6), height: Int(Double(code.height) / 1.6), shrink)
        #expect(try payloads(small) == [fixture.payload])
    }

    @Test("A page of 200 codes is read in bounded time")
    func twoHundred() throws {
        let fixture = try #require(Self.fixtures.first { $0.kind == "qr" && $0.payload != nil })
        let plane = try fixture.plane()
        let parts = (0..<200).map { (plane: plane, x: 20 + 120 * ($0 % 20), y: 20 + 110 * ($0 / 20)) }
        let page = try GrayPlane.page(width: 2440, height: 1140, parts)
        let start = ContinuousClock.now
        let found = try payloads(page)
        #expect(found.count == 200 && Set(found) == [fixture.payload])
        #expect(ContinuousClock.now - start < .seconds(60))
    }

    @Test(
        "Planes of one pixel, one row or one column are read without a finding",
        arguments: [(1, 1), (4000, 1), (1, 4000), (3, 5000), (9, 9)])
    func extremes(_ width: Int, _ height: Int) throws {
        let plane = try GrayPlane(width: width, height: height) { base, bytesPerRow in
            for y in 0..<height {
                for x in 0..<width { base[y * bytesPerRow + x] = UInt8((x / 2 + y / 3) % 2 * 255) }
            }
        }
        #expect(try payloads(plane).isEmpty)
    }

    @Test("A single row of pixels is enough for a linear code")
    func singleRow() throws {
        let fixture = try #require(Self.fixtures.first { $0.kind == "ean13" })
        let plane = try fixture.plane()
        #expect(try payloads(plane.part(x: 0, y: 40, width: plane.width, height: 1)) == [fixture.payload])
    }

    @Test("Stripes, noise and a checkerboard are no codes")
    func noCodes() throws {
        var state: UInt64 = 7
        func random() -> UInt8 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 40)
        }
        let blank = try GrayPlane(width: 320, height: 240) { base, bytesPerRow in base.update(repeating: 255, count: bytesPerRow * 240) }
        #expect(try payloads(blank).isEmpty)
        #expect(try payloads(blank.changed { _, _, _ in random() }).isEmpty)
        #expect(try payloads(blank.changed { _, x, _ in x / 3 % 2 == 0 ? 0 : 255 }).isEmpty)
        #expect(try payloads(blank.changed { _, x, y in (x / 4 + y / 4) % 2 == 0 ? 0 : 255 }).isEmpty)
        var bar: UInt8 = 0
        #expect(
            try payloads(
                blank.changed { _, x, y in
                    if y == 0 || x == 0, random() > 128 { bar = 255 &- bar }
                    return bar
                }
            ).isEmpty)
    }

    @Test("Only the requested symbologies are found")
    func kinds() throws {
        let fixture = try #require(Self.fixtures.first { $0.kind == "code128" })
        #expect(try payloads(padded(fixture), [.qr, .ean13]).isEmpty)
        #expect(try payloads(padded(fixture), [.code128]) == [fixture.payload])
        #expect(try payloads(padded(fixture), []).isEmpty)
    }

    @Test("An error that a check throws ends the reading")
    func cancelling() throws {
        struct Stop: Error {}
        let plane = try padded(try #require(Self.fixtures.first))
        #expect(throws: Stop.self) { try BarcodeReader().read(plane) { throw Stop() } }
    }
}
