import Foundation
import Testing
import UIKit

@Suite("Contexts, paths, colours and texts of UIKit")
struct UIGraphicsTests {
    private func drawn(_ width: CGFloat, _ height: CGFloat, _ body: (UIGraphicsImageRendererContext) -> Void) throws -> CGImage {
        try #require(UIGraphicsImageRenderer(size: CGSize(width: width, height: height)).image(actions: body).cgImage)
    }

    @Test("The origin of a renderer is at the upper left, a scale gives more pixels, and opaque pictures begin black")
    func renderer() throws {
        let image = try drawn(3, 2) { context in
            UIColor.red.setFill()
            context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
        }
        #expect(letters(image) == ["r..", "..."])
        let format = UIGraphicsImageRendererFormat.default()
        (format.scale, format.opaque) = (2, true)
        let bounds = CGRect(x: 10, y: 20, width: 2, height: 1)
        let renderer = UIGraphicsImageRenderer(bounds: bounds, format: format)
        var part: UIImage?
        let sharp = renderer.image { context in
            #expect(context.format.bounds == bounds && UIGraphicsGetCurrentContext() == context.cgContext)
            UIColor.blue.set()
            UIRectFill(CGRect(x: 11, y: 20, width: 1, height: 0.5))
            part = context.currentImage
        }
        #expect(letters(sharp.cgImage) == ["kkbb", "kkkk"] && sharp.scale == 2 && sharp.size == bounds.size)
        #expect(letters(part?.cgImage) == ["kkbb", "kkkk"] && UIGraphicsGetCurrentContext() == nil)
        let png = UIGraphicsImageRenderer(size: CGSize(width: 1, height: 1)).pngData {
            UIColor.green.setFill(); $0.fill(bounds.offsetBy(dx: -10, dy: -20))
        }
        #expect(letters(UIImage(data: png)?.cgImage) == ["g"])
        #expect(UIGraphicsImageRenderer(size: .zero).image { _ in Issue.record("nothing is to be drawn") }.cgImage == nil)
    }

    @Test("Contexts of pictures are nested, and none is left behind")
    func contexts() throws {
        #expect(UIGraphicsGetCurrentContext() == nil && UIGraphicsGetImageFromCurrentImageContext() == nil)
        UIGraphicsBeginImageContextWithOptions(CGSize(width: 2, height: 2), false, 0)
        UIGraphicsBeginImageContext(CGSize(width: 1, height: 1))
        UIColor.green.setFill()
        UIRectFill(CGRect(x: 0, y: 0, width: 9, height: 9))
        let inner = UIGraphicsGetImageFromCurrentImageContext()
        UIGraphicsEndImageContext()
        inner?.draw(at: CGPoint(x: 1, y: 0))
        let outer = UIGraphicsGetImageFromCurrentImageContext()
        UIGraphicsEndImageContext()
        #expect(letters(inner?.cgImage) == ["g"] && letters(outer?.cgImage) == [".g", ".."])
        #expect(UIGraphicsGetCurrentContext() == nil)
        UIGraphicsBeginImageContext(.zero)
        #expect(UIGraphicsGetCurrentContext() == nil)
        UIGraphicsEndImageContext()
        let context = try #require(
            CGContext(
                data: nil, width: 1, height: 1, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
        UIGraphicsPushContext(context)
        #expect(UIGraphicsGetCurrentContext() == context)
        UIGraphicsPopContext()
        #expect(UIGraphicsGetCurrentContext() == nil)
    }

    @Test("Arcs go round as they are seen where y grows downwards")
    func arcs() {
        let quarter = UIBezierPath(arcCenter: .zero, radius: 10, startAngle: 0, endAngle: .pi / 2, clockwise: true)
        quarter.addLine(to: .zero)
        quarter.close()
        #expect(quarter.contains(CGPoint(x: 5, y: 5)) && !quarter.contains(CGPoint(x: 5, y: -5)) && !quarter.contains(CGPoint(x: -5, y: 5)))
        let rest = UIBezierPath(arcCenter: .zero, radius: 10, startAngle: 0, endAngle: .pi / 2, clockwise: false)
        rest.addLine(to: .zero)
        rest.close()
        #expect(!rest.contains(CGPoint(x: 5, y: 5)) && rest.contains(CGPoint(x: 5, y: -5)) && rest.contains(CGPoint(x: -5, y: 5)))
    }

    @Test("Only the corners that are named are round")
    func corners() {
        let path = UIBezierPath(
            roundedRect: CGRect(x: 0, y: 0, width: 20, height: 20), byRoundingCorners: [.topLeft, .bottomRight],
            cornerRadii: CGSize(width: 8, height: 8))
        let places = [CGPoint(x: 1, y: 1), CGPoint(x: 19, y: 1), CGPoint(x: 19, y: 19), CGPoint(x: 1, y: 19)]
        #expect(places.map { path.contains($0) } == [false, true, false, true])
        #expect(path.contains(CGPoint(x: 2.5, y: 2.5)) && path.bounds == CGRect(x: 0, y: 0, width: 20, height: 20))
        #expect(!UIBezierPath(roundedRect: CGRect(x: 0, y: 0, width: 4, height: 4), cornerRadius: 50).contains(CGPoint(x: 0.3, y: 0.3)))
    }

    @Test("Paths fill, draw along, cut off and move")
    func paths() throws {
        let image = try drawn(5, 5) { context in
            UIColor.red.setFill()
            let ring = UIBezierPath(rect: CGRect(x: 0, y: 0, width: 5, height: 5))
            ring.append(UIBezierPath(rect: CGRect(x: 1, y: 1, width: 3, height: 3)))
            ring.usesEvenOddFillRule = true
            ring.fill()
            UIColor.blue.setStroke()
            let line = UIBezierPath()
            line.move(to: CGPoint(x: 0, y: 0))
            line.addLine(to: CGPoint(x: 3, y: 0))
            line.apply(CGAffineTransform(translationX: 1, y: 2.5))
            line.lineWidth = 1
            line.stroke()
            UIBezierPath(rect: CGRect(x: 2, y: 3, width: 1, height: 1)).addClip()
            UIColor.green.setFill()
            context.fill(CGRect(x: 0, y: 0, width: 5, height: 5))
        }
        #expect(letters(image) == ["rrrrr", "r...r", "rbbbr", "r.g.r", "rrrrr"])
        let path = UIBezierPath(ovalIn: CGRect(x: 0, y: 0, width: 4, height: 2))
        let copy = try #require(path.copy() as? UIBezierPath)
        copy.removeAllPoints()
        #expect(copy.isEmpty && !path.isEmpty && path.contains(CGPoint(x: 2, y: 1)) && !path.contains(CGPoint(x: 0.1, y: 0.1)))
    }

    @Test("A frame of one point is inside its rectangle")
    func frames() throws {
        let image = try drawn(4, 3) { _ in
            UIColor.red.set()
            UIRectFrame(CGRect(x: 0, y: 0, width: 4, height: 3))
        }
        #expect(letters(image) == ["rrrr", "r..r", "rrrr"])
        #expect(
            CGRect(x: 0, y: 0, width: 10, height: 10).inset(by: UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4))
                == CGRect(x: 2, y: 1, width: 4, height: 6))
    }

    @Test("Colours convert to hues and back, and to Core Image's")
    func colors() {
        var (hue, saturation, brightness, alpha): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
        #expect(UIColor.orange.getHue(&hue, saturation: &saturation, brightness: &brightness, alpha: &alpha))
        #expect(abs(hue - 1.0 / 12) < 1e-6 && saturation == 1 && brightness == 1 && alpha == 1)
        for (degrees, expected) in [
            (0.0, [1.0, 0, 0]), (60, [1, 1, 0]), (120, [0, 1, 0]), (180, [0, 1, 1]), (240, [0, 0, 1]), (300, [1, 0, 1]),
        ] {
            var (red, green, blue): (CGFloat, CGFloat, CGFloat) = (0, 0, 0)
            UIColor(hue: degrees / 360, saturation: 1, brightness: 1, alpha: 0.5).getRed(&red, green: &green, blue: &blue, alpha: &alpha)
            for (found, known) in zip([red, green, blue], expected) { #expect(abs(Double(found) - known) < 1e-5, "\(degrees)") }
            #expect(alpha == 0.5)
        }
        var white: CGFloat = 0
        #expect(UIColor(white: 0.25, alpha: 1).getWhite(&white, alpha: &alpha) && abs(white - 0.25) < 1e-6)
        let color = CIColor(color: UIColor(red: 0.2, green: 0.4, blue: 0.6, alpha: 0.8))
        #expect(abs(color.green - 0.4) < 1e-5 && abs(color.alpha - 0.8) < 1e-6)
        #expect(UIColor.red == UIColor(red: 1, green: 0, blue: 0, alpha: 1) && UIColor.red != UIColor.red.withAlphaComponent(0.5))
    }

    private func text(_ body: @escaping (CGRect) -> Void) throws -> CGImage {
        try drawn(100, 60) { context in
            UIColor.white.setFill()
            context.fill(CGRect(x: 0, y: 0, width: 100, height: 60))
            body(CGRect(x: 0, y: 0, width: 100, height: 60))
        }
    }

    @Test("Text stands upright below its point, as large as it is measured")
    func upright() throws {
        let attributes: [NSAttributedString.Key: Any] = [.font: UIFont.systemFont(ofSize: 32), .foregroundColor: UIColor.black]
        let size = "L".size(withAttributes: attributes)
        let image = try text { _ in "L".draw(at: CGPoint(x: 10, y: 5), withAttributes: attributes) }
        let box = CGRect(x: 10, y: 5, width: size.width.rounded(.up), height: size.height.rounded(.up))
        #expect(size.height == 32 && size.width > 5 && size.width < 40)
        let all = ink(image, in: CGRect(x: 0, y: 0, width: 100, height: 60))
        #expect(all > 30 && abs(ink(image, in: box) - all) < 0.5)
        // The foot of the letter is at its lower end.
        let half = CGRect(x: 10, y: 5, width: box.width, height: 16)
        #expect(ink(image, in: half) < 0.5 * all)
    }

    @Test("Lines wrap at words, at the side that is asked for, and what has no room ends in full stops")
    func wrapping() throws {
        let style = NSMutableParagraphStyle()
        style.alignment = .right
        style.lineSpacing = 4
        let font = UIFont.systemFont(ofSize: 16)
        let word = "word".size(withAttributes: [.font: font])
        let text = NSAttributedString(string: "word word\nword", attributes: [.font: font, .paragraphStyle: style])
        let two = text.boundingRect(with: CGSize(width: word.width * 3, height: 0), options: .usesLineFragmentOrigin, context: nil)
        #expect(abs(two.height - (2 * 16 + 4)) < 1e-6)
        let three = text.boundingRect(with: CGSize(width: word.width * 1.5, height: 0), options: .usesLineFragmentOrigin, context: nil)
        #expect(abs(three.height - (3 * 16 + 2 * 4)) < 1e-6)
        let image = try self.text { text.draw(in: $0) }
        #expect(ink(image, in: CGRect(x: 50, y: 0, width: 50, height: 60)) > 20)
        #expect(ink(image, in: CGRect(x: 0, y: 20, width: 50, height: 40)) == 0)
        style.lineBreakMode = .byTruncatingTail
        let short = NSAttributedString(string: "word word word word", attributes: [.font: font, .paragraphStyle: style])
        let cut = short.boundingRect(with: CGSize(width: 60, height: 0), options: .usesLineFragmentOrigin, context: nil)
        #expect(cut.height == 16 && cut.width <= 60 && cut.width > 40)
    }

    @Test("Text has colours behind it and lines below it")
    func decorated() throws {
        let image = try text { _ in
            "    ".draw(at: .zero, withAttributes: [.font: UIFont.systemFont(ofSize: 20), .backgroundColor: UIColor.red])
            "    ".draw(
                at: CGPoint(x: 0, y: 30),
                withAttributes: [.font: UIFont.systemFont(ofSize: 20), .underlineStyle: NSUnderlineStyle.thick.rawValue])
        }
        #expect(rgba(image)[5 * 100 + 3] == [255, 0, 0, 255])
        let line = ink(image, in: CGRect(x: 0, y: 30, width: 10, height: 20))
        #expect(line > 15 && line < 40)
    }
}
