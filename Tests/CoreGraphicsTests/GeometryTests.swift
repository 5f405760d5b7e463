import Foundation
import Testing

@testable import CoreGraphics

@Suite struct GeometryTests {
    static let transforms = [
        CGAffineTransform(a: 1.5, b: 0.25, c: -0.75, d: 2, tx: 10, ty: -3), CGAffineTransform(rotationAngle: 0.7),
        CGAffineTransform(scaleX: -2, y: 0.5), CGAffineTransform(translationX: 4, y: 5),
    ]

    func near(_ a: CGAffineTransform, _ b: CGAffineTransform) -> Bool {
        [a.a - b.a, a.b - b.b, a.c - b.c, a.d - b.d, a.tx - b.tx, a.ty - b.ty].allSatisfy { abs($0) < 1e-12 }
    }

    @Test("The eight orientations take the first stored pixel where EXIF says, and back")
    func orientations() throws {
        let size = CGSize(width: 5, height: 3)
        let corner = CGRect(x: 0, y: 0, width: 1, height: 1)
        // Row 0 of the stored pixels is, from 1 on, the upright image's top, top, bottom, bottom, left, right, right, left side.
        let places: [(x: CGFloat, y: CGFloat)] = [(0, 0), (4, 0), (4, 2), (0, 2), (0, 0), (2, 0), (2, 4), (0, 4)]
        let inner = CGRect(x: 1, y: 0, width: 3, height: 2)
        for (exif, place) in zip(1...8, places) {
            let orientation = try #require(Orientation(exactly: exif))
            #expect(orientation.exif == exif && Orientation(exif) == orientation)
            #expect(orientation.apply(to: corner, in: size) == CGRect(x: place.x, y: place.y, width: 1, height: 1))
            #expect(orientation.undo(orientation.apply(to: inner, in: size), in: size) == inner)
            #expect(orientation.turned((5, 3)) == (exif < 5 ? (5, 3) : (3, 5)))
            let transform = orientation.transform(of: CGRect(origin: .zero, size: size))
            #expect(Orientation(undoneBy: transform) == orientation)
            // The same corner with y up.
            let turned = CGRect(x: 0, y: 2, width: 1, height: 1).applying(transform)
            #expect(turned == CGRect(x: place.x, y: CGFloat(orientation.turned((5, 3)).height) - 1 - place.y, width: 1, height: 1))
            for next in (1...8).map({ Orientation($0) }) {
                let upright = orientation.turned((5, 3))
                let twice = next.apply(
                    to: orientation.apply(to: inner, in: size), in: CGSize(width: upright.width, height: upright.height))
                #expect(orientation.then(next).apply(to: inner, in: size) == twice)
            }
        }
        #expect([0, 9, -1, 1 << 40].allSatisfy { Orientation(exactly: $0) == nil && Orientation($0).exif == 1 })
    }

    @Test("Concatenation applies the receiver first", arguments: transforms)
    func concatenation(t: CGAffineTransform) {
        for u in Self.transforms {
            let point = CGPoint(x: 3, y: -7)
            let twice = point.applying(t).applying(u)
            let once = point.applying(t.concatenating(u))
            #expect(abs(twice.x - once.x) < 1e-12 && abs(twice.y - once.y) < 1e-12)
        }
        #expect(near(t.translatedBy(x: 2, y: 3), CGAffineTransform(translationX: 2, y: 3).concatenating(t)))
        #expect(near(t.scaledBy(x: 2, y: 3), CGAffineTransform(scaleX: 2, y: 3).concatenating(t)))
        #expect(near(t.rotated(by: 1), CGAffineTransform(rotationAngle: 1).concatenating(t)))
    }

    @Test("An inverse undoes its transform; a transform without an inverse stays as it is", arguments: transforms)
    func inverse(t: CGAffineTransform) {
        #expect(near(t.concatenating(t.inverted()), .identity))
        let flat = CGAffineTransform(scaleX: 0, y: 1)
        #expect(flat.inverted() == flat)
    }

    @Test("Components build the transform that they were taken from", arguments: transforms)
    func components(t: CGAffineTransform) {
        #expect(near(CGAffineTransform(t.decomposed()), t))
    }

    @Test("A rotation turns the x axis towards the y axis")
    func rotation() {
        let point = CGPoint(x: 1, y: 0).applying(CGAffineTransform(rotationAngle: .pi / 2))
        #expect(abs(point.x) < 1e-12 && abs(point.y - 1) < 1e-12)
    }

    @Test("A transformed rectangle is the box around its corners")
    func rectangles() {
        let rect = CGRect(x: 1, y: 2, width: 3, height: 4).applying(CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0))
        #expect(rect == CGRect(x: -6, y: 1, width: 4, height: 3))
        #expect(CGRect.null.applying(CGAffineTransform(scaleX: 2, y: 2)).isNull)
        #expect(CGRect(x: 3, y: 3, width: -2, height: -2).equalTo(CGRect(x: 1, y: 1, width: 2, height: 2)))
        #expect(CGSize(width: 2, height: 3).applying(CGAffineTransform(translationX: 9, y: 9)) == CGSize(width: 2, height: 3))
    }

    @Test("Transforms and vectors survive coding")
    func coding() throws {
        let t = Self.transforms[0]
        #expect(try JSONDecoder().decode(CGAffineTransform.self, from: JSONEncoder().encode(t)) == t)
        let vector = CGVector(dx: 1.5, dy: -2)
        #expect(try JSONDecoder().decode(CGVector.self, from: JSONEncoder().encode(vector)) == vector)
    }
}
