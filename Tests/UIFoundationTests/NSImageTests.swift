import AppKit
import Foundation
import TestSupport
import Testing

@Suite("Pictures of AppKit")
struct NSImageTests {
    static let stored = ["rg", "by", "wk"]

    /// A file of the stored pixels with properties such as an orientation.
    private func file(_ type: String, _ properties: [String: Any], _ rows: [String] = NSImageTests.stored) throws -> Data {
        let image = try #require(picture(rows))
        return try #require(PictureFile.data(image, type, properties))
    }

    private func pixels(_ image: NSImage?) -> [String] { letters(image?.cgImage(forProposedRect: nil, context: nil, hints: nil)) }

    @Test("Pictures of files are as they are looked at, unless the orientation is to be ignored")
    func orientation() throws {
        let data = try file("public.tiff", [kCGImagePropertyOrientation: 6])
        let image = try #require(NSImage(data: data))
        #expect(image.size == NSSize(width: 3, height: 2) && pixels(image) == ["wbr", "kyg"])
        let plain = try #require(NSImage(dataIgnoringOrientation: data))
        #expect(plain.size == NSSize(width: 2, height: 3) && pixels(plain) == Self.stored)
        #expect(NSBitmapImageRep(data: data)?.pixelsWide == 2)
    }

    @Test("The size follows from the dots per inch, the pixels do not, and files keep both")
    func resolution() throws {
        let data = try file("public.png", [kCGImagePropertyDPIWidth: 144.0, kCGImagePropertyDPIHeight: 144.0])
        let image = try #require(NSImage(data: data))
        #expect(abs(image.size.width - 1) < 0.01 && abs(image.size.height - 1.5) < 0.01 && pixels(image) == Self.stored)
        let rep = try #require(image.representations.first as? NSBitmapImageRep)
        let png = try #require(rep.representation(using: .png, properties: [:]))
        let again = try #require(NSImage(data: png))
        #expect(abs(again.size.height - 1.5) < 0.01 && pixels(again) == Self.stored)
    }

    @Test("A file that cannot be read gives nil, and by reference a picture that is not valid")
    func missing() throws {
        let folder = try TemporaryFolder()
        let none = folder.file("none.png")
        #expect(NSImage(contentsOf: none) == nil && NSImage(contentsOfFile: none.path) == nil && NSImage(data: Data([1])) == nil)
        let image = try #require(NSImage(byReferencingFile: none.path))
        #expect(!image.isValid && image.cgImage(forProposedRect: nil, context: nil, hints: nil) == nil && image.tiffRepresentation == nil)
        try file("public.png", [:]).write(to: none)
        var rect = NSRect(x: 0, y: 0, width: 2, height: 3)
        let there = NSImage(byReferencing: none)
        #expect(there.isValid && letters(there.cgImage(forProposedRect: &rect, context: nil, hints: nil)) == Self.stored)
        #expect(letters(there.cgImage(forProposedRect: &there.alignmentRect, context: nil, hints: nil)) == Self.stored)
        #expect(there.alignmentRect == rect)
        let remote = try #require(URL(string: "https://example.org/a.png"))
        #expect(NSImage(named: "no picture of this name") == nil && NSImage(contentsOf: remote) == nil)
    }

    @Test("Literals of colours and pictures are of AppKit; a picture that is missing ends the program")
    func literals() async throws {
        let colors = [NSColor.clear, #colorLiteral(red: 0.25, green: 0.5, blue: 1, alpha: 0.75)]
        #expect(colors[1].cgColor.components == [0.25, 0.5, 1, 0.75])
        // A process lists the main bundle only once, so that a picture that comes later is found only by a new process.
        await #expect(processExitsWith: .success) {
            try withPictureInMainBundle(NSImageTests.stored) { name in
                let image = NSImage(imageLiteralResourceName: name)
                let pixels = letters(image.cgImage(forProposedRect: nil, context: nil, hints: nil))
                #expect(pixels == NSImageTests.stored && image.isValid)
            }
        }
        await #expect(processExitsWith: .failure) {
            let images: [NSImage] = [#imageLiteral(resourceName: "no picture of this name")]
            _ = images
        }
    }

    @Test("A picture becomes a PNG file by the calls that programs use")
    func conversion() throws {
        let image = NSImage(cgImage: try #require(picture(Self.stored)), size: .zero)
        let tiff = try #require(image.tiffRepresentation)
        let bitmap = try #require(NSBitmapImageRep(data: tiff))
        let png = try #require(bitmap.representation(using: .png, properties: [:]))
        #expect(png.prefix(4) == Data([0x89, 0x50, 0x4E, 0x47]) && pixels(NSImage(data: png)) == Self.stored)
        let small = try #require(bitmap.representation(using: .jpeg, properties: [.compressionFactor: 0.0]))
        let large = try #require(bitmap.representation(using: .jpeg, properties: [.compressionFactor: 1.0]))
        #expect(small.count < large.count && bitmap.representation(using: .gif) == nil)
        let both = NSImage(size: .zero)
        both.addRepresentations([bitmap, NSBitmapImageRep(cgImage: try #require(picture(["cc"])))])
        let reps = NSBitmapImageRep.imageReps(with: try #require(both.tiffRepresentation))
        #expect(both.size == NSSize(width: 2, height: 3) && reps.map(\.pixelsHigh) == [3, 1] && pixels(both) == Self.stored)
    }

    @Test("A picture with the focus is drawn into from its lower left, over its earlier pixels")
    func focus() throws {
        let image = NSImage(cgImage: try #require(picture(["ww", "ww"])), size: .zero)
        image.lockFocus()
        NSColor.red.setFill()
        NSRect(x: 0, y: 0, width: 1, height: 1).fill()
        image.unlockFocus()
        #expect(pixels(image) == ["ww", "rw"] && NSGraphicsContext.current == nil)
        image.lockFocusFlipped(true)
        NSColor.blue.setFill()
        NSBezierPath.fill(NSRect(x: 0, y: 0, width: 1, height: 1))
        image.unlockFocus()
        #expect(pixels(image) == ["bw", "rw"])
        let empty = NSImage(size: .zero)
        empty.lockFocus()
        NSBezierPath.fill(NSRect(x: 0, y: 0, width: 1, height: 1))
        empty.unlockFocus()
        #expect(!empty.isValid)
    }

    @Test("A function draws when it is needed, the way up that it wants, and a context is there for it", arguments: [false, true])
    func handler(_ isFlipped: Bool) throws {
        let image = NSImage(size: NSSize(width: 2, height: 2), flipped: isFlipped) { rect in
            #expect(rect == NSRect(x: 0, y: 0, width: 2, height: 2) && NSGraphicsContext.current?.isFlipped == isFlipped)
            NSGraphicsContext.current?.cgContext.setFillColor(NSColor.red.cgColor)
            NSGraphicsContext.current?.cgContext.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
            return true
        }
        #expect(pixels(image) == (isFlipped ? ["r.", ".."] : ["..", "r."]))
        #expect(pixels(NSImage(size: NSSize(width: 2, height: 2), flipped: isFlipped) { _ in false }).isEmpty)
    }

    @Test("A part of a picture is drawn where it is asked for, upright unless the context is flipped and that is not respected")
    func parts() throws {
        let image = NSImage(cgImage: try #require(picture(Self.stored)), size: .zero)
        let lower = NSRect(x: 0, y: 0, width: 2, height: 2)
        func drawn(_ isFlipped: Bool, _ body: @escaping (NSRect) -> Void) -> [String] {
            pixels(
                NSImage(size: NSSize(width: 2, height: 2), flipped: isFlipped) {
                    body($0); return true
                })
        }
        #expect(drawn(false) { image.draw(in: $0, from: lower, operation: .sourceOver, fraction: 1) } == ["by", "wk"])
        #expect(
            drawn(true) { image.draw(in: $0, from: lower, operation: .copy, fraction: 1, respectFlipped: true, hints: nil) } == [
                "by", "wk",
            ])
        #expect(drawn(true) { image.draw(in: $0, from: lower, operation: .copy, fraction: 1) } == ["wk", "by"])
        #expect(drawn(false) { _ in image.draw(at: NSPoint(x: 0, y: 1), from: lower, operation: .copy, fraction: 1) } == ["wk", ".."])
        #expect(drawn(false) { _ in image.draw(in: NSRect(x: 0, y: 0, width: 2, height: 3)) } == ["by", "wk"])
    }
}

@Suite("Bitmaps, contexts and paths of AppKit")
struct NSGraphicsTests {
    private func bitmap(_ width: Int, _ height: Int) throws -> NSBitmapImageRep {
        try #require(
            NSBitmapImageRep(
                bitmapDataPlanes: nil, pixelsWide: width, pixelsHigh: height, bitsPerSample: 8, samplesPerPixel: 4, hasAlpha: true,
                isPlanar: false, colorSpaceName: .deviceRGB, bytesPerRow: 0, bitsPerPixel: 0))
    }

    @Test("Bitmaps are drawn in, and their pixels are read and changed")
    func bitmaps() throws {
        let rep = try bitmap(3, 2)
        #expect(rep.hasAlpha && rep.samplesPerPixel == 4 && rep.bitsPerPixel == 32 && rep.bytesPerRow >= 12 && !rep.isPlanar)
        NSGraphicsContext.saveGraphicsState()
        NSGraphicsContext.current = NSGraphicsContext(bitmapImageRep: rep)
        NSColor.red.setFill()
        NSRect(x: 0, y: 0, width: 1, height: 1).fill()
        NSGraphicsContext.restoreGraphicsState()
        #expect(NSGraphicsContext.current == nil && letters(rep.cgImage) == ["...", "r.."])
        rep.setColor(.green, atX: 2, y: 0)
        rep.setColor(.green, atX: 3, y: 0)
        #expect(letters(rep.cgImage) == ["..g", "r.."] && rep.colorAt(x: 0, y: 1) == .red && rep.colorAt(x: 0, y: 2) == nil)
        let bytes = try #require(rep.bitmapData)
        (bytes[0], bytes[3]) = (255, 255)
        #expect(letters(rep.cgImage) == ["r.g", "r.."])
        rep.setColor(NSColor(srgbRed: 1, green: 0, blue: 0, alpha: 0.5), atX: 1, y: 0)
        let half = try #require(rep.colorAt(x: 1, y: 0))
        #expect(abs(half.redComponent - 1) < 0.01 && abs(half.alphaComponent - 0.5) < 0.01)
    }

    @Test("The caller's memory is drawn in, and forms that contexts have not give nil")
    func forms() throws {
        var memory = [UInt8](repeating: 0, count: 16)
        try memory.withUnsafeMutableBufferPointer { buffer in
            var start = buffer.baseAddress
            let rep = try #require(
                NSBitmapImageRep(
                    bitmapDataPlanes: &start, pixelsWide: 2, pixelsHigh: 2, bitsPerSample: 8, samplesPerPixel: 4, hasAlpha: true,
                    isPlanar: false, colorSpaceName: .calibratedRGB, bytesPerRow: 8, bitsPerPixel: 32))
            rep.setColor(.blue, atX: 1, y: 1)
        }
        #expect(memory == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255])
        for (bits, samples, isPlanar) in [(16, 4, false), (8, 4, true), (8, 3, false), (8, 2, false)] {
            #expect(
                NSBitmapImageRep(
                    bitmapDataPlanes: nil, pixelsWide: 2, pixelsHigh: 2, bitsPerSample: bits, samplesPerPixel: samples, hasAlpha: true,
                    isPlanar: isPlanar, colorSpaceName: .deviceRGB, bytesPerRow: 0, bitsPerPixel: 0) == nil)
        }
        let gray = try #require(
            NSBitmapImageRep(
                bitmapDataPlanes: nil, pixelsWide: 2, pixelsHigh: 1, bitsPerSample: 8, samplesPerPixel: 1, hasAlpha: false, isPlanar: false,
                colorSpaceName: .deviceWhite, bytesPerRow: 0, bitsPerPixel: 8))
        gray.setColor(.white, atX: 1, y: 0)
        #expect(letters(gray.cgImage) == ["kw"] && gray.samplesPerPixel == 1 && !gray.hasAlpha)
    }

    @Test("Pixels of a picture are read and changed without changing the picture")
    func copies() throws {
        let image = try #require(picture(["rg", "b."]))
        let rep = NSBitmapImageRep(cgImage: image)
        #expect(rep.colorAt(x: 1, y: 0) == .green && rep.colorAt(x: 1, y: 1)?.alphaComponent == 0)
        rep.setColor(.white, atX: 0, y: 0)
        #expect(letters(rep.cgImage) == ["wg", "b."] && letters(image) == ["rg", "b."])
        #expect(CIImage(bitmapImageRep: rep)?.extent == CGRect(x: 0, y: 0, width: 2, height: 2))
        let recipe = NSCIImageRep(ciImage: CIImage(cgImage: image))
        let shown = NSImage(size: recipe.size)
        shown.addRepresentation(recipe)
        #expect(letters(shown.cgImage(forProposedRect: nil, context: nil, hints: nil)) == ["rg", "b."])
    }

    @Test("The state of a context is taken up again, with the context that was current")
    func states() throws {
        let (outer, inner) = (try bitmap(2, 1), try bitmap(2, 1))
        NSGraphicsContext.current = NSGraphicsContext(bitmapImageRep: outer)
        NSColor.red.setFill()
        NSGraphicsContext.saveGraphicsState()
        NSColor.blue.setFill()
        NSGraphicsContext.current = NSGraphicsContext(bitmapImageRep: inner)
        NSBezierPath.fill(NSRect(x: 0, y: 0, width: 1, height: 1))
        NSGraphicsContext.restoreGraphicsState()
        NSBezierPath.fill(NSRect(x: 1, y: 0, width: 1, height: 1))
        NSGraphicsContext.current = nil
        #expect(letters(outer.cgImage) == [".r"] && letters(inner.cgImage) == ["k."])
    }

    @Test("A path's elements are told one by one, as converters ask for them")
    func elements() {
        let path = NSBezierPath()
        path.move(to: NSPoint(x: 1, y: 2))
        path.relativeLine(to: NSPoint(x: 3, y: 0))
        path.curve(to: NSPoint(x: 0, y: 9), controlPoint1: NSPoint(x: 4, y: 5), controlPoint2: NSPoint(x: 2, y: 8))
        path.close()
        var points = [NSPoint](repeating: .zero, count: 3)
        #expect(path.elementCount == 4)
        #expect((0..<4).map { path.element(at: $0) } == [.moveTo, .lineTo, .curveTo, .closePath])
        #expect(path.element(at: 1, associatedPoints: &points) == .lineTo && points[0] == NSPoint(x: 4, y: 2))
        _ = path.element(at: 2, associatedPoints: &points)
        #expect(points == [NSPoint(x: 4, y: 5), NSPoint(x: 2, y: 8), NSPoint(x: 0, y: 9)])
        let arc = NSBezierPath()
        arc.appendArc(withCenter: .zero, radius: 2, startAngle: 0, endAngle: 90)
        #expect(abs(arc.currentPoint.x) < 1e-9 && abs(arc.currentPoint.y - 2) < 1e-9 && arc.bounds.minX > -1e-9)
        arc.transform(using: AffineTransform(translationByX: 5, byY: 0))
        #expect(abs(arc.currentPoint.x - 5) < 1e-9)
    }

    @Test("Paths draw in the current context, with their rule and their dashes")
    func drawing() throws {
        let rep = try bitmap(5, 3)
        NSGraphicsContext.current = NSGraphicsContext(bitmapImageRep: rep)
        NSColor.red.set()
        let ring = NSBezierPath(rect: NSRect(x: 0, y: 0, width: 5, height: 3))
        ring.appendRect(NSRect(x: 1, y: 1, width: 3, height: 1))
        ring.windingRule = .evenOdd
        ring.fill()
        NSColor.blue.setStroke()
        let line = NSBezierPath()
        line.move(to: NSPoint(x: 1, y: 1.5))
        line.line(to: NSPoint(x: 4, y: 1.5))
        line.setLineDash([1, 1], count: 2, phase: 0)
        line.stroke()
        NSGraphicsContext.current = nil
        #expect(letters(rep.cgImage) == ["rrrrr", "rb.br", "rrrrr"])
        NSColor.green.setFill()
        ring.fill()
        #expect(letters(rep.cgImage) == ["rrrrr", "rb.br", "rrrrr"])
    }

    @Test("Text stands above its point, which is at its lower left")
    func text() throws {
        let rep = try bitmap(60, 60)
        NSGraphicsContext.current = NSGraphicsContext(bitmapImageRep: rep)
        NSColor.white.setFill()
        NSRect(x: 0, y: 0, width: 60, height: 60).fill()
        let attributes: [NSAttributedString.Key: Any] = [.font: NSFont.systemFont(ofSize: 24), .foregroundColor: NSColor.black]
        NSAttributedString(string: "L", attributes: attributes).draw(at: NSPoint(x: 10, y: 30))
        NSGraphicsContext.current = nil
        let image = try #require(rep.cgImage)
        let all = ink(image, in: CGRect(x: 0, y: 0, width: 60, height: 60))
        // In rows from the top, the line is between 6 and 30; the foot of the letter is in its lower half.
        #expect(all > 20 && abs(ink(image, in: CGRect(x: 0, y: 6, width: 60, height: 24)) - all) < 0.5)
        #expect(ink(image, in: CGRect(x: 0, y: 6, width: 60, height: 12)) < 0.5 * all)
    }

    @Test("Colours are mixed, converted and compared")
    func colors() throws {
        let mixed = try #require(NSColor.red.blended(withFraction: 0.25, of: .blue))
        #expect(abs(mixed.redComponent - 0.75) < 1e-5 && abs(mixed.blueComponent - 0.25) < 1e-5)
        // Rec. 601's weight of green.
        #expect(abs(try #require(NSColor.green.usingColorSpace(.deviceGray)).whiteComponent - 0.587) < 1e-6)
        #expect(NSColor.white.usingColorSpace(.sRGB) != nil)
        #expect(
            abs(NSColor.orange.hueComponent - 1.0 / 12) < 1e-6
                && NSColor(hue: 0.5, saturation: 1, brightness: 1, alpha: 1).redComponent == 0)
        #expect(NSFont(name: "", size: 3) == nil && NSFont.systemFont(ofSize: 0).pointSize == 13)
    }
}
