import Vision

let photo = URL(fileURLWithPath: CommandLine.arguments[1])
let request = VNClassifyImageRequest()
try VNImageRequestHandler(url: photo).perform([request])
for label in request.results?.prefix(3) ?? [] {
    print(label.identifier, label.confidence)
}
