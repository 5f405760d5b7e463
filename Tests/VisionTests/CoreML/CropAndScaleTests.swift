import Foundation
import CoreML
import Testing

@testable import Vision

@Suite("Crop and scale geometry")
struct CropAndScaleTests {
    private let whole = VNNormalizedIdentityRect
    private let landscape = CGSize(width: 400, height: 200)
    private let square = CGSize(width: 100, height: 100)

    private func geometry(_ option: VNImageCropAndScaleOption, _ region: CGRect? = nil, image: CGSize? = nil, input: CGSize? = nil)
        -> CropAndScale
    {
        CropAndScale(option.cropAndScale, regionOfInterest: region ?? whole, imageSize: image ?? landscape, inputSize: input ?? square)
    }

    @Test("Raw values are those of Apple's framework")
    func rawValues() {
        let options: [VNImageCropAndScaleOption] = [.centerCrop, .scaleFit, .scaleFill, .scaleFitRotate90CCW, .scaleFillRotate90CCW]
        #expect(options.map(\.rawValue) == [0, 1, 2, 257, 258])
    }

    @Test("centerCrop takes the largest centred part of the input's aspect ratio")
    func centerCrop() {
        #expect(geometry(.centerCrop).region == CGRect(x: 100, y: 0, width: 200, height: 200))
        #expect(geometry(.centerCrop).destination == CGRect(x: 0, y: 0, width: 100, height: 100))
        let wide = geometry(.centerCrop, input: CGSize(width: 100, height: 25))
        #expect(wide.region == CGRect(x: 0, y: 50, width: 400, height: 100))
    }

    @Test("scaleFit keeps everything and centres it")
    func scaleFit() {
        #expect(geometry(.scaleFit).region == CGRect(x: 0, y: 0, width: 400, height: 200))
        #expect(geometry(.scaleFit).destination == CGRect(x: 0, y: 25, width: 100, height: 50))
        let portrait = geometry(.scaleFit, image: CGSize(width: 200, height: 400))
        #expect(portrait.destination == CGRect(x: 25, y: 0, width: 50, height: 100))
    }

    @Test("scaleFill squeezes everything into the input")
    func scaleFill() {
        #expect(geometry(.scaleFill).region == CGRect(x: 0, y: 0, width: 400, height: 200))
        #expect(geometry(.scaleFill).destination == CGRect(x: 0, y: 0, width: 100, height: 100))
    }

    @Test("The rotated options look at the image turned by 90° counterclockwise")
    func rotated() {
        let fit = geometry(.scaleFitRotate90CCW)
        #expect(fit.isRotated && fit.region == CGRect(x: 0, y: 0, width: 200, height: 400))
        #expect(fit.destination == CGRect(x: 25, y: 0, width: 50, height: 100))
        // The upper right quarter of the image is the upper left one of the turned image.
        let quarter = geometry(.scaleFillRotate90CCW, CGRect(x: 0.5, y: 0.5, width: 0.5, height: 0.5))
        #expect(quarter.region == CGRect(x: 0, y: 0, width: 100, height: 200))
    }

    @Test("A region of interest has its origin at the lower left, the part that is cut out at the top left")
    func regionOfInterest() {
        let part = geometry(.scaleFill, CGRect(x: 0.25, y: 0.75, width: 0.5, height: 0.25))
        #expect(part.region == CGRect(x: 100, y: 0, width: 200, height: 50))
    }

    @Test("A box in the input lies in the whole image where its pixels came from")
    func boxes() {
        let box = CGRect(x: 0, y: 0, width: 0.5, height: 0.5)
        #expect(geometry(.centerCrop).imageBox(ofInputBox: box) == CGRect(x: 0.25, y: 0.5, width: 0.25, height: 0.5))
        #expect(geometry(.scaleFill).imageBox(ofInputBox: box) == CGRect(x: 0, y: 0.5, width: 0.5, height: 0.5))
        let letterboxed = CGRect(x: 0, y: 0.25, width: 0.5, height: 0.25)
        #expect(geometry(.scaleFit).imageBox(ofInputBox: letterboxed) == CGRect(x: 0, y: 0.5, width: 0.5, height: 0.5))
        // Upper left in the turned image is upper right in the image.
        #expect(geometry(.scaleFillRotate90CCW).imageBox(ofInputBox: box) == CGRect(x: 0.5, y: 0.5, width: 0.5, height: 0.5))
        let region = CGRect(x: 0.5, y: 0, width: 0.5, height: 0.5)
        #expect(geometry(.scaleFill, region).imageBox(ofInputBox: box) == CGRect(x: 0.5, y: 0.25, width: 0.25, height: 0.25))
    }

    @Test("An image of the input's own size is not scaled by any option")
    func identity() {
        for option in [VNImageCropAndScaleOption.centerCrop, .scaleFit, .scaleFill] {
            let same = geometry(option, image: square)
            #expect(same.region == CGRect(origin: .zero, size: square) && same.destination == same.region)
        }
    }

    @Test("A sliver of an image still covers at least one pixel of the input")
    func sliver() {
        let sliver = geometry(.scaleFit, image: CGSize(width: 10_000, height: 1))
        #expect(sliver.destination == CGRect(x: 0, y: 49, width: 100, height: 1))
    }
}
