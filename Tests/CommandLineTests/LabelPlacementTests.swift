import CoreGraphics
import Testing

@testable import osprey

@Suite("Labels in annotated pictures")
struct LabelPlacementTests {
    private let picture = CGSize(width: 400, height: 300)

    @Test("A title stands above its finding, and below it where a line of text is above")
    func aboveAndBelow() {
        let lines = [CGRect(x: 50, y: 200, width: 100, height: 20), CGRect(x: 50, y: 180, width: 100, height: 20)]
        var placement = LabelPlacement(picture: picture, findings: lines, height: 15)
        let places = lines.map { placement.place(for: $0, width: 80) }
        #expect(places == [CGRect(x: 50, y: 220, width: 80, height: 15), CGRect(x: 50, y: 165, width: 80, height: 15)])
    }

    @Test("A line of text among others has its title beside it, and none where there is no room")
    func amongOthers() {
        var lines = (0..<5).map { CGRect(x: 50, y: 200 - 20 * CGFloat($0), width: 100, height: 20) }
        var placement = LabelPlacement(picture: picture, findings: lines, height: 15)
        let beside = placement.place(for: lines[2], width: 80)
        #expect(beside == CGRect(x: 150, y: 165, width: 80, height: 15))
        lines = (0..<15).map { CGRect(x: 0, y: 20 * CGFloat($0), width: 400, height: 20) }
        placement = LabelPlacement(picture: picture, findings: lines, height: 15)
        let none = placement.place(for: lines[7], width: 80)
        #expect(none == nil)
    }

    @Test("A large finding always has a title, in the picture and on no other title")
    func largeFindings() throws {
        let whole = CGRect(x: -10, y: -10, width: 420, height: 320)
        var placement = LabelPlacement(picture: picture, findings: [whole, whole], height: 15)
        let places = [500, 80].map { placement.place(for: whole, width: $0) }
        let (first, second) = (try #require(places[0]), try #require(places[1]))
        #expect(first.minX == 0 && CGRect(origin: .zero, size: picture).contains(second) && !first.intersects(second))
    }
}
