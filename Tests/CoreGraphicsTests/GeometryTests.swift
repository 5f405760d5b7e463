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

    @Test("The functions of Core Graphics do what the members do")
    func functions() {
        let (rect, other) = (CGRectMake(1, 2, -3, 4), CGRectMake(-1, 1, 4, 2.5))
        #expect(rect == CGRect(x: 1, y: 2, width: -3, height: 4) && CGRectStandardize(rect) == CGRect(x: -2, y: 2, width: 3, height: 4))
        #expect(CGRectGetMinX(rect) == -2 && CGRectGetMidX(rect) == -0.5 && CGRectGetMaxX(rect) == 1 && CGRectGetWidth(rect) == 3)
        #expect(CGRectGetMinY(rect) == 2 && CGRectGetMidY(rect) == 4 && CGRectGetMaxY(rect) == 6 && CGRectGetHeight(rect) == 4)
        #expect(CGPointMake(1, 2) == CGPoint(x: 1, y: 2) && CGSizeMake(3, 4) == CGSize(width: 3, height: 4))
        #expect(CGVectorMake(5, 6) == CGVector(dx: 5, dy: 6))
        #expect(CGPointEqualToPoint(CGPointMake(1, 2), CGPoint(x: 1, y: 2)) && !CGSizeEqualToSize(.zero, CGSizeMake(0, 1)))
        #expect(CGRectEqualToRect(other, other) && !CGRectEqualToRect(rect, other))
        #expect(CGRectIsEmpty(CGRectMake(1, 1, 0, 3)) && !CGRectIsEmpty(other) && CGRectIsNull(.null) && CGRectIsInfinite(.infinite))
        #expect(CGRectInset(other, 1, 0.5) == CGRect(x: 0, y: 1.5, width: 2, height: 1.5))
        #expect(CGRectOffset(other, 1, -1) == CGRect(x: 0, y: 0, width: 4, height: 2.5))
        #expect(CGRectIntegral(CGRectMake(0.2, 0.8, 1, 1)) == CGRect(x: 0, y: 0, width: 2, height: 2))
        #expect(CGRectUnion(rect, other) == rect.union(other) && CGRectIntersection(rect, other) == rect.intersection(other))
        #expect(CGRectIntersectsRect(rect, other) && CGRectIsNull(CGRectIntersection(other, CGRectMake(50, 50, 1, 1))))
        #expect(CGRectContainsPoint(other, CGPointMake(0, 2)) && !CGRectContainsPoint(other, CGPointMake(9, 2)))
        #expect(CGRectContainsRect(other, CGRectMake(0, 2, 1, 1)) && !CGRectContainsRect(CGRectMake(0, 2, 1, 1), other))

        let t = CGAffineTransformMake(1, 2, 3, 5, 7, 11)
        #expect(CGAffineTransformMakeTranslation(2, 3) == CGAffineTransform(translationX: 2, y: 3))
        #expect(CGAffineTransformMakeScale(2, 3) == CGAffineTransform(scaleX: 2, y: 3))
        #expect(CGAffineTransformMakeRotation(0.3) == CGAffineTransform(rotationAngle: 0.3))
        #expect(CGAffineTransformIsIdentity(.identity) && !CGAffineTransformIsIdentity(t) && CGAffineTransformEqualToTransform(t, t))
        #expect(CGAffineTransformTranslate(t, 2, 3) == t.translatedBy(x: 2, y: 3))
        #expect(CGAffineTransformScale(t, 2, 3) == t.scaledBy(x: 2, y: 3) && CGAffineTransformRotate(t, 0.3) == t.rotated(by: 0.3))
        #expect(CGAffineTransformInvert(t) == t.inverted())
        let turn = CGAffineTransformMakeRotation(0.3)
        #expect(CGAffineTransformConcat(t, turn) == t.concatenating(turn) && CGAffineTransformConcat(t, turn) != turn.concatenating(t))
        #expect(CGPointApplyAffineTransform(CGPointMake(1, 1), t) == CGPoint(x: 11, y: 18))
        #expect(CGSizeApplyAffineTransform(CGSizeMake(1, 1), t) == CGSize(width: 4, height: 7))
        #expect(CGRectApplyAffineTransform(CGRectMake(0, 0, 1, 1), t) == CGRect(x: 7, y: 11, width: 4, height: 7))
    }
}
