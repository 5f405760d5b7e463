import Vision

let model = try VNCoreMLModel(for: MLModel(contentsOf: URL(fileURLWithPath: "Models/scene/Scene.mlmodel")))
let request = VNCoreMLRequest(model: model) { request, error in
    guard let results = request.results as? [VNClassificationObservation], let best = results.first else {
        print("nothing found", error ?? "")
        return
    }
    print(best.confidence < 0.4 ? "not sure" : String(format: "%@ %.1f%%", best.identifier, best.confidence * 100))
}
request.imageCropAndScaleOption = .centerCrop
try VNImageRequestHandler(url: URL(fileURLWithPath: "Examples/Pictures/keyboard.jpg")).perform([request])
