import CoreML
import CoreMLSpecification
import Foundation
import TestSupport
import Testing

@Suite("Files that change while a model is in use")
struct ShortenedFileTests {
    /// A package with a matrix of weights that is larger than what is read at once.
    private func package(in folder: TemporaryFolder, size: Int) throws -> (url: URL, weights: URL) {
        var writer = WeightFileWriter()
        let weights = [Float](repeating: 1, count: size * size).withUnsafeBytes { Bytes(copying: $0) }
        let offset = writer.append(weights, type: .float32, elementCount: size * size)
        let url = folder.file("Product.mlpackage")
        try ModelPackage.write(TestPrograms.product(size, weightAt: offset, from: "x", to: "y"), weights: writer, to: url)
        return (url, url.appendingPathComponent("Data/com.apple.CoreML/weights/weight.bin"))
    }

    private func inputs(_ size: Int) throws -> MLDictionaryFeatureProvider {
        let array = try MLMultiArray(shape: [NSNumber(value: size)], dataType: .float32)
        array.withUnsafeMutableBufferPointer(ofType: Float.self) { values, _ in values.update(repeating: 1) }
        return try MLDictionaryFeatureProvider(dictionary: ["x": array])
    }

    @Test("Weights that are cut off after loading are an error of the prediction, and the process goes on")
    func weights() throws {
        let (folder, size) = (try TemporaryFolder(), 512)
        let (url, weights) = try package(in: folder, size: size)
        let model = try MLModel(contentsOf: url)
        try #require(truncate(weights.path, 8192) == 0)
        #expect {
            try model.prediction(from: inputs(size))
        } throws: { error in
            error.localizedDescription.contains("was shortened") && error.localizedDescription.contains("weight.bin")
        }
        // It stays one, because the numbers are lost.
        #expect(throws: MLModelError.self) { try model.prediction(from: inputs(size)) }
        #expect(throws: MLModelError.self) { try MLModel(contentsOf: url) }
    }

    @Test("Weights that are replaced by renaming leave a loaded model as it is")
    func renaming() throws {
        let (folder, size) = (try TemporaryFolder(), 512)
        let (url, weights) = try package(in: folder, size: size)
        let model = try MLModel(contentsOf: url)
        let other = folder.file("other")
        try Data([0]).write(to: other)
        try #require(rename(other.path, weights.path) == 0)
        #expect(try model.prediction(from: inputs(size)).featureValue(for: "y")?.multiArrayValue?[0].floatValue == Float(size))
    }

    @Test("A pipe in the place of a model is an error at once")
    func pipe() throws {
        let folder = try TemporaryFolder()
        for name in ["Model.mlmodel", "Model.mlpackage", "model.mlmodelc"] {
            try #require(mkfifo(folder.file(name).path, 0o600) == 0)
            #expect {
                try MLModel(contentsOf: folder.file(name))
            } throws: { error in
                error.localizedDescription.contains("is not a regular file")
            }
        }
    }
}
