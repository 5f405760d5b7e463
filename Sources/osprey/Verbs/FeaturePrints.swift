import CoreMLSpecification
import CreateML
import Foundation

/// `osprey featureprint`: the numbers that classifiers are trained on.
enum FeaturePrints: Verb {
    static let command = Command(
        "featureprint", "Turns photos into rows of features.", operands: "IMAGE…", operandCount: 1...Int.max,
        options: [
            .value("--extractor", "MODEL", "a network whose output serves as features instead of Osprey's feature print"),
            .value("--output", "FILE", "writes the rows as a NumPy array of float32, in the order of the images"),
            .flag("--json", "a JSON object a line, with --output too"),
        ],
        discussion: """
            Without --output each image is a JSON object a line; from the second on it has the distances to the images above. IMAGE is a file,
            a folder, or '-' for a list of paths on standard input. With --output an image that cannot be read is an error.
            """)

    static func run(_ arguments: Arguments) throws -> ExitStatus {
        let paths = try InputList.images(arguments.operands)
        var type = MLImageClassifier.FeatureExtractorType.scenePrint(revision: nil)
        if let path = arguments.string("--extractor") { type = .custom(.init(modelPath: URL(fileURLWithPath: path))) }
        let extractor = try ImageFeatureExtractor(type)
        guard let output = arguments.string("--output") else { return try show(paths, extractor) }
        try write(paths, extractor, to: output)
        let shape = JSON.array([.integer(paths.count), .integer(extractor.count)])
        StandardOutput.write(
            line: arguments.flag("--json")
                ? JSON.object([("output", .string(output)), ("shape", shape)]).text : "\(output): \(paths.count) × \(extractor.count)")
        return .success
    }

    /// A JSON line for each image: numbers by the hundred are nothing to read.
    private static func show(_ paths: [String], _ extractor: ImageFeatureExtractor) throws -> ExitStatus {
        var report = ImageReport(json: true, paths: paths)
        var others: [[Float]] = []
        try ImageBatch(paths).run { path in
            try extractor.features(of: URL(fileURLWithPath: path))
        } consume: { path, result in
            report.add(path, result) { features in
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

    private static func write(_ paths: [String], _ extractor: ImageFeatureExtractor, to output: String) throws {
        var rows: [Float] = []
        try ImageBatch(paths).run { path in
            try extractor.features(of: URL(fileURLWithPath: path))
        } consume: { _, result in
            rows += try result.get()
        }
        let array = MLShapedArray<Float>(scalars: rows, shape: [paths.count, extractor.count])
        try MLMultiArray(array).numPyArray().file.write(to: URL(fileURLWithPath: output), options: .atomic)
    }

    /// As Vision's feature prints have it: the square root of the sum of the squared differences.
    private static func distance(_ a: [Float], _ b: [Float]) -> Float {
        zip(a, b).reduce(into: Float(0)) { sum, pair in sum += (pair.0 - pair.1) * (pair.0 - pair.1) }.squareRoot()
    }
}
