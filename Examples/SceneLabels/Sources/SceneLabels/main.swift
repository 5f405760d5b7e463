import CoreML
import Vision

/// Labels the scenes in pictures with Core ML alone. `Scene` is the class that the plugin generates for `Scene.mlmodel`.
struct SceneLabeler {
    let scene: Scene
    let constraint: MLImageConstraint

    init() throws {
        scene = try Scene(configuration: MLModelConfiguration())
        guard let constraint = scene.model.modelDescription.inputDescriptionsByName["image"]?.imageConstraint else {
            throw CocoaError(.featureUnsupported)
        }
        self.constraint = constraint
    }

    /// The `k` best labels with their probabilities, the best first.
    func labels(of picture: CGImage, top k: Int) throws -> [(label: String, probability: Double)] {
        let options: [MLFeatureValue.ImageOption: Any] = [.cropAndScale: VNImageCropAndScaleOption.centerCrop.rawValue]
        let value = try MLFeatureValue(cgImage: picture, constraint: constraint, options: options)
        guard let buffer = value.imageBufferValue else { return [] }
        let prediction = try scene.prediction(image: buffer)
        let best = prediction.classLabelProbs.sorted { $0.value > $1.value }.prefix(k)
        return best.map { (label: $0.key, probability: $0.value) }
    }
}

func picture(at path: String) throws -> CGImage {
    guard let source = CGImageSourceCreateWithURL(URL(fileURLWithPath: path) as CFURL, nil),
        let picture = CGImageSourceCreateImageAtIndex(source, 0, nil)
    else { throw CocoaError(.fileReadCorruptFile, userInfo: [NSFilePathErrorKey: path]) }
    return picture
}

let labeler = try SceneLabeler()
for path in CommandLine.arguments.dropFirst() {
    do {
        let labels = try labeler.labels(of: picture(at: path), top: 3)
        print(path, labels.map { String(format: "%@ %.1f %%", $0.label, $0.probability * 100) }.joined(separator: ", "), separator: ": ")
    } catch {
        print(path, error, separator: ": ")
    }
}
