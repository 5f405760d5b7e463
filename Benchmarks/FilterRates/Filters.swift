import CoreImage
import Foundation

/// The filters, each on a photo, in stored values as the other programs compute.
func measureFilters(_ watch: Stopwatch, width: Int, height: Int) throws {
    func photo(_ name: String) throws -> CIImage {
        CIImage(
            bitmapData: try Data(contentsOf: watch.folder.appendingPathComponent(name)), bytesPerRow: 4 * width,
            size: CGSize(width: width, height: height), format: .RGBA8, colorSpace: nil)
    }
    let (image, top) = (try photo("image"), try photo("top"))
    let whole = CGRect(x: 0, y: 0, width: width, height: height)
    let context = CIContext(options: [.workingColorSpace: NSNull()])

    func filter(_ name: String, _ filter: String, _ parameters: [String: Any], of input: CIImage? = nil, in rect: CGRect? = nil) throws {
        let rect = rect ?? whole
        var pixels = Data(count: Int(rect.width) * Int(rect.height) * 4)
        try watch.measure(
            name,
            {
                // A filter of its own each time, so that nothing is kept from the round before.
                let result = (input ?? image).applyingFilter(filter, parameters: parameters)
                pixels.withUnsafeMutableBytes { bytes in
                    guard let base = bytes.baseAddress else { return }
                    context.render(result, toBitmap: base, rowBytes: Int(rect.width) * 4, bounds: rect, format: .RGBA8, colorSpace: nil)
                }
            },
            result: { pixels })
    }

    let endless = image.clampedToExtent()
    for radius in [1.5, 4, 12] { try filter("gaussian-\(radius)", "CIGaussianBlur", ["inputRadius": radius], of: endless) }
    try filter("box-5", "CIBoxBlur", ["inputRadius": 5], of: endless)
    try filter("motion-8", "CIMotionBlur", ["inputRadius": 8], of: endless)
    try filter("median", "CIMedianFilter", [:], of: endless)
    try filter("unsharp", "CIUnsharpMask", ["inputRadius": 2.5, "inputIntensity": 0.8], of: endless)
    let kernel = CIVector(values: [0.05, 0.1, 0.05, 0.1, 0.4, 0.1, 0.05, 0.1, 0.05], count: 9)
    try filter("convolution-3", "CIConvolution3X3", ["inputWeights": kernel], of: endless)
    try filter("dilate-7", "CIMorphologyRectangleMaximum", ["inputWidth": 7, "inputHeight": 7], of: endless)
    try filter("erode-5", "CIMorphologyRectangleMinimum", ["inputWidth": 5, "inputHeight": 5], of: endless)
    try filter("invert", "CIColorInvert", [:])
    try filter("exposure", "CIExposureAdjust", ["inputEV": 0.5])
    try filter("gamma", "CIGammaAdjust", ["inputPower": 0.75])
    try filter(
        "matrix", "CIColorMatrix",
        [
            "inputRVector": CIVector(x: 0.5, y: 0.3, z: 0.1, w: 0), "inputGVector": CIVector(x: 0.1, y: 0.8, z: 0, w: 0),
            "inputBVector": CIVector(x: 0.2, y: 0.2, z: 0.5, w: 0),
        ])
    try filter("over", "CISourceOverCompositing", ["inputBackgroundImage": image], of: top)
    try filter("multiply", "CIMultiplyCompositing", ["inputBackgroundImage": image], of: top)
    let half = CGRect(x: 0, y: 0, width: width / 2, height: height / 2)
    try filter("lanczos-half", "CILanczosScaleTransform", ["inputScale": 0.5], in: half)
    let double = CGRect(x: 0, y: 0, width: width * 2, height: height * 2)
    try filter("lanczos-double", "CILanczosScaleTransform", ["inputScale": 2], in: double)
    // Ten degrees about the middle.
    let turn = CGAffineTransform(translationX: CGFloat(width) / 2, y: CGFloat(height) / 2).rotated(by: .pi / 18)
        .translatedBy(x: -CGFloat(width) / 2, y: -CGFloat(height) / 2)
    try filter("rotate", "CIAffineTransform", ["inputTransform": NSValue(cgAffineTransform: turn)])
    let point = CGRect(x: 0, y: 0, width: 1, height: 1)
    try filter("average", "CIAreaAverage", ["inputExtent": CIVector(cgRect: whole)], in: point)
}
