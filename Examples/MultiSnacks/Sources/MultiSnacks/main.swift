import Foundation

let classifier = SnackClassifier()
for path in CommandLine.arguments.dropFirst() {
    classifier.classify(image: URL(fileURLWithPath: path))
}
