import Vision

let photo = URL(fileURLWithPath: "Examples/Pictures/fence.jpg")
let classification = VNClassifyImageRequest()
let handler = VNImageRequestHandler(url: photo)
try handler.perform([classification])
for label in classification.results?.prefix(2) ?? [] {
    print(label.identifier, label.confidence > 0.5 ? "surely" : "perhaps")
}

let rectangles = VNDetectRectanglesRequest()
rectangles.maximumObservations = 3
let horizon = VNDetectHorizonRequest()
try handler.perform([rectangles, horizon, classification])
print(rectangles.results?.count ?? 0, "rectangles at most 3")

let ticket = URL(fileURLWithPath: "Tests/VisionRuntimeTests/Fixtures/barcodes/10-ean8.png")
let barcodes = VNDetectBarcodesRequest()
barcodes.symbologies = [.ean8]
try VNImageRequestHandler(url: ticket).perform([barcodes])
if let code = barcodes.results?.first, let number = code.payloadStringValue {
    print(number.count, "digits", code.boundingBox.midX > 0.2 ? "in the middle" : "at the edge")
}

do {
    try VNImageRequestHandler(url: URL(fileURLWithPath: "missing.jpg")).perform([horizon])
} catch {
    print(error.localizedDescription)
}

let observations = try await ClassifyImageRequest().perform(on: photo)
print(observations[0].identifier)
