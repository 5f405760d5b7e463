import CoreML
import CoreMLSpecification
import Foundation
import Testing

@testable import Vision

extension VNCoreMLModel {
    /// A made-up model, computing in single precision.
    convenience init(_ specification: Specification.Model) throws {
        let configuration = MLModelConfiguration()
        configuration.computeUnits = .cpuOnly
        try self.init(for: MLModel(package: ModelPackage(model: specification), configuration: configuration, name: "test"))
    }
}

/// A code of Vision's errors, or `nil` for another error.
func visionCode(_ error: (any Error)?) -> VNErrorCode? {
    guard let error = error as? NSError, error.domain == VNErrorDomain else { return nil }
    return VNErrorCode(rawValue: error.code)
}

/// The code that an expression throws.
func thrownCode(_ body: () throws -> Void) -> VNErrorCode? {
    do {
        try body()
        return nil
    } catch {
        return visionCode(error)
    }
}

/// The pixels that the model of `TestModels.pixels` saw.
struct SeenPixels {
    let array: MLMultiArray
    let width: Int
    let height: Int

    init(_ request: VNRequest) throws {
        let observation = try #require(request.results?.first as? VNCoreMLFeatureValueObservation)
        #expect(observation.featureName == "pixels")
        array = try #require(observation.featureValue.multiArrayValue)
        let shape = array.shape.map(\.intValue)
        width = shape[shape.count - 1]
        height = shape[shape.count - 2]
    }

    func channel(_ channel: Int, _ x: Int, _ y: Int) -> Float {
        array[(channel * height + y) * width + x].floatValue
    }

    func color(_ x: Int, _ y: Int) -> SIMD3<Float> {
        SIMD3(channel(0, x, y), channel(1, x, y), channel(2, x, y))
    }
}

/// Runs the model that answers its pixels on an image.
func seenPixels(
    width: Int, height: Int, option: VNImageCropAndScaleOption, region: CGRect = VNNormalizedIdentityRect, handler: VNImageRequestHandler
) throws -> SeenPixels {
    let request = VNCoreMLRequest(model: try VNCoreMLModel(TestModels.pixels(width: width, height: height)))
    request.imageCropAndScaleOption = option
    request.regionOfInterest = region
    try handler.perform([request])
    return try SeenPixels(request)
}
