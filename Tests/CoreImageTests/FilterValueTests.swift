import CoreImage
import CoreImage.CIFilterBuiltins
import Foundation
import Testing

@Suite("Core Image: inputs of filters")
struct FilterValueTests {
    /// Values that no input should have.
    private static var badValues: [Any?] {
        [
            nil, Double.nan, Double.infinity, -Double.infinity, -1e30, 1e30, 0, -5, "text", NSNull(), CIVector(x: .nan, y: .infinity),
            CIVector(x: 1),
            CIVector(values: [], count: 0), CIColor(red: .nan, green: .infinity, blue: -9), Data([1, 2, 3]), CIImage.empty(), CGRect.null,
            CGRect.infinite, CGAffineTransform(a: .nan, b: 0, c: 0, d: 0, tx: 0, ty: 0),
            CGAffineTransform(a: 0, b: 0, c: 0, d: 0, tx: 0, ty: 0), [1.0],
        ]
    }

    @Test("No value of any input ends the program", arguments: CIFilter.filterNames(inCategory: nil))
    func badInputs(name: String) throws {
        let image = FilterCase.picture("image")
        let area = CGRect(x: -3, y: -3, width: 9, height: 7)
        let keys = try #require(CIFilter(name: name)).inputKeys
        for key in keys + ["inputNothing"] {
            for value in Self.badValues {
                let filter = try #require(CIFilter(name: name))
                for other in keys where other.hasSuffix("Image") || other.hasSuffix("Mask") || other == "inputImage2" {
                    filter.setValue(image, forKey: other)
                }
                filter.setValue(Data("message".utf8), forKey: "inputMessage")
                filter.setValue(value, forKey: key)
                guard let output = filter.outputImage else { continue }
                let drawn = bytes(of: output, in: area)
                #expect(drawn.count == 9 * 7 * 4)
            }
        }
    }

    @Test("Empty and infinite images go through every filter", arguments: CIFilter.filterNames(inCategory: nil))
    func extremes(name: String) throws {
        for image in [CIImage.empty(), CIImage(), CIImage.red, FilterCase.picture("image").clampedToExtent()] {
            let filter = try #require(CIFilter(name: name))
            for key in filter.inputKeys where key.hasSuffix("Image") || key.hasSuffix("Mask") || key == "inputImage2" {
                filter.setValue(image, forKey: key)
            }
            guard let output = filter.outputImage else { continue }
            #expect(bytes(of: output, in: CGRect(x: 1, y: 2, width: 3, height: 2)).count == 24)
        }
    }

    @Test("Every filter has its inputs' defaults, and a description of each")
    func table() throws {
        let names = CIFilter.filterNames(inCategory: kCICategoryBuiltIn)
        #expect(names.count > 120 && names == names.sorted())
        for name in names {
            let filter = try #require(CIFilter(name: name))
            #expect(filter.name == name && filter.attributes[kCIAttributeFilterName] as? String == name)
            #expect(Set(filter.inputKeys).count == filter.inputKeys.count)
            for key in filter.inputKeys {
                let attributes = try #require(filter.attributes[key] as? [String: Any])
                #expect(attributes[kCIAttributeClass] is String)
                #expect((attributes[kCIAttributeDefault] == nil) == (filter.value(forKey: key) == nil))
            }
        }
        #expect(CIFilter.filterNames(inCategory: kCICategoryBlur).contains("CIBoxBlur"))
        #expect(CIFilter.filterNames(inCategories: [kCICategoryBlur, kCICategorySharpen]) == [])
        #expect(CIFilter.localizedName(forFilterName: "CIGaussianBlur") == "Gaussian Blur")
        #expect(CIFilter(name: "CINoSuchFilter") == nil && FilterCase.picture("image").applyingFilter("CINoSuchFilter").extent.isNull)
    }

    @Test("A typed input is the value under its key")
    func typed() throws {
        let filter = CIFilter.perspectiveCorrection()
        filter.inputImage = FilterCase.picture("image")
        filter.topLeft = CGPoint(x: 3, y: 15)
        filter.crop = false
        #expect(
            (filter.value(forKey: "inputTopLeft") as? CGPoint) == CGPoint(x: 3, y: 15) && filter.value(forKey: "inputCrop") as? Int == 0)
        let bokeh = CIFilter.bokehBlur()
        #expect(bokeh.radius == 20 && bokeh.ringAmount == 0 && bokeh.ringSize == 0.1 && bokeh.softness == 1)
        (bokeh.ringAmount, bokeh.ringSize, bokeh.softness) = (0.5, 0.2, 3)
        #expect(bokeh.value(forKey: "inputRingSize") as? Float == 0.2 && bokeh.ringAmount == 0.5 && bokeh.softness == 3)
        let blur = CIFilter.gaussianBlur()
        #expect(blur.radius == 10)
        blur.setValue(3, forKey: kCIInputRadiusKey)
        #expect(blur.radius == 3 && blur.outputImage == nil)
        blur.inputImage = .red
        #expect(try #require(blur.outputImage).extent.isInfinite)
        let copy = try #require(blur.copy() as? CIFilter)
        copy.setValue(5, forKey: kCIInputRadiusKey)
        #expect(blur.radius == 3 && copy.name == "CIGaussianBlur")
        let code = CIFilter.qrCodeGenerator()
        #expect(code.correctionLevel == "M" && CIFilter.aztecCodeGenerator().correctionLevel == 23)
        #expect(
            CIFilter.checkerboardGenerator().color0 == .white && CIFilter.colorClamp().maxComponents == CIVector(x: 1, y: 1, z: 1, w: 1))
    }

    @Test("A subclass with an output of its own is a filter")
    func subclass() {
        final class Half: CIFilter, @unchecked Sendable {
            var inputImage: CIImage?
            override var outputImage: CIImage? { inputImage?.transformed(by: CGAffineTransform(scaleX: 0.5, y: 0.5)) }
        }
        let filter = Half()
        filter.inputImage = FilterCase.picture("image")
        #expect(filter.outputImage?.extent.width == 12 && filter.name == "Half")
    }

    @Test("A kernel of a program's own throws, and says that it needs Metal")
    func kernels() {
        #expect(CIColorKernel(source: "kernel vec4 f(__sample s) { return s; }") == nil)
        let error = #expect(throws: CIKernelError.self) { try CIColorKernel(functionName: "f", fromMetalLibraryData: Data()) }
        #expect(error?.description.contains("Metal") == true)
        let image = FilterCase.picture("image")
        #expect(CIBlendKernel.multiply.apply(foreground: image, background: image)?.extent == image.extent)
    }
}
