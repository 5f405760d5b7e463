import Foundation
import Testing

@testable import CoreGraphics

@Suite struct ImageTests {
    func bitmap(
        _ bytes: [UInt8], width: Int, height: Int, bits: Int = 8, perPixel: Int = 32, perRow: Int, info: UInt32,
        space: CGColorSpace = CGColorSpaceCreateDeviceRGB()
    ) -> CGImage? {
        CGDataProvider(data: Data(bytes) as CFData).flatMap {
            CGImage(
                width: width, height: height, bitsPerComponent: bits, bitsPerPixel: perPixel, bytesPerRow: perRow, space: space,
                bitmapInfo: CGBitmapInfo(rawValue: info), provider: $0, decode: nil, shouldInterpolate: false, intent: .defaultIntent)
        }
    }

    func rgb(_ image: CGImage) throws -> [[UInt8]] {
        let output = try MutableRaster(allocating: .rgb8, width: image.width, height: image.height)
        try resample(
            image.raster(),
            .fill(sourceWidth: image.width, sourceHeight: image.height, outputWidth: image.width, outputHeight: image.height), into: output)
        return (0..<image.height).flatMap { y in (0..<image.width).map { x in (0..<3).map { output.byte(x, y, $0) } } }
    }

    @Test("Byte order and alpha position say which byte is red")
    func orders() throws {
        let bytes: [UInt8] = [10, 20, 30, 255]
        let last = CGImageAlphaInfo.noneSkipLast.rawValue
        let first = CGImageAlphaInfo.noneSkipFirst.rawValue
        let little = CGBitmapInfo.byteOrder32Little.rawValue
        let big = CGBitmapInfo.byteOrder32Big.rawValue
        for (info, expected) in [
            (last, [10, 20, 30]), (big | last, [10, 20, 30]), (first, [20, 30, 255]), (little | first, [30, 20, 10]),
            (little | last, [255, 30, 20]),
        ] as [(UInt32, [UInt8])] {
            let image = try #require(bitmap(bytes, width: 1, height: 1, perRow: 4, info: info))
            #expect(try rgb(image) == [expected])
        }
    }

    @Test("Packed, indexed, deep and one-bit pixels are read")
    func formats() throws {
        let packed = try #require(
            bitmap(
                [0x00, 0xF8, 0xE0, 0x07], width: 2, height: 1, bits: 5, perPixel: 16, perRow: 4,
                info: CGImagePixelFormatInfo.RGB565.rawValue | CGBitmapInfo.byteOrder16Little.rawValue))
        #expect(try rgb(packed) == [[255, 0, 0], [0, 255, 0]])
        let table: [UInt8] = [1, 2, 3, 200, 100, 50]
        let space = try #require(CGColorSpace(indexedBaseSpace: CGColorSpaceCreateDeviceRGB(), last: 1, colorTable: table))
        let indexed = try #require(bitmap([0b0110_0000], width: 4, height: 1, bits: 1, perPixel: 1, perRow: 1, info: 0, space: space))
        #expect(try rgb(indexed) == [[1, 2, 3], [200, 100, 50], [200, 100, 50], [1, 2, 3]])
        let deep = try #require(
            bitmap(
                [0x80, 0x00, 0xFF, 0xFF, 0, 0], width: 1, height: 1, bits: 16, perPixel: 48, perRow: 6,
                info: CGBitmapInfo.byteOrder16Big.rawValue))
        #expect(try rgb(deep) == [[128, 255, 0]])
        let gray = try #require(
            bitmap([0b1010_0000], width: 3, height: 1, bits: 1, perPixel: 1, perRow: 1, info: 0, space: CGColorSpaceCreateDeviceGray()))
        #expect(try rgb(gray) == [[255, 255, 255], [0, 0, 0], [255, 255, 255]])
    }

    @Test("Sizes that contradict each other make no image, and missing bytes an error")
    func contradictions() throws {
        #expect(bitmap([0], width: 2, height: 1, perRow: 4, info: 5) == nil)
        #expect(bitmap([0], width: 0, height: 1, perRow: 4, info: 5) == nil)
        #expect(bitmap([0], width: 1, height: 1, bits: 7, perRow: 4, info: 5) == nil)
        #expect(bitmap([0], width: 1, height: 1 << 40, perRow: 4, info: 5) == nil)
        let short = try #require(bitmap([0, 0, 0], width: 1, height: 1, perRow: 4, info: 5))
        #expect(throws: ImageError.self) { try short.raster() }
    }

    @Test("A cropped image shows its part, and its bytes are those of the part")
    func cropping() throws {
        let bytes = (0..<48).map { UInt8($0) }
        let whole = try #require(bitmap(bytes, width: 4, height: 3, perRow: 16, info: CGImageAlphaInfo.noneSkipLast.rawValue))
        let part = try #require(whole.cropping(to: CGRect(x: 1, y: 1, width: 2, height: 5)))
        #expect(part.width == 2 && part.height == 2)
        #expect(try rgb(part) == [[20, 21, 22], [24, 25, 26], [36, 37, 38], [40, 41, 42]])
        let data = try #require(part.dataProvider?.data as Data?)
        #expect(data[0] == 20 && data[part.bytesPerRow] == 36)
        #expect(whole.cropping(to: CGRect(x: 9, y: 0, width: 1, height: 1)) == nil)
    }

    @Test("A mask becomes alpha, a colour range becomes transparent")
    func masks() throws {
        let base = try #require(
            bitmap([255, 0, 0, 255, 0, 255, 0, 255], width: 2, height: 1, perRow: 8, info: CGImageAlphaInfo.noneSkipLast.rawValue))
        let provider = try #require(CGDataProvider(data: Data([0, 255])))
        let mask = try #require(
            CGImage(
                maskWidth: 2, height: 1, bitsPerComponent: 8, bitsPerPixel: 8, bytesPerRow: 2, provider: provider, decode: nil,
                shouldInterpolate: false))
        let masked = try #require(base.masking(mask))
        #expect(try rgb(masked) == [[255, 0, 0], [0, 0, 0]])
        let keyed = try #require(base.copy(maskingColorComponents: [0, 10, 200, 255, 0, 10]))
        #expect(try rgb(keyed) == [[255, 0, 0], [0, 0, 0]])
    }
}

@Suite struct ContextTests {
    func context(_ width: Int, _ height: Int) throws -> CGContext {
        try #require(
            CGContext(
                data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
    }

    func pixel(_ context: CGContext, _ x: Int, _ y: Int) -> [UInt8] {
        (0..<4).compactMap { context.bitmap?.byte(x, y, $0) }
    }

    @Test("The origin is at the lower left")
    func origin() throws {
        let context = try context(10, 10)
        context.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
        context.fill(CGRect(x: 0, y: 0, width: 4, height: 2))
        #expect(pixel(context, 0, 9) == [255, 0, 0, 255] && pixel(context, 3, 8) == [255, 0, 0, 255])
        #expect(pixel(context, 0, 7) == [0, 0, 0, 0] && pixel(context, 4, 9) == [0, 0, 0, 0])
    }

    @Test("Half covered pixels are half painted, and half transparent paint mixes")
    func coverage() throws {
        let context = try context(4, 4)
        context.setFillColor(gray: 1, alpha: 1)
        context.fill(CGRect(x: 0.5, y: 0, width: 2, height: 4))
        #expect(pixel(context, 0, 0) == [128, 128, 128, 128] && pixel(context, 1, 0) == [255, 255, 255, 255])
        context.setFillColor(red: 0, green: 0, blue: 0, alpha: 0.5)
        context.fill(CGRect(x: 1, y: 0, width: 1, height: 4))
        #expect(pixel(context, 1, 0) == [128, 128, 128, 255])
    }

    @Test("The painted area of shapes is their area", arguments: [0, 1, 2, 3])
    func areas(shape: Int) throws {
        let context = try context(100, 100)
        context.setFillColor(gray: 1, alpha: 1)
        context.setStrokeColor(gray: 1, alpha: 1)
        context.setLineWidth(5)
        let expected: Double
        switch shape {
        case 0:
            context.fillEllipse(in: CGRect(x: 10, y: 20, width: 60, height: 40))
            expected = .pi * 30 * 20
        case 1:
            context.stroke(CGRect(x: 20, y: 20, width: 50, height: 30))
            expected = 55 * 35 - 45 * 25
        case 2:
            context.setLineCap(.round)
            context.strokeLineSegments(between: [CGPoint(x: 20, y: 20), CGPoint(x: 70, y: 60)])
            expected = (2500.0 + 1600).squareRoot() * 5 + .pi * 2.5 * 2.5
        default:
            context.translateBy(x: 50, y: 50)
            context.rotate(by: 0.5)
            context.addRect(CGRect(x: -20, y: -20, width: 40, height: 40))
            context.addRect(CGRect(x: -10, y: -10, width: 20, height: 20))
            context.fillPath(using: .evenOdd)
            expected = 1600 - 400
        }
        var sum = 0.0
        for y in 0..<100 {
            for x in 0..<100 { sum += Double(pixel(context, x, y)[3]) / 255 }
        }
        #expect(abs(sum - expected) < 0.01 * expected + 1)
    }

    @Test("An image is drawn upright, scaled, flipped and turned")
    func images() throws {
        let small = try context(2, 2)
        for (index, colour) in [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1]].enumerated() {
            small.setFillColor(red: CGFloat(colour[0]), green: CGFloat(colour[1]), blue: CGFloat(colour[2]), alpha: 1)
            small.fill(CGRect(x: index % 2, y: 1 - index / 2, width: 1, height: 1))
        }
        let image = try #require(small.makeImage())
        let large = try context(8, 8)
        large.interpolationQuality = .none
        large.draw(image, in: CGRect(x: 0, y: 0, width: 8, height: 8))
        #expect(pixel(large, 0, 0) == [255, 0, 0, 255] && pixel(large, 7, 0) == [0, 255, 0, 255])
        #expect(pixel(large, 0, 7) == [0, 0, 255, 255] && pixel(large, 7, 7) == [255, 255, 255, 255])
        large.saveGState()
        large.translateBy(x: 0, y: 8)
        large.scaleBy(x: 1, y: -1)
        large.draw(image, in: CGRect(x: 0, y: 0, width: 8, height: 8))
        large.restoreGState()
        #expect(pixel(large, 0, 7) == [255, 0, 0, 255] && pixel(large, 0, 0) == [0, 0, 255, 255])
        large.translateBy(x: 8, y: 0)
        large.rotate(by: .pi / 2)
        large.draw(image, in: CGRect(x: 0, y: 0, width: 8, height: 8))
        #expect(pixel(large, 0, 7) == [255, 0, 0, 255] && pixel(large, 0, 0) == [0, 255, 0, 255])
    }

    @Test("Nothing is painted outside the clip")
    func clipping() throws {
        let context = try context(10, 10)
        context.clip(to: CGRect(x: 2, y: 2, width: 4, height: 4))
        context.setFillColor(gray: 1, alpha: 1)
        context.fill(CGRect(x: 0, y: 0, width: 10, height: 10))
        #expect(pixel(context, 1, 9)[3] == 0 && pixel(context, 2, 7)[3] == 255 && pixel(context, 6, 7)[3] == 0)
        #expect(context.boundingBoxOfClipPath == CGRect(x: 2, y: 2, width: 4, height: 4))
    }

    @Test("Stroked and dashed copies of a path cover what the context strokes")
    func strokedPaths() throws {
        let path = CGMutablePath()
        path.addLines(between: [CGPoint(x: 10, y: 10), CGPoint(x: 60, y: 10), CGPoint(x: 60, y: 60)])
        let outline = path.copy(strokingWithWidth: 6, lineCap: .butt, lineJoin: .miter, miterLimit: 10)
        #expect(outline.contains(CGPoint(x: 62.5, y: 7.5)) && !outline.contains(CGPoint(x: 50, y: 20)))
        #expect(outline.boundingBox == CGRect(x: 10, y: 7, width: 53, height: 53))
        let dashes = path.copy(dashingWithPhase: 0, lengths: [10, 10]).polygons(flatness: 1)
        #expect(dashes.count == 5 && dashes[0].points == [CGPoint(x: 10, y: 10), CGPoint(x: 20, y: 10)])
    }

    @Test(
        "Coordinates and widths that are no numbers, or beyond all bounds, draw nothing or everything",
        arguments: [
            CGFloat.nan, .infinity, -.infinity, 1e300, -1e300, 1e18, 1e-300,
        ])
    func wildNumbers(wild: CGFloat) throws {
        let context = try context(16, 16)
        let image = try #require(context.makeImage())
        for rect in [
            CGRect(x: wild, y: 0, width: 5, height: 5), CGRect(x: 0, y: 0, width: wild, height: 5),
            CGRect(x: 0, y: wild, width: 5, height: wild),
        ] {
            context.fill(rect)
            context.stroke(rect, width: 2)
            context.strokeEllipse(in: rect)
            context.draw(image, in: rect)
            context.draw(image, in: rect, byTiling: true)
            context.saveGState()
            context.rotate(by: 0.3)
            context.draw(image, in: rect)
            context.clip(to: rect)
            context.restoreGState()
            _ = image.cropping(to: rect)
        }
        context.setLineCap(.round)
        context.setLineWidth(wild)
        context.setLineDash(phase: wild, lengths: [wild, 1])
        context.strokeLineSegments(between: [CGPoint(x: 1, y: 1), CGPoint(x: 9, y: 9)])
        context.setLineDash(phase: 0, lengths: [])
        context.concatenate(CGAffineTransform(a: wild, b: 0, c: 1, d: wild, tx: 0, ty: 0))
        context.draw(image, in: CGRect(x: 0, y: 0, width: 4, height: 4))
        context.addArc(center: .zero, radius: wild, startAngle: 0, endAngle: wild, clockwise: true)
        context.setFillColor(red: wild, green: wild, blue: 0, alpha: wild)
        context.fillPath()
    }

    @Test("A mask lets paint through where it is white")
    func maskClip() throws {
        let mask = try #require(
            CGContext(
                data: nil, width: 2, height: 1, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceGray(), bitmapInfo: 0))
        mask.setFillColor(gray: 1, alpha: 1)
        mask.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
        let image = try #require(mask.makeImage())
        let context = try context(10, 10)
        context.clip(to: CGRect(x: 0, y: 0, width: 10, height: 10), mask: image)
        context.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
        context.fill(CGRect(x: 0, y: 0, width: 10, height: 10))
        #expect(pixel(context, 0, 5) == [255, 0, 0, 255] && pixel(context, 9, 5)[3] == 0)
    }

    @Test("Formats that cannot be drawn in make no context")
    func badFormats() {
        let space = CGColorSpaceCreateDeviceRGB()
        #expect(CGContext(data: nil, width: 0, height: 1, bitsPerComponent: 8, bytesPerRow: 0, space: space, bitmapInfo: 1) == nil)
        #expect(CGContext(data: nil, width: 4, height: 4, bitsPerComponent: 8, bytesPerRow: 8, space: space, bitmapInfo: 1) == nil)
        #expect(CGContext(data: nil, width: 4, height: 4, bitsPerComponent: 8, bytesPerRow: 0, space: space, bitmapInfo: 3) == nil)
        #expect(
            CGContext(data: nil, width: 1 << 30, height: 1 << 30, bitsPerComponent: 8, bytesPerRow: 0, space: space, bitmapInfo: 1) == nil)
    }

    @Test("Every printable character has a glyph, and text is as wide as it says")
    func text() throws {
        for code in 33...126 { #expect(StrokeFont.glyphs[Character(UnicodeScalar(UInt8(code)))] != nil) }
        #expect(StrokeFont.glyphs(of: "°").first??.lines.isEmpty == false && StrokeFont.glyphs["°"] != nil)
        let context = try context(400, 40)
        context.setFillColor(gray: 1, alpha: 1)
        context.drawText("Golden retriever 97 %", at: CGPoint(x: 10, y: 10), size: 24)
        let columns = (0..<400).filter { x in (0..<40).contains { pixel(context, x, $0)[3] > 128 } }
        let width = CGContext.textWidth("Golden retriever 97 %", size: 24)
        let (first, last) = (try #require(columns.min()), try #require(columns.max()))
        #expect(abs(CGFloat(last + 1) - (10 + width)) < 3 && abs(first - 10) <= 2)
    }

    @Test(
        "Characters that the line font lacks are drawn in the system's fonts, each in its own form",
        .enabled(if: OutlineText.isAvailable, "needs Pango and a font"))
    func scripts() throws {
        var seen: [[Int]] = []
        for text in ["ψ", "ж", "é", "e", "?"] {
            let context = try context(60, 40)
            context.setFillColor(gray: 1, alpha: 1)
            context.drawText(text, at: CGPoint(x: 10, y: 14), size: 24)
            let ink = (0..<40).flatMap { y in (0..<60).map { x in Int(pixel(context, x, y)[3]) } }
            #expect(ink.contains { $0 > 128 } && !seen.contains(ink), "\(text)")
            seen.append(ink)
            let columns = ink.indices.filter { ink[$0] > 128 }.map { $0 % 60 }
            let width = CGContext.textWidth(text, size: 24)
            #expect(try #require(columns.min()) >= 9 && CGFloat(try #require(columns.max())) <= 11 + width, "\(text)")
        }
        #expect(OutlineText("Golden retriever 97 %, 3°") == nil && OutlineText("ورد\u{0}\n 97 %") != nil)
        #expect(CGContext.textWidth("Πικραλίδα", size: 24) > CGContext.textWidth("ψ", size: 24) * 4)
    }
}
