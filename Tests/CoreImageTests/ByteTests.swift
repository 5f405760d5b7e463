import Foundation
import Testing

@testable import CoreImage

@Suite("Core Image: pictures of bytes")
struct ByteTests {
    /// A step that has kernels for bytes.
    struct Step: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// Makes the picture of two others.
        let make: @Sendable (CIImage, CIImage) -> CIImage

        init(_ name: String, _ make: @escaping @Sendable (CIImage, CIImage) -> CIImage) {
            testDescription = name
            self.make = make
        }

        init(filter: String, _ parameters: [String: Double] = [:]) {
            self.init(filter) { image, _ in image.applyingFilter(filter, parameters: parameters) }
        }

        init(clamped filter: String, _ parameters: [String: Double] = [:]) {
            self.init("\(filter) of a picture without end") { image, _ in
                image.clampedToExtent().applyingFilter(filter, parameters: parameters)
            }
        }

        init(convolved filter: String, _ weights: [CGFloat], bias: Double = 0) {
            self.init("\(filter) \(weights)") { image, _ in
                let vector = CIVector(values: weights, count: weights.count)
                return image.applyingFilter(filter, parameters: ["inputWeights": vector, "inputBias": bias])
            }
        }

        init(combined filter: String) {
            self.init(filter) { $0.applyingFilter(filter, parameters: ["inputBackgroundImage": $1]) }
        }
    }

    static let steps: [Step] = [
        Step(filter: "CIMedianFilter"), Step(clamped: "CIMedianFilter"),
        Step(filter: "CIMorphologyRectangleMaximum", ["inputWidth": 7, "inputHeight": 3]),
        Step(clamped: "CIMorphologyRectangleMinimum", ["inputWidth": 5, "inputHeight": 25]),
        Step(filter: "CIMorphologyMaximum", ["inputRadius": 4]), Step(clamped: "CIMorphologyMinimum", ["inputRadius": 3]),
        Step(combined: "CISourceOverCompositing"), Step(combined: "CISourceInCompositing"), Step(combined: "CISourceOutCompositing"),
        Step(combined: "CISourceAtopCompositing"), Step(combined: "CIAdditionCompositing"), Step(combined: "CIMultiplyCompositing"),
        Step(combined: "CIMaximumCompositing"), Step(combined: "CIMinimumCompositing"),
        Step(filter: "CIColorInvert"), Step(filter: "CIExposureAdjust", ["inputEV": 0.7]),
        Step(filter: "CIGammaAdjust", ["inputPower": 0.6]),
        Step(clamped: "CIGaussianBlur", ["inputRadius": 1.5]), Step(filter: "CIGaussianBlur", ["inputRadius": 0.4]),
        Step(clamped: "CIBoxBlur", ["inputRadius": 3]), Step(filter: "CIBoxBlur", ["inputRadius": 31]),
        Step(clamped: "CIMotionBlur", ["inputRadius": 8, "inputAngle": 0.3]), Step(filter: "CIMotionBlur", ["inputRadius": 5]),
        Step(clamped: "CIUnsharpMask", ["inputRadius": 2.5, "inputIntensity": 0.8]),
        Step(filter: "CIUnsharpMask", ["inputRadius": 1, "inputIntensity": -3.9]),
        Step(convolved: "CIConvolution3X3", [0.05, 0.1, 0.05, 0.1, 0.4, 0.1, 0.05, 0.1, 0.05]),
        Step(convolved: "CIConvolution3X3", [0, -1, 0, -1, 5, -1, 0, -1, 0], bias: 0.1),
        Step(convolved: "CIConvolutionRGB3X3", [-1, -1, -1, -1, 8, -1, -1, -1, -1], bias: 0.5),
        Step("a matrix") { image, _ in
            let red = CIVector(x: 0.5, y: 0.3, z: 0.1, w: 0.05)
            let bias = CIVector(x: 0, y: 0.1, z: -0.1)
            return image.applyingFilter("CIColorMatrix", parameters: ["inputRVector": red, "inputBiasVector": bias])
        },
        Step("a turn") { image, _ in image.transformed(by: CGAffineTransform(rotationAngle: 0.3)) },
        Step("a turn that makes it larger") { image, _ in
            image.clampedToExtent().transformed(by: CGAffineTransform(a: 1.5, b: 0.7, c: -0.9, d: 2, tx: 3.3, ty: -1))
        },
        Step("moved, cropped and of two steps") { image, other in
            let moved = image.transformed(by: CGAffineTransform(translationX: 3, y: -2)).clampedToExtent().applyingFilter("CIMedianFilter")
            return moved.applyingFilter("CIMaximumCompositing", parameters: ["inputBackgroundImage": other]).cropped(to: image.extent)
        },
        Step("a table of the median") { image, _ in
            image.applyingFilter("CIMedianFilter").applyingFilter("CIColorInvert")
                .applyingFilter("CIExposureAdjust", parameters: ["inputEV": 1])
        },
        Step("a table of the median of the greatest") { image, _ in
            image.applyingFilter("CIMorphologyMaximum", parameters: ["inputRadius": 2]).applyingFilter("CIMedianFilter")
                .transformed(by: CGAffineTransform(translationX: 1, y: 1)).applyingFilter("CIColorInvert")
        },
    ]

    static let sizes = [(1, 1), (1, 37), (37, 1), (33, 7), (260, 19)].map { CGSize(width: $0.0, height: $0.1) }

    /// Noise, premultiplied, in rows that are longer than they need to be.
    private static func picture(_ size: CGSize, isOpaque: Bool, format: CIFormat = .RGBA8, seed: UInt32) -> CIImage {
        let (width, height, alpha) = (Int(size.width), Int(size.height), format == .ARGB8 || format == .ABGR8 ? 0 : 3)
        var (state, bytes) = (seed, [] as [UInt8])
        for _ in 0..<height {
            for column in 0..<width + 3 {
                var pixel = (0..<4).map { _ in
                    state = state &* 1_664_525 &+ 1_013_904_223
                    return UInt8(state >> 24)
                }
                if isOpaque && column < width { pixel[alpha] = 255 }
                bytes += pixel.map { min($0, pixel[alpha]) }
            }
        }
        return CIImage(bitmapData: Data(bytes), bytesPerRow: 4 * (width + 3), size: size, format: format, colorSpace: nil)
    }

    /// Renders into rows that are longer than they need to be, which keep what is behind the pixels.
    private static func pixels(_ image: CIImage, _ rect: CGRect, _ format: CIFormat, _ context: CIContext) -> [UInt8] {
        let (width, height) = (Int(rect.width), Int(rect.height))
        let bytesPerRow = 4 * width + 20
        var bytes = [UInt8](repeating: 77, count: bytesPerRow * height)
        context.render(image, toBitmap: &bytes, rowBytes: bytesPerRow, bounds: rect, format: format, colorSpace: nil)
        #expect((0..<height).allSatisfy { bytes[$0 * bytesPerRow + 4 * width..<($0 + 1) * bytesPerRow].allSatisfy { $0 == 77 } })
        return (0..<height).flatMap { bytes[$0 * bytesPerRow..<$0 * bytesPerRow + 4 * width] }
    }

    private static func floats(_ image: CIImage, _ rect: CGRect, _ context: CIContext) -> [Float] {
        let width = Int(rect.width)
        var floats = [Float](repeating: 7, count: 4 * width * Int(rect.height))
        context.render(image, toBitmap: &floats, rowBytes: 16 * width, bounds: rect, format: .RGBAf, colorSpace: nil)
        return floats
    }

    @Test("A step makes the bytes that it makes of floats, within 1 of 255", arguments: steps, sizes)
    func agreement(step: Step, size: CGSize) {
        for (index, context) in [CIContext(), CIContext(options: [.workingColorSpace: NSNull()])].enumerated() {
            for isOpaque in [true, false] {
                let image = Self.picture(size, isOpaque: isOpaque, seed: 1)
                let other = Self.picture(CGSize(width: size.width, height: size.height + 2), isOpaque: isOpaque, seed: 2)
                let result = step.make(image, other)
                // With a margin, where there is something or nothing.
                let rect = result.extent.isInfinite ? image.extent.insetBy(dx: -9, dy: -4) : result.extent.insetBy(dx: -2, dy: -3).integral
                let (bytes, floats) = (Self.pixels(result, rect, .RGBA8, context), Self.floats(result, rect, context))
                let worst = zip(bytes, floats).map { abs(Float($0) - 255 * min(max($1, 0), 1)) }.max() ?? 0
                #expect(worst <= 1, "\(index == 0 ? "light" : "stored values"), opaque: \(isOpaque)")
            }
        }
    }

    @Test(
        "The mean and the extremes of an area's bytes are those of floats", arguments: ["Average", "Maximum", "Minimum", "MinMax"], sizes)
    func areas(name: String, size: CGSize) {
        for context in [CIContext(), CIContext(options: [.workingColorSpace: NSNull()])] {
            for isOpaque in [true, false] {
                let image = Self.picture(size, isOpaque: isOpaque, seed: 5)
                // A matrix that changes nothing takes floats.
                let (bytes, floats) = (image, image.applyingFilter("CIColorMatrix"))
                for area in [image.extent, image.extent.insetBy(dx: -2, dy: -1)] {
                    let pair = [bytes, floats].map {
                        let result = $0.applyingFilter("CIArea\(name)", parameters: ["inputExtent": CIVector(cgRect: area)])
                        return Self.floats(result, result.extent, context)
                    }
                    #expect(pair[0].count >= 4 && zip(pair[0], pair[1]).allSatisfy { abs($0 - $1) < 1e-4 }, "\(isOpaque) \(area)")
                }
            }
        }
    }

    @Test("The order of bytes changes nothing", arguments: [CIFormat.BGRA8, .ARGB8, .ABGR8])
    func orders(format: CIFormat) {
        let places = [CIFormat.BGRA8: [2, 1, 0, 3], .ARGB8: [1, 2, 3, 0], .ABGR8: [3, 2, 1, 0]][format] ?? []
        let image = Self.picture(CGSize(width: 35, height: 9), isOpaque: true, seed: 3)
        let result = image.clampedToExtent().applyingFilter("CIMedianFilter")
        for context in [CIContext(), CIContext(options: [.outputPremultiplied: false])] {
            let (rgba, other) = (Self.pixels(result, image.extent, .RGBA8, context), Self.pixels(result, image.extent, format, context))
            #expect(rgba.indices.allSatisfy { rgba[$0] == other[$0 / 4 * 4 + places[$0 % 4]] })
        }
        let size = CGSize(width: 35, height: 9)
        let given = Self.picture(size, isOpaque: false, format: format, seed: 4).applyingFilter("CIMedianFilter")
        let stored = CIContext(options: [.workingColorSpace: NSNull()])
        let (bytes, floats) = (Self.pixels(given, given.extent, .RGBA8, stored), Self.floats(given, given.extent, stored))
        #expect(zip(bytes, floats).allSatisfy { abs(Float($0) - 255 * $1) <= 0.01 })
    }
}
