import CoreGraphics
import TestSupport
import Testing

@testable import VisionRuntime

@Suite("Closer search for text")
struct CloserTextSearchTests {
    /// The second and the third line of a picture, found as if they were one line.
    private let both = FoundLine(place: LinePlace(CGRect(x: 30, y: 98, width: 270, height: 84)), likeness: 0.9)
    private let settings = TextRecognitionAnalysis(
        languages: Array(TextLanguage.ofNetwork.prefix(1)), by: .networks, regionOfInterest: CGRect(x: 0, y: 0, width: 1, height: 1))

    private func context() throws -> AnalysisContext {
        AnalysisContext(frame: try Frame(.url(Fixtures.url("text/note.png"))), cancellation: Cancellation(), processorCount: 1)
    }

    @Test("Two lines that were found as one are found one by one")
    func lines() throws {
        let context = try context()
        let search = CloserTextSearch(try settings.lines.network(), plane: try context.frame.gray(), context.cancellation)
        let found = try search.lines(in: both.place).map(\.place.bounds).sorted { $0.minY < $1.minY }
        #expect(found.count == 2)
        for (box, drawn) in zip(found, [CGRect(x: 39, y: 105, width: 249, height: 18), CGRect(x: 40, y: 155, width: 226, height: 18)]) {
            let (shared, all) = (box.intersection(drawn), box.union(drawn))
            #expect(shared.width * shared.height > 0.6 * all.width * all.height)
        }
    }

    @Test("Lines that were found as one are read one by one, but not at the level fast")
    func readings() throws {
        let context = try context()
        var settings = settings
        #expect(
            try NetworkTextRecognizer(settings, plane: context.frame.gray(), context).lines([both]).map(\.text) == [
                "Tickets are sold here", "from 7:30 to 18:45",
            ])
        settings.level = .fast
        #expect(try NetworkTextRecognizer(settings, plane: context.frame.gray(), context).lines([both]).isEmpty)
    }

    @Test("The search is for the likeliest lines, and for a number of them that is bounded")
    func worthwhile() {
        let places = (0..<500).map { LinePlace(CGRect(x: 0, y: 20 * $0, width: $0 % 7 == 0 ? 0 : 100, height: 12)) }
        let lines = places.enumerated().map { FoundLine(place: $1, likeness: Float($0) / 500) }
        let chosen = CloserTextSearch.worthwhile(lines)
        #expect(chosen.count == 32 && chosen.first?.likeness == 499 / 500)
        #expect(chosen.allSatisfy { $0.place.isExtended && $0.likeness > 0.9 })
        #expect(CloserTextSearch.worthwhile(Array(lines.prefix(400))).isEmpty)
    }
}
