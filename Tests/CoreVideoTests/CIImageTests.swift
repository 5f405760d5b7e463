import CoreImage
import Foundation
import Testing

/// Gray pictures as rows of numbers, top row first.
private typealias Rows = [[UInt8]]

private func makeRows(_ width: Int, _ height: Int) -> Rows {
    (0..<height).map { y in (0..<width).map { x in UInt8((y * width + x) * 7 % 251) } }
}

private func makeImage(_ rows: Rows) throws -> CGImage {
    let provider = try #require(CGDataProvider(data: Data(rows.joined())))
    let image = CGImage(
        width: rows[0].count, height: rows.count, bitsPerComponent: 8, bitsPerPixel: 8, bytesPerRow: rows[0].count,
        space: CGColorSpaceCreateDeviceGray(), bitmapInfo: CGBitmapInfo(rawValue: 0), provider: provider, decode: nil,
        shouldInterpolate: false, intent: .defaultIntent)
    return try #require(image)
}

private func render(_ image: CIImage, _ rect: CGRect? = nil, _ format: CIFormat = .L8) -> Rows {
    let area = (rect ?? image.extent).integral
    var bytes = [UInt8](repeating: 77, count: Int(area.width) * Int(area.height))
    CIContext().render(image, toBitmap: &bytes, rowBytes: Int(area.width), bounds: area, format: format, colorSpace: nil)
    return (0..<Int(area.height)).map { Array(bytes[$0 * Int(area.width)..<($0 + 1) * Int(area.width)]) }
}

/// EXIF's definition: where the stored first row and column are in the picture that is seen.
private func upright(_ stored: Rows, _ orientation: Int) -> Rows {
    let (width, height) = (stored[0].count, stored.count)
    let (newWidth, newHeight) = orientation < 5 ? (width, height) : (height, width)
    return (0..<newHeight).map { y in
        (0..<newWidth).map { x in
            switch orientation {
            case 2: stored[y][width - 1 - x]  // the first column is the right one
            case 3: stored[height - 1 - y][width - 1 - x]
            case 4: stored[height - 1 - y][x]  // the first row is the bottom one
            case 5: stored[x][y]  // the first row is the left column, the first column the top row
            case 6: stored[height - 1 - x][y]  // the first row is the right column, the first column the top row
            case 7: stored[height - 1 - x][width - 1 - y]
            case 8: stored[x][width - 1 - y]  // the first row is the left column, the first column the bottom row
            default: stored[y][x]
            }
        }
    }
}

@Suite("Core Image: recipes")
struct CIImageTests {
    @Test("An oriented image is EXIF's picture, in one pass and step by step", arguments: 1...8)
    func orientations(exif: Int) throws {
        let rows = makeRows(5, 3)
        let image = CIImage(cgImage: try makeImage(rows))
        let oriented = image.oriented(forExifOrientation: Int32(exif))
        #expect(oriented.extent == CGRect(x: 0, y: 0, width: exif < 5 ? 5 : 3, height: exif < 5 ? 3 : 5))
        #expect(render(oriented) == upright(rows, exif))
        #expect(oriented.fused?.orientation == exif)
        // Laid over black, the recipe takes more than one pass.
        let composed = oriented.composited(over: CIImage.black)
        #expect(composed.fused == nil && render(composed, oriented.extent) == upright(rows, exif))
        let orientation = try #require(CGImagePropertyOrientation(rawValue: UInt32(exif)))
        #expect(render(image.oriented(orientation)) == upright(rows, exif))
    }

    @Test("Two orientations, crops and moves in a row are what each does after the other")
    func chains() throws {
        let rows = makeRows(6, 4)
        let image = CIImage(cgImage: try makeImage(rows))
        for first in 1...8 {
            for second in 1...8 {
                let once = image.oriented(forExifOrientation: Int32(first))
                let twice = once.oriented(forExifOrientation: Int32(second))
                #expect(render(twice) == upright(upright(rows, first), second))
                // The lower left quarter but one pixel, then turned.
                let crop = CGRect(x: 1, y: 0, width: once.extent.width - 2, height: once.extent.height - 1)
                let turned = once.cropped(to: crop).transformed(by: CGAffineTransform(translationX: 3, y: -2))
                let part = upright(rows, first).dropFirst().map { Array($0.dropFirst().dropLast()) }
                let result = turned.oriented(forExifOrientation: Int32(second))
                #expect(result.extent.origin == CGPoint(x: 4, y: -2))
                #expect(render(result) == upright(part, second))
                #expect(result.fused != nil)
            }
        }
    }

    @Test("A rotation by a quarter turn made of sine and cosine is exact")
    func quarterTurn() throws {
        let rows = makeRows(4, 3)
        let image = CIImage(cgImage: try makeImage(rows)).transformed(by: CGAffineTransform(rotationAngle: .pi / 2))
        #expect(image.extent.integral == CGRect(x: -3, y: 0, width: 3, height: 4))
        #expect(image.fused?.orientation == 8 && render(image) == upright(rows, 8))
        #expect(image.transformed(by: CGAffineTransform(rotationAngle: -.pi / 2)).extent == CGRect(x: 0, y: 0, width: 4, height: 3))
    }

    @Test("The origin is at the lower left")
    func lowerLeft() throws {
        let rows: Rows = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
        let image = CIImage(cgImage: try makeImage(rows))
        #expect(render(image.cropped(to: CGRect(x: 0, y: 0, width: 2, height: 1))) == [[7, 8]])
        #expect(render(image, CGRect(x: 2, y: 2, width: 2, height: 2)) == [[0, 0], [3, 0]])
        #expect(image.cropped(to: CGRect(x: 5, y: 5, width: 2, height: 2)).extent.isNull)
    }

    @Test("Shrinking by whole numbers averages")
    func shrinking() throws {
        let image = CIImage(cgImage: try makeImage([[0, 100, 10, 30], [200, 100, 50, 70]]))
        #expect(render(image.transformed(by: CGAffineTransform(scaleX: 0.5, y: 0.5))) == [[100, 40]])
        let mirrored = image.transformed(by: CGAffineTransform(scaleX: -0.5, y: 0.5))
        #expect(mirrored.extent == CGRect(x: -2, y: 0, width: 2, height: 1) && render(mirrored) == [[40, 100]])
    }

    @Test("A slanted transform keeps the middle of a turned square and its area")
    func slanted() throws {
        let square = CIImage(cgImage: try makeImage(Rows(repeating: [UInt8](repeating: 200, count: 40), count: 40)))
        let turned = square.transformed(by: CGAffineTransform(rotationAngle: .pi / 6))
        #expect(turned.fused == nil)
        let area = turned.extent.integral
        let rows = render(turned)
        let sum = rows.joined().reduce(0) { $0 + Int($1) }
        #expect(abs(Double(sum) / 200 - 1600) < 16)
        #expect(rows[Int(area.height) / 2][Int(area.width) / 2] == 200 && rows[0][0] == 0)
        // Shrunk to a tenth, it has a hundredth of the area.
        let small = turned.transformed(by: CGAffineTransform(scaleX: 0.1, y: 0.1))
        #expect(abs(Double(render(small).joined().reduce(0) { $0 + Int($1) }) / 200 - 16) < 1)
    }

    @Test("An image of one colour is infinite until it is cropped")
    func colours() throws {
        let color = CIImage(color: CIColor(red: 1, green: 0.5, blue: 0, alpha: 0.5))
        #expect(color.extent.isInfinite && CIContext().createCGImage(color, from: color.extent) == nil)
        let image = try #require(
            CIContext().createCGImage(
                color.cropped(to: CGRect(x: 2, y: 3, width: 2, height: 1)), from: CGRect(x: 1, y: 3, width: 3, height: 1)))
        let raster = try image.raster()
        let bytes = (0..<12).map { raster.planes[0].base.load(fromByteOffset: $0, as: UInt8.self) }
        #expect(bytes == [0, 0, 0, 0, 128, 64, 0, 128, 128, 64, 0, 128])
        #expect(raster.alpha == .premultiplied)
    }

    @Test("Laying over follows Porter and Duff")
    func compositing() throws {
        let red = CIImage(color: CIColor(red: 1, green: 0, blue: 0, alpha: 0.25)).cropped(to: CGRect(x: 0, y: 0, width: 2, height: 1))
        let both = red.composited(over: CIImage.white.cropped(to: CGRect(x: 1, y: 0, width: 2, height: 1)))
        #expect(both.extent == CGRect(x: 0, y: 0, width: 3, height: 1))
        #expect(render(both, nil, .R8) == [[64, 255, 255]])
        #expect(render(both, nil, .A8) == [[64, 255, 255]])
        let opaque = red.settingAlphaOne(in: CGRect(x: 0, y: 0, width: 1, height: 1))
        #expect(render(opaque, CGRect(x: 0, y: 0, width: 2, height: 1), .A8) == [[255, 0]])
    }

    @Test("Clamping repeats the outermost pixels")
    func clamping() throws {
        let image = CIImage(cgImage: try makeImage([[1, 2], [3, 4]])).clampedToExtent()
        #expect(image.extent.isInfinite)
        #expect(render(image, CGRect(x: -1, y: -1, width: 4, height: 4)) == [[1, 1, 2, 2], [1, 1, 2, 2], [3, 3, 4, 4], [3, 3, 4, 4]])
        #expect(render(image, CGRect(x: 10, y: 10, width: 1, height: 1)) == [[2]])
        let back = image.cropped(to: CGRect(x: 0, y: 0, width: 3, height: 1))
        #expect(back.extent == CGRect(x: 0, y: 0, width: 3, height: 1) && render(back) == [[3, 4, 4]])
    }

    @Test("Vision's `raster(for:)` draws the same as the context does of the oriented crop", arguments: 1...8)
    func consumers(exif: Int) throws {
        let image = CIImage(cgImage: try makeImage(makeRows(9, 7))).oriented(.right).cropped(to: CGRect(x: 1, y: 2, width: 5, height: 6))
        for recipe in [image, image.composited(over: CIImage.black).cropped(to: image.extent)] {
            let seen = recipe.oriented(forExifOrientation: Int32(exif))
            let whole = render(seen)
            // A region from the top left of the upright picture, one pixel in, and one pixel beyond its right edge.
            let region = CGRect(x: 1, y: 1, width: seen.extent.width, height: 3)
            let destination = try MutableRaster(allocating: .gray8, width: Int(region.width), height: 3)
            try recipe.render(
                RasterGeometry(orientation: exif, region: region, outputWidth: Int(region.width), outputHeight: 3), into: destination)
            for y in 0..<3 {
                let row = destination.planes[0].base + y * destination.planes[0].bytesPerRow
                for x in 0..<Int(region.width) {
                    let expected = x + 1 < whole[0].count ? whole[y + 1][x + 1] : 0
                    #expect(row.load(fromByteOffset: x, as: UInt8.self) == expected)
                }
            }
        }
    }

    @Test("A region far outside the image is black, and an invalid region is an error")
    func badRegions() throws {
        let image = CIImage(cgImage: try makeImage([[9, 9], [9, 9]]))
        let destination = try MutableRaster(allocating: .gray8, width: 2, height: 2)
        for recipe in [image, image.composited(over: CIImage.black).cropped(to: image.extent)] {
            destination.planes[0].base.storeBytes(of: 5, as: UInt8.self)
            try recipe.render(
                RasterGeometry(region: CGRect(x: 40, y: 0, width: 2, height: 2), outputWidth: 2, outputHeight: 2), into: destination)
            #expect(destination.planes[0].base.load(as: UInt8.self) == 0)
            for rect in [
                CGRect.null, .infinite, .zero, CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1), CGRect(x: 0, y: 0, width: -1, height: 0),
            ] {
                #expect(throws: (any Error).self) {
                    try recipe.render(RasterGeometry(region: rect, outputWidth: 2, outputHeight: 2), into: destination)
                }
            }
        }
        #expect(throws: (any Error).self) {
            try CIImage.red.render(
                RasterGeometry(region: CGRect(x: 0, y: 0, width: 2, height: 2), outputWidth: 2, outputHeight: 2), into: destination)
        }
        #expect(CIImage.empty().extent.isNull && CIContext().createCGImage(.empty(), from: .zero) == nil)
        for rect in [CGRect.null, .infinite, .zero, CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1)] {
            #expect(CIContext().createCGImage(image, from: rect) == nil)
        }
        #expect(image.transformed(by: CGAffineTransform(a: .nan, b: 0, c: 0, d: 1, tx: 0, ty: 0)) === image)
        #expect(
            render(image.transformed(by: CGAffineTransform(a: 0, b: 0, c: 0, d: 0, tx: 0, ty: 0)), CGRect(x: 0, y: 0, width: 1, height: 1))
                == [[0]])
    }

    @Test("Properties, colour space and the untouched original can be asked for")
    func accessors() throws {
        let picture = try makeImage([[1]])
        let image = CIImage(cgImage: picture, options: [.properties: ["Orientation": 6, "name": "x"], .applyOrientationProperty: true])
        #expect(image.cgImage == nil && image.properties["name"] as? String == "x" && image.fused?.orientation == 6)
        #expect(CIImage(cgImage: picture).cgImage === picture)
        #expect(image.colorSpace?.model == .monochrome && image.copy() as? CIImage === image)
        #expect(CIColor(string: "0.5 1 0 0.25") == CIColor(red: 0.5, green: 1, blue: 0, alpha: 0.25))
        #expect(CIColor(red: 0, green: 0, blue: 1).components[2] == 1)
        #expect(CIVector(cgRect: CGRect(x: 1, y: 2, width: 3, height: 4)).stringRepresentation == "[1.0 2.0 3.0 4.0]")
        #expect(CIVector(string: "[1 2 3]") == CIVector(x: 1, y: 2, z: 3) && CIVector(x: 1).value(at: 9) == 0)
        #expect(CIQRCodeDescriptor(payload: Data(), symbolVersion: 41, maskPattern: 0, errorCorrectionLevel: .levelH) == nil)
    }
}
