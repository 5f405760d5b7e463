import Foundation
import Testing

@testable import CoreGraphics

@Suite struct ColorTests {
    func convert(_ bytes: [UInt8], from space: CGColorSpace?, layout: PixelLayout = .rgb8, to target: CGColorSpace? = nil) throws -> [UInt8]
    {
        let source = try MutableRaster(allocating: layout, width: 1, height: 1, colorSpace: space)
        for (index, byte) in bytes.enumerated() { source.planes[0].base.storeBytes(of: byte, toByteOffset: index, as: UInt8.self) }
        let output = try MutableRaster(allocating: .rgb8, width: 1, height: 1, colorSpace: target)
        try resample(source.raster, .fill(sourceWidth: 1, sourceHeight: 1, outputWidth: 1, outputHeight: 1), into: output)
        return (0..<3).map { output.byte(0, 0, $0) }
    }

    func near(_ a: [UInt8], _ b: [Int], _ tolerance: Int = 2) -> Bool {
        zip(a, b).allSatisfy { abs(Int($0) - $1) <= tolerance }
    }

    @Test("Display P3 and Adobe RGB colours become the sRGB colours of the published matrices")
    func wideGamut() throws {
        let p3 = CGColorSpace(name: CGColorSpace.displayP3)
        #expect(near(try convert([128, 128, 128], from: p3), [128, 128, 128]))
        // Red 0.6, green 0.5, blue 0.4 in P3, by the matrix from P3 to sRGB.
        #expect(near(try convert([153, 128, 102], from: p3), [158, 127, 99]))
        #expect(near(try convert([234, 51, 35], from: p3), [255, 0, 0], 6))
        let adobe = CGColorSpace(name: CGColorSpace.adobeRGB1998)
        #expect(near(try convert([128, 128, 128], from: adobe), [128, 128, 128], 3))
        #expect(near(try convert([219, 0, 0], from: adobe), [255, 0, 0], 3))
    }

    @Test("Black, white and clear are colours")
    func constants() throws {
        let color: CGColor = .white
        #expect(color.components == [1, 1] && CGColor.black.components == [0, 1] && CGColor.clear.components == [0, 0])
        #expect(color.colorSpace?.model == .monochrome && color.colorSpace?.name == CGColorSpace.genericGrayGamma2_2)
        let context = try #require(
            CGContext(
                data: nil, width: 2, height: 1, bitsPerComponent: 8, bytesPerRow: 8, space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
        context.setFillColor(.white)
        context.fill(CGRect(x: 0, y: 0, width: 2, height: 1))
        context.setFillColor(CGColor.black)
        context.fill(CGRect(x: 1, y: 0, width: 1, height: 1))
        let pixels = UnsafeRawBufferPointer(start: context.data, count: 8)
        #expect(Array(pixels) == [255, 255, 255, 255, 0, 0, 0, 255])
    }

    @Test("A colour goes to another space and back")
    func roundTrip() throws {
        let p3 = try #require(CGColorSpace(name: CGColorSpace.displayP3))
        let inP3 = try convert([200, 40, 90], from: nil, to: p3)
        #expect(inP3 != [200, 40, 90])
        #expect(near(try convert(inP3, from: p3), [200, 40, 90], 1))
    }

    @Test("sRGB needs no conversion, whether it is named, a profile, or the device's")
    func identity() throws {
        let sRGB = try #require(CGColorSpace(name: CGColorSpace.sRGB))
        let data = try #require(sRGB.copyICCData() as Data?)
        let profile = try #require(CGColorSpace(iccData: data))
        for space in [sRGB, profile, CGColorSpaceCreateDeviceRGB()] {
            #expect(ColorTransform.between(space, .rgb8, nil, .rgb8) == nil)
        }
        #expect(profile.name == CGColorSpace.sRGB && profile.model == .rgb && profile.numberOfComponents == 3)
    }

    @Test("Every named space has its model, and those of displays a profile that reads back")
    func named() throws {
        for (name, definition) in NamedColorSpace.all {
            let space = try #require(CGColorSpace(name: name))
            #expect(space.name == name && space.model == definition.model)
            if space.model == .rgb || space.model == .monochrome {
                let data = try #require(space.copyICCData() as Data?)
                let copy = try #require(CGColorSpace(iccData: data))
                #expect(copy.model == space.model)
            }
        }
        #expect(CGColorSpace(name: "nonsense") == nil)
        #expect(CGColorSpace(name: CGColorSpace.displayP3)?.isWideGamutRGB == true)
        let extended = try #require(CGColorSpace(name: CGColorSpace.extendedLinearSRGB))
        #expect(CGColorSpaceUsesExtendedRange(extended))
    }

    @Test("CMYK without a profile is plain subtractive ink, Adobe's inverted form included")
    func ink() throws {
        #expect(try convert([0, 0, 0, 0], from: nil, layout: .cmyk8) == [255, 255, 255])
        #expect(try convert([255, 0, 0, 0], from: nil, layout: .cmyk8) == [0, 255, 255])
        #expect(try convert([0, 255, 255, 128], from: nil, layout: .cmyk8) == [127, 0, 0])
        #expect(try convert([255, 0, 0, 127], from: nil, layout: .invertedCMYK8) == [127, 0, 0])
    }

    @Test("Bytes that are no profile make no space")
    func badProfiles() throws {
        #expect(CGColorSpace(iccData: Data()) == nil)
        #expect(CGColorSpace(iccData: Data(repeating: 7, count: 500)) == nil)
        let profile = try #require(CGColorSpace(name: CGColorSpace.displayP3)?.copyICCData() as Data?)
        for part in 1..<20 {
            // A cut profile is refused, or read as far as the library can use it.
            let cut = CGColorSpace(iccData: Data(profile.prefix(profile.count * part / 20)))
            if let cut { _ = try convert([1, 2, 3], from: cut) }
        }
    }

    @Test("Colours convert between spaces")
    func colors() throws {
        let white = CGColor(gray: 1, alpha: 0.5)
        let rgb = try #require(white.converted(to: CGColorSpaceCreateDeviceRGB(), intent: .defaultIntent, options: nil))
        #expect(rgb.components == [1, 1, 1, 0.5])
        #expect(CGColor(genericCMYKCyan: 0, magenta: 1, yellow: 1, black: 0, alpha: 1).sRGBComponents == (1, 0, 0))
        #expect(white.copy(alpha: 1)?.alpha == 1)
    }
}
