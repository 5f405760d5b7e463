import Foundation
import Testing

@testable import CoreMLRuntime

/// Intersection over union.
@Suite struct BoxOverlapTests {
    @Test("Overlaps are those of counted squares")
    func overlapsAreThoseOfCountedSquares() {
        let a = CGRect(x: 0, y: 0, width: 4, height: 3)
        #expect(a.intersectionOverUnion(with: a) == 1)
        // 2 × 2 of 12 + 6 − 4.
        #expect(a.intersectionOverUnion(with: CGRect(x: 2, y: 1, width: 3, height: 2)) == 4.0 / 14)
        #expect(a.intersectionOverUnion(with: CGRect(x: 1, y: 1, width: 2, height: 1)) == 2.0 / 12)
        // Beside, touching, and across a corner.
        for (x, y) in [(5.0, 0.0), (4, 0), (0, 3), (4, 3), (-9, -9)] {
            #expect(a.intersectionOverUnion(with: CGRect(x: x, y: y, width: 4, height: 3)) == 0)
        }
    }

    @Test("Boxes without area overlap nothing")
    func boxesWithoutAreaOverlapNothing() {
        let (empty, box) = (CGRect(x: 1, y: 1, width: 0, height: 0), CGRect(x: 0, y: 0, width: 2, height: 2))
        #expect(empty.intersectionOverUnion(with: empty) == 0 && empty.intersectionOverUnion(with: box) == 0)
        #expect(box.intersectionOverUnion(with: .null) == 0)
        let wrong = CenteredBox(x: .nan, y: 0, width: 1, height: 1)
        #expect(wrong.intersectionOverUnion(with: wrong) == 0)
    }

    @Test("Boxes by centre are the same")
    func boxesByCentreAreTheSame() {
        var generator = SplitMix64(state: 5)
        for _ in 0..<500 {
            let numbers = (0..<8).map { Float(Int(generator.next() % 16)) + ($0 % 4 > 1 ? 1 : 0) }
            func rect(_ first: Int) -> CGRect {
                let (width, height) = (Double(numbers[first + 2]), Double(numbers[first + 3]))
                return CGRect(
                    x: Double(numbers[first]) - width / 2, y: Double(numbers[first + 1]) - height / 2, width: width, height: height)
            }
            let overlap = numbers.withUnsafeBufferPointer { numbers -> Float in
                guard let base = numbers.baseAddress else { return .nan }
                return CenteredBox(base).intersectionOverUnion(with: CenteredBox(base + 4))
            }
            #expect(abs(Double(overlap) - rect(0).intersectionOverUnion(with: rect(4))) < 1e-6)
        }
    }
}
