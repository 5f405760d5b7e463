import CoreGraphics
import Foundation
import TestSupport
import Testing

@testable import Vision

/// The pictures are `documents()` of `Tests/VisionRuntimeTests/Fixtures/make_text_fixtures.py`.
@Suite("Documents")
struct RecognizeDocumentsTests {
    private static let harbour =
        "The harbour opens at six in the morning and closes after the last ferry has come in. Visitors leave their cars behind the old "
        + "warehouse."
    private static let tickets =
        "Tickets are sold at the office near the gate. Children travel free of charge when they come with their parents."

    /// The page that several tests look at, read once.
    private static let page = Task { try await document("page") }

    private static func document(_ name: String) async throws -> DocumentObservation {
        let found = try await RecognizeDocumentsRequest().perform(on: Fixtures.url("text/\(name).png", of: "VisionRuntimeTests"))
        #expect(found.count == 1)
        return try #require(found.first)
    }

    @Test("A page has its title, paragraphs, lists and table")
    func page() async throws {
        let observation = try await Self.page.value
        let page = observation.document
        #expect(page.title?.transcript == "Harbour Rules" && page.title?.lines.first?.isTitle == true)
        #expect(page.paragraphs.map(\.transcript) == [Self.harbour, Self.tickets])
        #expect(page.paragraphs.map(\.textAlignment) == [.leading, .leading] && page.barcodes.isEmpty)
        #expect(page.lists.map { $0.items.map(\.markerType) } == [[.bullet, .bullet, .bullet], [.decimal, .decimal, .decimal]])
        #expect(page.lists.last?.items.map(\.markerString) == ["1.", "2.", "3."])
        #expect(page.lists.last?.items.map(\.itemString) == ["Ring the bell", "Wait for the boat", "Step in"])
        #expect(page.lists.first?.items.prefix(2).map(\.itemString) == ["Ropes and anchors", "Lamps for the night"])
        let table = try #require(page.tables.first)
        #expect(table.rows.map { $0.map(\.content.text.transcript) }[1] == ["North", "Monday", "Albatross", "12.40"])
        #expect(table.columns.map { $0.map(\.content.text.transcript) }.first == ["Route", "North", "South"])
        #expect(table.cell(row: 2, col: 3)?.content.text.transcript == "8.95" && table.cell(row: 3, col: 0) == nil)
        #expect(page.text.transcript.hasPrefix("Harbour Rules\nThe harbour") && page.text.transcript.hasSuffix("Cormorant\n8.95"))
        #expect(observation.confidence > 0.8 && observation.originatingRequestDescriptor == .recognizeDocumentsRequest(.revision1))
        #expect(try JSONDecoder().decode(DocumentObservation.self, from: JSONEncoder().encode(observation)) == observation)
    }

    @Test("A ruled table has the cells that its rules enclose, with text or without")
    func ruled() async throws {
        let page = try await Self.document("ruled").document
        let table = try #require(page.tables.first)
        let texts = table.rows.map { $0.map(\.content.text.transcript) }
        #expect(page.tables.count == 1 && texts[0].contains("Departures") && texts[1] == ["North", "Monday", "Friday", "48"])
        #expect(texts[2] == ["", "", "", ""] && texts[3] == ["South", "Sunday", "", "7"])
        #expect(
            table.cell(row: 0, col: 1) == table.cell(row: 0, col: 2) && page.paragraphs.map(\.transcript) == ["Boats sail in any weather."])
        let box = table.boundingRegion.boundingBox.toImageCoordinates(CGSize(width: 640, height: 330), origin: .upperLeft)
        #expect(abs(box.minX - 30) < 3 && abs(box.minY - 30) < 3 && abs(box.maxX - 610) < 3 && abs(box.maxY - 210) < 3)
    }

    @Test("Parts of a page are where they were drawn")
    func regions() async throws {
        let page = try await Self.page.value.document
        // In pixels of the picture of 740 by 620.
        func box(_ region: NormalizedRegion) -> CGRect {
            region.boundingBox.toImageCoordinates(CGSize(width: 740, height: 620), origin: .upperLeft)
        }
        let paragraph = try #require(page.paragraphs.first)
        let whole = box(paragraph.boundingRegion)
        #expect(abs(whole.minX - 50) < 4 && abs(whole.minY - 100) < 8 && abs(whole.maxY - 143) < 8 && whole.maxX > 640)
        let words = try #require(paragraph.words)
        #expect(words.map(\.transcript) == Self.harbour.split(separator: " ").map(String.init))
        #expect(Set(words.map(\.uuid)).count == words.count && words == paragraph.words)
        // A word of the first line, one of the second, and what goes from line to line.
        for (word, row) in [("harbour", 0), ("Visitors", 1)] {
            let range = try #require(paragraph.transcript.range(of: word))
            let place = box(try #require(paragraph.boundingRegion(for: range)))
            #expect(abs(place.midY - (110 + 24 * Double(row))) < 8 && place.width > 50 && place.width < 90)
            #expect(words.first { $0.transcript == word }.map { box($0.boundingRegion).insetBy(dx: -2, dy: -2).contains(place) } == true)
        }
        let across = try #require(paragraph.transcript.range(of: "ferry has"))
        #expect(box(try #require(paragraph.boundingRegion(for: across))).width > 500)
        let transcript = paragraph.transcript
        #expect(paragraph.boundingRegion(for: transcript.startIndex..<transcript.startIndex) == nil)
        let longer = transcript + " and more"
        #expect(paragraph.boundingRegion(for: longer.startIndex..<longer.endIndex) == nil)
        let table = try #require(page.tables.first)
        let cell = box(try #require(table.cell(row: 1, col: 2)).content.boundingRegion)
        #expect(box(table.boundingRegion).insetBy(dx: -1, dy: -1).contains(cell) && cell.contains(CGPoint(x: 450, y: 536)))
        let items = try #require(page.lists.first).boundingRegion
        // The bullets are of the list.
        #expect(box(items).minX < 72 && box(items).minY < 298)
    }

    @Test("Columns are read one after the other")
    func columns() async throws {
        let page = try await Self.document("columns").document
        #expect(page.title?.transcript == "News from the Coast" && page.tables.isEmpty)
        #expect(page.paragraphs.map(\.transcript) == [Self.harbour, Self.tickets, Self.tickets, Self.harbour])
    }

    @Test("A barcode is not read as text, and documents have the same lines as text requests")
    func barcodes() async throws {
        var documents = RecognizeDocumentsRequest()
        let handler = ImageRequestHandler(Fixtures.url("text/pass.png", of: "VisionRuntimeTests"))
        let (text, codes, pages) = try await handler.perform(RecognizeTextRequest(), DetectBarcodesRequest(), documents)
        let page = try #require(pages.first?.document)
        #expect(page.barcodes.map(\.payloadString) == ["Osprey 42"] && codes.map(\.payloadString) == ["Osprey 42"])
        let (code, region) = (try #require(codes.first).boundingBox.cgRect, try #require(page.barcodes.first).boundingRegion)
        #expect(region.pointCount == 4 && region.boundingBox.cgRect.insetBy(dx: -1e-6, dy: -1e-6).contains(code))
        #expect(page.title?.transcript == "Boarding pass" && page.paragraphs.map(\.transcript) == [Self.harbour])
        // Text of the code may have been read too.
        #expect(Set(text.map(\.transcript)).isSuperset(of: page.text.lines.map(\.transcript)))
        // An image's frame remembers what an analysis found, and both requests have the same.
        #expect(try documents.analysis().text == RecognizeTextRequest().analysis())
        documents.barcodeDetectionOptions.enabled = false
        documents.regionOfInterest = NormalizedRect(x: 0, y: 0, width: 1, height: 0.35)
        let part = try #require(try await handler.perform(documents).first)
        #expect(part.document.barcodes.isEmpty && part.document.text.transcript == Self.harbour)
    }

    @Test("Settings that are not possible are errors, and images with nothing on them are no documents")
    func bad() async throws {
        let image = try TestImages.plain([200, 200, 200], width: 1, height: 1)
        for (width, height) in [(1, 1), (3, 2000), (2500, 2), (47, 23)] {
            let plain = try TestImages.plain([90, 90, 90], width: width, height: height)
            #expect(try await RecognizeDocumentsRequest().perform(on: plain).isEmpty)
        }
        let changes: [(inout RecognizeDocumentsRequest) -> Void] = [
            { $0.textRecognitionOptions.maximumCandidateCount = 0 }, { $0.textRecognitionOptions.maximumCandidateCount = 11 },
            { $0.textRecognitionOptions.minimumTextHeightFraction = .nan }, { $0.textRecognitionOptions.recognitionLanguages = [] },
            { $0.regionOfInterest = NormalizedRect(x: 0.5, y: 0.5, width: 1, height: 1) },
        ]
        for (number, change) in changes.enumerated() {
            var request = RecognizeDocumentsRequest()
            change(&request)
            let asked = request
            await #expect(throws: VisionError.self, "\(number)") { try await asked.perform(on: image) }
        }
    }

    @Test("A request is a value with its options, and its results can be compared")
    func values() async throws {
        var request = RecognizeDocumentsRequest(.revision1)
        #expect(request == RecognizeDocumentsRequest() && request.description == "RecognizeDocumentsRequest revision1")
        #expect(request.supportedRecognitionLanguages == RecognizeTextRequest().supportedRecognitionLanguages)
        #expect(request.barcodeDetectionOptions.enabled && request.supportedBarcodeSymbologies.contains(.qr))
        request.textRecognitionOptions.customWords = ["Osprey"]
        #expect(request != RecognizeDocumentsRequest())
        let options = try JSONDecoder().decode(
            RecognizeDocumentsRequest.TextRecognitionOptions.self, from: JSONEncoder().encode(request.textRecognitionOptions))
        #expect(options == request.textRecognitionOptions)
        #expect(VisionResult.recognizeDocuments(request, []) == .recognizeDocuments(request, []))
    }

    @Test("A table in an archive whose cells do not cover it is refused")
    func archives() async throws {
        let table = try #require(try await Self.page.value.document.tables.first)
        let data = try JSONEncoder().encode(table)
        #expect(try JSONDecoder().decode(DocumentObservation.Container.Table.self, from: data) == table)
        let text = try #require(String(data: data, encoding: .utf8))
        for change in ["\"rowCount\":30", "\"rowCount\":-1", "\"rowCount\":9000000000000000000"] {
            let changed = text.replacingOccurrences(of: "\"rowCount\":3", with: change)
            #expect(changed != text)
            #expect(throws: DecodingError.self) {
                try JSONDecoder().decode(DocumentObservation.Container.Table.self, from: Data(changed.utf8))
            }
        }
    }
}
