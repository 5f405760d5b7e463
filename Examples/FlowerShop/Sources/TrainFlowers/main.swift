import CreateML
import Foundation

// Usage: TrainFlowers PICTURES MODEL
//
// PICTURES contains the folders `training` and `testing`. Each of them contains one folder of photos for each flower.
guard CommandLine.arguments.count == 3 else {
    print("usage: TrainFlowers PICTURES MODEL")
    exit(2)
}
let pictures = URL(fileURLWithPath: CommandLine.arguments[1])
let trainingData = MLImageClassifier.DataSource.labeledDirectories(at: pictures.appendingPathComponent("training"))
let testingData = MLImageClassifier.DataSource.labeledDirectories(at: pictures.appendingPathComponent("testing"))

// A flower may be photographed out of focus, and from either side.
let parameters = MLImageClassifier.ModelParameters(
    validation: .split(strategy: .automatic), maxIterations: 25, augmentationOptions: [.blur, .flip])
let classifier = try MLImageClassifier(trainingData: trainingData, parameters: parameters)

let trainingAccuracy = (1.0 - classifier.trainingMetrics.classificationError) * 100
let validationAccuracy = (1.0 - classifier.validationMetrics.classificationError) * 100
let evaluation = classifier.evaluation(on: testingData)
let evaluationAccuracy = (1.0 - evaluation.classificationError) * 100
print(String(format: "training %.1f%%, validation %.1f%%, testing %.1f%%", trainingAccuracy, validationAccuracy, evaluationAccuracy))

let metadata = MLModelMetadata(author: "FlowerShop", shortDescription: "Names flowers", version: "1.0")
try classifier.write(to: URL(fileURLWithPath: CommandLine.arguments[2]), metadata: metadata)
