import CoreML

let model = try MLModel(contentsOf: URL(fileURLWithPath: "Models/scene/Scene.mlmodel"))
guard let image = model.modelDescription.inputDescriptionsByName["image"]?.imageConstraint else { fatalError("no image") }
print(image.pixelsWide, "×", image.pixelsHigh)

func photo(_ name: String) throws -> MLDictionaryFeatureProvider {
    let url = URL(fileURLWithPath: "Examples/Pictures/\(name).jpg")
    return try MLDictionaryFeatureProvider(dictionary: ["image": MLFeatureValue(imageAt: url, constraint: image, options: nil)])
}

let answer = try model.prediction(from: photo("fence"))
print(answer.featureValue(for: "classLabel")?.stringValue ?? "nothing")

let batch = MLArrayBatchProvider(array: [try photo("keyboard"), try photo("seashore")])
let answers = try model.predictions(fromBatch: batch)
for index in 0..<answers.count {
    print(answers.features(at: index).featureValue(for: "classLabel")?.stringValue ?? "nothing")
}

let configuration = MLModelConfiguration()
configuration.computeUnits = .cpuOnly
let exact = try MLModel(contentsOf: URL(fileURLWithPath: "Models/scene/Scene.mlmodel"), configuration: configuration)
print(try exact.prediction(from: photo("alp")).featureNames.contains("classLabel"))

let array = try MLMultiArray([1, 2, 3, 4, 5, 6] as [Float])
let matrix = MLShapedArray<Float>(scalars: [1, 2, 3, 4, 5, 6], shape: [2, 3])
print(array.shape, matrix[1].scalars)
