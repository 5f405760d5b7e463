import CreateML
import Foundation
import JSON
import Reports
import VisionRuntime

/// `osprey featureprint`: prints the features of images on which classifiers are trained.
enum FeaturePrints: Verb {
    static let command = Command(
        "featureprint", "Turns photos and frames of videos into rows of features.", operands: "IMAGE…", operandCount: 1...Int.max,
        options: [
            PrintOptions.revision,
            PrintOptions.extractor,
            .value(
                "--output", "FILE",
                "writes the rows as a NumPy array (.npy) of float32, and which image each is of beside it (.jsonl, a JSON object a line)"),
            ImageBatch.option,
            InputList.option,
            .flag("--json", "a JSON object a line, with --output too"),
        ],
        discussion: """
            Without --output each image is a JSON object a line; from the second on it has the distances to the images above. With
            --output an image that cannot be read is named and has no row.
            \(InputList.help)
            """)

    static func run(_ arguments: Arguments) throws -> ExitStatus {
        let images = try InputList.images(arguments.operands, arguments)
        let output = arguments.string("--output")
        let files = images.compactMap { $0.file?.path } + [arguments.string("--extractor")].compactMap(\.self)
        if let output { try OutputFile.check(output, "--output", extensions: ["npy"], inputs: files) }
        let extractor = try ImageFeatureExtractor(PrintOptions.featureExtractor(arguments))
        let batch = try ImageBatch(images, arguments)
        guard let output else { return try show(images, batch, extractor) }
        let (rows, skipped) = try batch.collect { image in
            (source: JSON.object(image.members), features: try features(of: image, extractor))
        }
        guard !rows.isEmpty else { throw OutputError(path: output, reason: "is not written, as no image could be read") }
        try write(rows, width: extractor.count, to: URL(fileURLWithPath: output))
        if arguments.flag("--json") {
            let shape = JSON.array([.integer(rows.count), .integer(extractor.count)])
            try StandardOutput.write(json: ["output": .string(output), "shape": shape])
        } else {
            try StandardOutput.write(line: "\(output): \(rows.count) × \(extractor.count)")
        }
        return skipped.isEmpty ? .success : .someFailed
    }

    /// Prints a JSON line for each image. There is no text form, because hundreds of numbers are not readable.
    private static func show(
        _ images: [InputImage], _ batch: ImageBatch, _ extractor: ImageFeatureExtractor
    ) throws -> ExitStatus {
        var report = try ImageReport(.json, images: images)
        var others: [FeatureVector] = []
        try batch.run { image in
            try features(of: image, extractor)
        } consume: { image, result in
            try report.add(image, result) { features in
                // The same vector as in Vision's feature prints, for the distances.
                let vector = FeatureVector(features)
                let distances = others.map { JSON.float(Float($0.distance(to: vector))) }
                others.append(vector)
                return [("featurePrint", .array(features.map { .float($0) }))]
                    + (distances.isEmpty ? [] : [("distances", .array(distances))])
            } text: { _ in
                ""
            }
        }
        return report.finish()
    }

    /// Writes the array, and a file with the same name and the extension `jsonl` that names the image of each row.
    private static func write(_ rows: [(source: JSON, features: [Float])], width: Int, to output: URL) throws {
        let array = MLShapedArray<Float>(scalars: rows.flatMap(\.features), shape: [rows.count, width])
        try AtomicFile.write(MLMultiArray(array).numPyArray().file, to: output)
        let lines = rows.map { $0.source.text + "\n" }.joined()
        try AtomicFile.write(Data(lines.utf8), to: output.deletingPathExtension().appendingPathExtension("jsonl"))
    }

    private static func features(of image: InputImage, _ extractor: ImageFeatureExtractor) throws -> [Float] {
        if let frame = image.frame { return try extractor.features(of: frame.upright()) }
        return try image.data.map { try extractor.features(of: $0) } ?? extractor.features(of: URL(fileURLWithPath: image.name))
    }
}
