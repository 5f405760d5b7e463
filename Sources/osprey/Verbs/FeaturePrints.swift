import CoreMLSpecification
import CreateML
import Foundation

/// `osprey featureprint`: the numbers that classifiers are trained on.
enum FeaturePrints: Verb {
    static let command = Command(
        "featureprint", "Turns photos into rows of features.", operands: "IMAGE…", operandCount: 1...Int.max,
        options: [
            .value("--extractor", "MODEL", "a network whose output serves as features instead of Osprey's feature print"),
            .value("--output", "FILE", "writes the rows as a NumPy array (.npy) of float32, in the order of the images"),
            .flag("--json", "a JSON object a line, with --output too"),
        ],
        discussion: """
            Without --output each image is a JSON object a line; from the second on it has the distances to the images above. With
            --output an image that cannot be read is an error.
            \(InputList.help)
            """)

    static func run(_ arguments: Arguments) throws -> ExitStatus {
        let images = try InputList.images(arguments.operands)
        let output = arguments.string("--output")
        let files = images.compactMap { $0.file?.path } + [arguments.string("--extractor")].compactMap(\.self)
        if let output { try OutputFile.check(output, "--output", extensions: ["npy"], inputs: files) }
        var type = MLImageClassifier.FeatureExtractorType.scenePrint(revision: nil)
        if let path = arguments.string("--extractor") { type = .custom(.init(modelPath: URL(fileURLWithPath: path))) }
        let extractor = try ImageFeatureExtractor(type)
        guard let output else { return try show(images, extractor) }
        try write(images, extractor, to: output)
        if arguments.flag("--json") {
            let shape = JSON.array([.integer(images.count), .integer(extractor.count)])
            try StandardOutput.write(json: ["output": .string(output), "shape": shape])
        } else {
            try StandardOutput.write(line: "\(output): \(images.count) × \(extractor.count)")
        }
        return .success
    }

    /// A JSON line for each image: numbers by the hundred are nothing to read.
    private static func show(_ images: [InputImage], _ extractor: ImageFeatureExtractor) throws -> ExitStatus {
        var report = ImageReport(json: true, images: images)
        var others: [[Float]] = []
        try ImageBatch(images).run { image in
            try features(of: image, extractor)
        } consume: { image, result in
            try report.add(image, result) { features in
                let distances = others.map { JSON.float(distance($0, features)) }
                others.append(features)
                return [("featurePrint", .array(features.map { .float($0) }))]
                    + (distances.isEmpty ? [] : [("distances", .array(distances))])
            } text: { _ in
                ""
            }
        }
        return report.finish()
    }

    private static func write(_ images: [InputImage], _ extractor: ImageFeatureExtractor, to output: String) throws {
        var rows: [Float] = []
        try ImageBatch(images).run { image in
            try features(of: image, extractor)
        } consume: { _, result in
            rows += try result.get()
        }
        let array = MLShapedArray<Float>(scalars: rows, shape: [images.count, extractor.count])
        try AtomicFile.write(MLMultiArray(array).numPyArray().file, to: URL(fileURLWithPath: output))
    }

    private static func features(of image: InputImage, _ extractor: ImageFeatureExtractor) throws -> [Float] {
        try image.data.map { try extractor.features(of: $0) } ?? extractor.features(of: URL(fileURLWithPath: image.name))
    }

    /// As Vision's feature prints have it: the square root of the sum of the squared differences.
    private static func distance(_ a: [Float], _ b: [Float]) -> Float {
        zip(a, b).reduce(into: Float(0)) { sum, pair in sum += (pair.0 - pair.1) * (pair.0 - pair.1) }.squareRoot()
    }
}
