import CoreML

let model = try MLModel(contentsOf: URL(fileURLWithPath: "Models/scene/Scene.mlmodel"))
guard let image = model.modelDescription.inputDescriptionsByName["image"]?.imageConstraint else { fatalError("no image") }
print(image.pixelsWide, "×", image.pixelsHigh)

func photo(_ name: String) throws -> MLDictionaryFeatureProvider {
    let url = URL(fileURLWithPath: "Examples/Pictures/\(name).jpg")
    return try MLDictionaryFeatureProvider(dictionary: ["image": MLFeatureValue(imageAt: url, constraint: image, options: nil)])
}

func labels(_ answer: any MLFeatureProvider) -> String {
    let chances = answer.featureValue(for: "classLabelProbs")?.dictionaryValue as? [String: NSNumber] ?? [:]
    return chances.sorted { $0.value.doubleValue > $1.value.doubleValue }.prefix(3).map(\.key).joined(separator: ", ")
}

let answer = try model.prediction(from: photo("fence"))
print(labels(answer))

let batch = MLArrayBatchProvider(array: [try photo("keyboard"), try photo("seashore")])
let answers = try model.predictions(fromBatch: batch)
for index in 0..<answers.count {
    print(labels(answers.features(at: index)))
}

let configuration = MLModelConfiguration()
configuration.computeUnits = .cpuOnly
let exact = try MLModel(contentsOf: URL(fileURLWithPath: "Models/scene/Scene.mlmodel"), configuration: configuration)
print(try exact.prediction(from: photo("alp")).featureNames.contains("classLabel"))

let array = try MLMultiArray([1, 2, 3, 4, 5, 6] as [Float])
let matrix = MLShapedArray<Float>(scalars: [1, 2, 3, 4, 5, 6], shape: [2, 3])
print(array.shape, matrix[1].scalars)
