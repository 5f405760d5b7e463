import CoreML
import Foundation
import TestSupport
import Testing

/// Needs ../shared/data/models.
@Suite(.enabled(if: SharedData.has("models"), "needs ../shared/data/models"))
struct PublishedNetworkTests {
    static let networks = [
        "Es2EnCharDecoder16Bit", "GestureClassifier", "PlayerActionClassifier", "PoseNetMobileNet075S16FP16", "SRCNN", "Tiny8x8Classifier",
        "human_pose_8bit", "model_cpm", "model_hourglass", "outdoor_segmentation_8bit", "people_segmentation_8bit", "rigid_pose_small",
        "style_mosaic", "waifu2x_anime_noise0", "waifu2x_photo_noise1",
    ]

    @Test("Every published network loads, and its outputs have the declared types and shapes", arguments: networks)
    func everyNetworkLoadsAndAnswersWhatItPromises(name: String) throws {
        let model = try MLModel(contentsOf: SharedData.url("models/\(name).mlmodel"))
        let result = try model.prediction(from: TestInputs.provider(for: model))
        for (output, description) in model.modelDescription.outputDescriptionsByName {
            let value = try #require(result.featureValue(for: output))
            #expect(value.type == description.type)
            if let array = value.multiArrayValue {
                #expect(array.dataType == description.multiArrayConstraint?.dataType)
                if let shape = description.multiArrayConstraint?.shape, !shape.isEmpty { #expect(array.shape == shape) }
                #expect((0..<array.count).allSatisfy { array[$0].doubleValue.isFinite })
            }
        }
    }
}

/// Needs ../shared/data/models; the truth is PyTorch's (`Fixtures/make_network_truth.py`).
@Suite(.enabled(if: SharedData.has("models"), "needs ../shared/data/models"))
struct PublishedNetworkTruthTests {
    private struct Output: Decodable {
        var labels: [String]?
        var largest: Double?
        var count: Int?
        var places: [Int]?
        var values: [Double]
    }

    @Test(
        "Networks agree with PyTorch in float32",
        arguments: [
            "GestureClassifier", "Es2EnCharDecoder16Bit", "PlayerActionClassifier", "PoseNetMobileNet075S16FP16", "SRCNN",
            "Tiny8x8Classifier", "human_pose_8bit", "model_cpm", "model_hourglass", "outdoor_segmentation_8bit",
            "people_segmentation_8bit", "rigid_pose_small", "style_mosaic", "waifu2x_anime_noise0",
        ])
    func networksAgreeWithPyTorchInFloat32(name: String) throws {
        let configuration = MLModelConfiguration()
        configuration.computeUnits = .cpuOnly
        let model = try MLModel(contentsOf: SharedData.url("models/\(name).mlmodel"), configuration: configuration)
        let result = try model.prediction(from: TestInputs.provider(for: model))
        let file = try Data(contentsOf: Fixtures.url("networks/\(name).json"))
        for (output, expected) in try JSONDecoder().decode([String: Output].self, from: file) {
            let value = try #require(result.featureValue(for: output))
            if let labels = expected.labels {
                let probabilities = try #require(value.dictionaryValue as? [String: Double])
                for (label, probability) in zip(labels, expected.values) {
                    #expect(abs((probabilities[label] ?? .nan) - probability) < 1e-4)
                }
                continue
            }
            let values = try elements(of: value)
            #expect(values.count == expected.count)
            // Images are rounded to bytes.
            let tolerance = value.type == .image ? 0.6 : 1e-4 * (expected.largest ?? 1)
            for (place, number) in zip(expected.places ?? [], expected.values) {
                let wanted = value.type == .image ? min(max(number, 0), 255) : number
                #expect(abs(values[place] - wanted) <= tolerance, "\(output)[\(place)]")
            }
        }
    }

    /// All numbers of an array, or of an image as red, green and blue planes.
    private func elements(of value: MLFeatureValue) throws -> [Double] {
        if let array = value.multiArrayValue { return (0..<array.count).map { array[$0].doubleValue } }
        let buffer = try #require(value.imageBufferValue)
        let rows = try TestModels.bytes(buffer, CVPixelBufferGetWidth(buffer) * 4)
        return [2, 1, 0].flatMap { channel in rows.flatMap { row in stride(from: channel, to: row.count, by: 4).map { Double(row[$0]) } } }
    }
}

/// Inputs that depend on nothing but the description.
enum TestInputs {
    static func provider(for model: MLModel) throws -> MLDictionaryFeatureProvider {
        var values: [String: Any] = [:]
        for (name, description) in model.modelDescription.inputDescriptionsByName where !description.isOptional {
            if let constraint = description.imageConstraint {
                values[name] = try image(constraint)
            } else if let constraint = description.multiArrayConstraint {
                let array = try MLMultiArray(shape: constraint.shape, dataType: constraint.dataType)
                for index in 0..<array.count { array[index] = NSNumber(value: Double((index * 7919 + 13) % 101) / 101) }
                values[name] = array
            } else {
                values[name] = 0.5
            }
        }
        return try MLDictionaryFeatureProvider(dictionary: values)
    }

    /// Pixel (x, y) of channel c is (x · 3 + y · 5 + c · 40 + (x · y) % 17) % 256.
    static func image(_ constraint: MLImageConstraint) throws -> CVPixelBuffer {
        var created: CVPixelBuffer?
        _ = CVPixelBufferCreate(nil, constraint.pixelsWide, constraint.pixelsHigh, constraint.pixelFormatType, nil, &created)
        guard let buffer = created else { throw CocoaError(.featureUnsupported) }
        CVPixelBufferLockBaseAddress(buffer, [])
        defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
        let base = try #require(CVPixelBufferGetBaseAddress(buffer)).assumingMemoryBound(to: UInt8.self)
        let isGray = constraint.pixelFormatType == kCVPixelFormatType_OneComponent8
        for y in 0..<constraint.pixelsHigh {
            let row = base + y * CVPixelBufferGetBytesPerRow(buffer)
            for x in 0..<constraint.pixelsWide {
                func value(_ channel: Int) -> UInt8 { UInt8((x * 3 + y * 5 + channel * 40 + (x * y) % 17) % 256) }
                if isGray {
                    row[x] = value(0)
                } else {
                    (row[x * 4], row[x * 4 + 1], row[x * 4 + 2], row[x * 4 + 3]) = (value(2), value(1), value(0), 255)
                }
            }
        }
        return buffer
    }
}
