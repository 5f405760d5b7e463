import CoreML
import CoreMLSpecification
import Foundation
import Synchronization
import Testing

@testable import Vision

/// Hands its input on, and cancels the request that is being tested.
final class RequestCancellingLayer: MLCustomLayer {
    static let request = Mutex<VNRequest?>(nil)

    init(parameters: [String: Any]) throws {}
    func setWeightData(_ weights: [Data]) throws {}
    func outputShapes(forInputShapes inputShapes: [[NSNumber]]) throws -> [[NSNumber]] { inputShapes }

    func evaluate(inputs: [MLMultiArray], outputs: [MLMultiArray]) throws {
        for index in 0..<inputs[0].count { outputs[0][index] = inputs[0][index] }
        Self.request.withLock { $0 }?.cancel()
    }
}

/// Hands its input on, and counts how often it is reached.
final class ReachedLayer: MLCustomLayer {
    static let count = Mutex(0)

    init(parameters: [String: Any]) throws {}
    func setWeightData(_ weights: [Data]) throws {}
    func outputShapes(forInputShapes inputShapes: [[NSNumber]]) throws -> [[NSNumber]] { inputShapes }

    func evaluate(inputs: [MLMultiArray], outputs: [MLMultiArray]) throws {
        Self.count.withLock { $0 += 1 }
        for index in 0..<inputs[0].count { outputs[0][index] = inputs[0][index] }
    }
}

@Suite("Cancelling a request whose network runs", .serialized)
struct RunningRequestTests {
    private func model() throws -> VNCoreMLModel {
        func custom(_ name: String, _ input: String, _ output: String) -> Specification.NeuralNetworkLayer {
            TestModels.layer(name, input, output, .custom(.with { $0.className = "VisionTests." + name }))
        }
        return try VNCoreMLModel(
            TestModels.model(
                input: [TestModels.image("image", width: 4, height: 4)], output: [TestModels.array("pixels", [3, 4, 4])],
                network: .with {
                    $0.layers = [custom("RequestCancellingLayer", "image", "between"), custom("ReachedLayer", "between", "pixels")]
                }))
    }

    @Test("No layer begins after the cancellation, and the request works the next time")
    func cancelling() throws {
        let request = VNCoreMLRequest(model: try model())
        let handler = VNImageRequestHandler(cgImage: try TestImages.plain([10, 20, 30], width: 4, height: 4))
        ReachedLayer.count.withLock { $0 = 0 }
        RequestCancellingLayer.request.withLock { $0 = request }
        #expect(thrownCode { try handler.perform([request]) } == .requestCancelled)
        #expect(request.results == nil && ReachedLayer.count.withLock { $0 } == 0)
        RequestCancellingLayer.request.withLock { $0 = nil }
        try handler.perform([request])
        #expect(try SeenPixels(request).color(3, 3) == SIMD3(10, 20, 30))
        #expect(ReachedLayer.count.withLock { $0 } == 1)
    }

    @Test("A request gets its results although an equal one was cancelled")
    func sameQuestion() throws {
        let model = try model()
        let cancelled = VNCoreMLRequest(model: model)
        let other = VNCoreMLRequest(model: model)
        let handler = VNImageRequestHandler(cgImage: try TestImages.plain([1, 2, 3], width: 4, height: 4))
        RequestCancellingLayer.request.withLock { $0 = cancelled }
        #expect(thrownCode { try handler.perform([cancelled, other]) } == .requestCancelled)
        RequestCancellingLayer.request.withLock { $0 = nil }
        #expect(cancelled.results == nil)
        #expect(try SeenPixels(other).color(0, 0) == SIMD3(1, 2, 3))
    }
}
