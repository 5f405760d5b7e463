import Foundation

let classifier = FlowerClassifier()
if let error = classifier.setupVision() {
    print(error.localizedDescription)
    exit(1)
}
for path in CommandLine.arguments.dropFirst() {
    let photo = URL(fileURLWithPath: path)
    do {
        print(path, try classifier.analyze(photo) ?? "-", separator: ": ")
    } catch {
        print("Error: Vision request failed with error \"\(error)\"")
    }
}
