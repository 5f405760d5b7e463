import CreateML
import Foundation

let pictures = URL(fileURLWithPath: "Examples/FlowerShop")
let examples = MLImageClassifier.DataSource.labeledDirectories(at: pictures.appendingPathComponent("training"))

let parameters = MLImageClassifier.ModelParameters(
    validation: .split(strategy: .automatic), maxIterations: 10, augmentationOptions: [])
let classifier = try MLImageClassifier(trainingData: examples, parameters: parameters)
print("training is right to", classifier.trainingMetrics.classificationError < 0.1 ? "nine in ten" : "fewer")

let evaluation = classifier.evaluation(on: .labeledDirectories(at: pictures.appendingPathComponent("testing")))
print("testing is right to", evaluation.classificationError < 0.2 ? "eight in ten" : "fewer")

let file = FileManager.default.temporaryDirectory.appendingPathComponent("Flowers-\(UUID().uuidString).mlmodel")
try classifier.write(to: file, metadata: MLModelMetadata(author: "me", shortDescription: "Names flowers"))
print("written:", FileManager.default.fileExists(atPath: file.path))
try FileManager.default.removeItem(at: file)
