import CoreGraphics
import Foundation
import QuartzCore
import Testing

@Suite("Layers")
struct LayerTests {
    private static let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    private static let green = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
    private static let blue = CGColor(red: 0, green: 0, blue: 1, alpha: 1)

    private func layer(_ frame: CGRect, _ color: CGColor? = nil) -> CALayer {
        let layer = CALayer()
        layer.frame = frame
        layer.backgroundColor = color
        return layer
    }

    /// A layer drawn with a pixel for each point of its bounds.
    private func drawn(_ layer: CALayer, isFlipped: Bool = true, scale: CGFloat = 1) throws -> CGImage {
        let size = CGSize(width: layer.bounds.width * scale, height: layer.bounds.height * scale)
        let context = try #require(
            CGContext(
                data: nil, width: Int(size.width), height: Int(size.height), bitsPerComponent: 8, bytesPerRow: 0,
                space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
        if isFlipped { context.concatenate(CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: size.height)) }
        context.scaleBy(x: scale, y: scale)
        context.translateBy(x: -layer.bounds.minX, y: -layer.bounds.minY)
        layer.render(in: context)
        return try #require(context.makeImage())
    }

    @Test("A layer draws its colour, its picture upright, its sublayers by their places, and its border over them")
    func order() throws {
        let root = layer(CGRect(x: 5, y: 5, width: 4, height: 4), Self.red)
        root.addSublayer(layer(CGRect(x: 0, y: 0, width: 2, height: 2), Self.green))
        let front = layer(CGRect(x: 1, y: 0, width: 1, height: 1), Self.blue)
        root.insertSublayer(front, at: 0)
        #expect(letters(try drawn(root)) == ["ggrr", "ggrr", "rrrr", "rrrr"])
        front.zPosition = 1
        #expect(letters(try drawn(root)) == ["gbrr", "ggrr", "rrrr", "rrrr"])
        #expect(letters(try drawn(root, isFlipped: false)) == ["rrrr", "rrrr", "ggrr", "gbrr"])
        (root.borderWidth, root.borderColor) = (1, CGColor(gray: 1, alpha: 1))
        #expect(letters(try drawn(root)) == ["wwww", "wgrw", "wrrw", "wwww"])
        front.isHidden = true
        root.sublayers?.first { $0 !== front }?.removeFromSuperlayer()
        #expect(try letters(drawn(root)) == ["wwww", "wrrw", "wrrw", "wwww"] && root.sublayers?.count == 1)
    }

    @Test("Pictures lie in the bounds as the gravity says, upright whichever way y grows", arguments: [true, false])
    func contents(_ isFlipped: Bool) throws {
        let layer = layer(CGRect(x: 0, y: 0, width: 4, height: 2))
        layer.contents = picture(["rg", "by"])
        #expect(letters(try drawn(layer, isFlipped: isFlipped)).first?.first == "r")
        let expected: [(CALayerContentsGravity, [String])] = [
            (.center, [".rg.", ".by."]), (.resizeAspect, [".rg.", ".by."]), (.left, ["rg..", "by.."]), (.topRight, ["..rg", "..by"]),
        ]
        for (gravity, rows) in expected {
            layer.contentsGravity = gravity
            #expect(letters(try drawn(layer, isFlipped: isFlipped)) == rows, "\(gravity.rawValue)")
        }
        layer.contentsRect = CGRect(x: 0.5, y: 0, width: 0.5, height: 1)
        layer.contentsGravity = .bottomLeft
        #expect(letters(try drawn(layer, isFlipped: isFlipped)) == ["g...", "y..."])
        layer.bounds.size = CGSize(width: 3, height: 3)
        layer.contentsGravity = .top
        #expect(letters(try drawn(layer, isFlipped: isFlipped)) == [".g.", ".y.", "..."])
        layer.contentsGravity = .bottomRight
        #expect(letters(try drawn(layer, isFlipped: isFlipped)) == ["...", "..g", "..y"])
    }

    @Test("A frame follows from bounds, position, anchor and transform, and sets them")
    func frames() {
        let layer = layer(CGRect(x: 10, y: 20, width: 30, height: 40))
        #expect(layer.bounds == CGRect(x: 0, y: 0, width: 30, height: 40) && layer.position == CGPoint(x: 25, y: 40))
        layer.setAffineTransform(CGAffineTransform(scaleX: 2, y: 0.5))
        #expect(layer.frame == CGRect(x: -5, y: 30, width: 60, height: 20))
        layer.frame = CGRect(x: 0, y: 0, width: 20, height: 20)
        #expect(layer.bounds.size == CGSize(width: 10, height: 40) && layer.position == CGPoint(x: 10, y: 10))
        layer.transform = CATransform3DIdentity
        layer.anchorPoint = .zero
        #expect(layer.frame == CGRect(x: 10, y: 10, width: 10, height: 40))
    }

    @Test("Points are converted between layers, and the layer in front is hit")
    func conversion() {
        let root = layer(CGRect(x: 100, y: 100, width: 100, height: 100))
        let (a, b) = (layer(CGRect(x: 10, y: 10, width: 50, height: 50)), layer(CGRect(x: 5, y: 5, width: 10, height: 10)))
        root.addSublayer(a)
        a.addSublayer(b)
        #expect(
            b.convert(CGPoint(x: 1, y: 2), to: root) == CGPoint(x: 16, y: 17)
                && root.convert(CGPoint(x: 16, y: 17), to: b) == CGPoint(x: 1, y: 2))
        #expect(b.convert(CGRect(x: 0, y: 0, width: 2, height: 2), from: root) == CGRect(x: -15, y: -15, width: 2, height: 2))
        #expect(b.convert(CGPoint.zero, to: nil) == CGPoint(x: 5, y: 5))
        #expect(
            root.hitTest(CGPoint(x: 117, y: 117)) === b && root.hitTest(CGPoint(x: 140, y: 140)) === a
                && root.hitTest(CGPoint(x: 1, y: 1)) == nil)
        b.addSublayer(root)
        #expect(root.superlayer == nil && b.sublayers == nil)
    }

    @Test("Layers are put below, above and in place of others")
    func insertion() {
        let root = CALayer()
        let (a, b, c, d) = (CALayer(), CALayer(), CALayer(), CALayer())
        root.sublayers = [a, b]
        root.insertSublayer(c, below: b)
        root.insertSublayer(d, above: a)
        #expect(root.sublayers == [a, d, c, b])
        root.insertSublayer(b, below: a)
        let e = CALayer()
        root.replaceSublayer(d, with: e)
        #expect(root.sublayers == [b, a, e, c] && d.superlayer == nil && e.superlayer === root)
        root.sublayers = nil
        #expect(a.superlayer == nil && root.sublayers == nil)
    }

    @Test("Opacity, masks and round corners make the right pixels transparent")
    func transparency() throws {
        let root = layer(CGRect(x: 0, y: 0, width: 4, height: 2), Self.red)
        root.opacity = 0.5
        let child = layer(CGRect(x: 0, y: 0, width: 1, height: 1), Self.green)
        child.opacity = 0
        root.addSublayer(child)
        let alpha = rgba(try drawn(root))[0][3]
        #expect(alpha == 128 || alpha == 127)
        root.opacity = 1
        root.mask = layer(CGRect(x: 1, y: 0, width: 2, height: 1), Self.blue)
        #expect(letters(try drawn(root)) == [".rr.", "...."])
        #expect(letters(try drawn(root, isFlipped: false)) == ["....", ".rr."])
        root.mask = nil
        let wide = layer(CGRect(x: 2, y: -5, width: 50, height: 20), Self.blue)
        root.addSublayer(wide)
        let box = layer(CGRect(x: 0, y: 0, width: 6, height: 2))
        box.addSublayer(root)
        #expect(letters(try drawn(box)) == ["rrbbbb", "rrbbbb"])
        root.masksToBounds = true
        #expect(letters(try drawn(box)) == ["rrbb..", "rrbb.."])
        let round = layer(CGRect(x: 0, y: 0, width: 20, height: 20), Self.red)
        round.cornerRadius = 10
        let pixels = rgba(try drawn(round))
        #expect(pixels[0][3] == 0 && pixels[10 * 20 + 10] == [255, 0, 0, 255])
    }

    @Test("Shapes fill and draw along their path, with dashes and rules")
    func shapes() throws {
        let shape = CAShapeLayer()
        shape.frame = CGRect(x: 0, y: 0, width: 5, height: 5)
        let path = CGMutablePath()
        path.addRect(CGRect(x: 0, y: 0, width: 5, height: 5))
        path.addRect(CGRect(x: 1, y: 1, width: 3, height: 3))
        shape.path = path
        shape.fillColor = Self.red
        #expect(letters(try drawn(shape)) == Array(repeating: "rrrrr", count: 5))
        shape.fillRule = .evenOdd
        #expect(letters(try drawn(shape)) == ["rrrrr", "r...r", "r...r", "r...r", "rrrrr"])
        let line = CGMutablePath()
        line.move(to: CGPoint(x: 0, y: 2.5))
        line.addLine(to: CGPoint(x: 5, y: 2.5))
        (shape.path, shape.fillColor, shape.strokeColor, shape.lineDashPattern) = (line, nil, Self.blue, [2, 1])
        #expect(letters(try drawn(shape)) == [".....", ".....", "bb.bb", ".....", "....."])
        let copy = CAShapeLayer(layer: shape)
        #expect(letters(try drawn(copy)) == letters(try drawn(shape)))
    }

    @Test("A shadow is kept and copied, and changes nothing that is drawn")
    func shadow() throws {
        let root = layer(CGRect(x: 0, y: 0, width: 2, height: 1), Self.red)
        #expect(root.shadowOpacity == 0 && root.shadowOffset == CGSize(width: 0, height: -3) && root.shadowRadius == 3)
        #expect(root.shadowColor == CGColor(gray: 0, alpha: 1) && root.shadowPath == nil)
        (root.shadowOpacity, root.shadowColor, root.shadowOffset, root.shadowRadius) = (1, Self.blue, .zero, 5)
        root.shadowPath = CGPath(rect: root.bounds, transform: nil)
        let copy = CALayer(layer: root)
        #expect(copy.shadowOpacity == 1 && copy.shadowColor == Self.blue && copy.shadowOffset == .zero && copy.shadowRadius == 5)
        #expect(copy.shadowPath?.boundingBox == root.bounds)
        #expect(letters(try drawn(root)) == ["rr"])
    }

    @Test("Text stands at the upper edge, wrapped or cut as it should")
    func text() throws {
        let layer = CATextLayer()
        layer.frame = CGRect(x: 0, y: 0, width: 60, height: 60)
        layer.backgroundColor = CGColor(gray: 1, alpha: 1)
        (layer.string, layer.fontSize, layer.foregroundColor) = ("IIIII IIIII", 16, CGColor(gray: 0, alpha: 1))
        let whole = CGRect(x: 0, y: 0, width: 60, height: 60)
        func parts(_ image: CGImage) -> (upper: Double, all: Double) {
            (ink(image, in: CGRect(x: 0, y: 0, width: 60, height: 16)), ink(image, in: whole))
        }
        for isFlipped in [true, false] {
            let one = parts(try drawn(layer, isFlipped: isFlipped))
            #expect(one.upper > 20 && abs(one.upper - one.all) < 0.5)
        }
        layer.isWrapped = true
        let two = parts(try drawn(layer))
        #expect(two.upper > 20 && two.all > 1.5 * two.upper)
        (layer.isWrapped, layer.string, layer.alignmentMode) = (false, "I", .right)
        let right = try drawn(layer)
        #expect(
            ink(right, in: CGRect(x: 30, y: 0, width: 30, height: 60)) > 5 && ink(right, in: CGRect(x: 0, y: 0, width: 30, height: 60)) == 0
        )
        layer.string = nil
        #expect(parts(try drawn(layer)).all == 0)
    }

    @Test("Content is drawn by a subclass or the delegate where it was asked for, after the sublayers were arranged")
    func delegation() throws {
        final class Delegate: CALayerDelegate {
            var arranged = 0
            func draw(_ layer: CALayer, in ctx: CGContext) {
                ctx.setFillColor(CGColor(red: 0, green: 0, blue: 1, alpha: 1))
                ctx.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
            }
            func layoutSublayers(of layer: CALayer) { arranged += 1 }
        }
        let (layer, delegate) = (layer(CGRect(x: 0, y: 0, width: 2, height: 1)), Delegate())
        layer.delegate = delegate
        #expect(try letters(drawn(layer)) == [".."] && delegate.arranged == 1)
        layer.setNeedsDisplay()
        #expect(try letters(drawn(layer)) == ["b."] && delegate.arranged == 1)
        layer.setNeedsLayout()
        layer.layoutIfNeeded()
        #expect(delegate.arranged == 2 && !layer.needsLayout())
    }

    @Test("A transaction's values are set by their keys, too; other keys and types change nothing")
    func transactionValues() {
        CATransaction.begin()
        CATransaction.setValue(kCFBooleanTrue, forKey: kCATransactionDisableActions)
        CATransaction.setValue(NSNumber(value: 0.5), forKey: kCATransactionAnimationDuration)
        #expect(CATransaction.disableActions() && CATransaction.animationDuration() == 0.5)
        CATransaction.setValue("text", forKey: kCATransactionAnimationDuration)
        CATransaction.setValue(true, forKey: "sheep")
        #expect(
            CATransaction.value(forKey: kCATransactionAnimationDuration) as? Double == 0.5 && CATransaction.value(forKey: "sheep") == nil)
        #expect(CATransaction.value(forKey: kCATransactionDisableActions) as? Bool == true)
        CATransaction.setValue(false, forKey: kCATransactionDisableActions)
        #expect(!CATransaction.disableActions())
        CATransaction.commit()
        #expect(!CATransaction.disableActions() && CATransaction.animationDuration() == 0.25)
    }

    @Test("Transactions call their blocks when they end, the inner one first")
    func transactions() {
        final class Notes { var list: [String] = [] }
        let notes = Notes()
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        CATransaction.setCompletionBlock { notes.list.append("outer") }
        CATransaction.begin()
        #expect(CATransaction.disableActions() && CATransaction.completionBlock() == nil)
        CATransaction.setAnimationDuration(2)
        CATransaction.setCompletionBlock { notes.list.append("inner") }
        CATransaction.commit()
        #expect(CATransaction.animationDuration() == 0.25 && notes.list == ["inner"])
        CATransaction.commit()
        #expect(notes.list == ["inner", "outer"] && !CATransaction.disableActions())
        let before = CACurrentMediaTime()
        #expect(CACurrentMediaTime() >= before && before > 0)
    }

    @Test("Transforms in space multiply, turn and are undone")
    func transforms() {
        let turn = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
        let point = CGPoint(x: 1, y: 0).applying(CATransform3DGetAffineTransform(turn))
        #expect(abs(point.x) < 1e-12 && abs(point.y - 1) < 1e-12)
        let both = CATransform3DTranslate(CATransform3DMakeScale(2, 3, 4), 1, 1, 1)
        #expect(CGPoint.zero.applying(CATransform3DGetAffineTransform(both)) == CGPoint(x: 2, y: 3))
        var odd = CATransform3DConcat(both, CATransform3DRotate(turn, 1, 1, 2, 3))
        odd.m34 = -0.002
        let unit = CATransform3DConcat(odd, CATransform3DInvert(odd))
        #expect(abs(unit.m11 - 1) < 1e-9 && abs(unit.m23) < 1e-9 && abs(unit.m44 - 1) < 1e-9 && abs(unit.m42) < 1e-9)
        #expect(!CATransform3DIsAffine(odd) && CATransform3DIsAffine(CATransform3DMakeAffineTransform(CGAffineTransform(rotationAngle: 1))))
        #expect(
            CATransform3DIsIdentity(CATransform3DScale(CATransform3DIdentity, 1, 1, 1))
                && CATransform3DInvert(CATransform3D()) == CATransform3D())
    }
}
