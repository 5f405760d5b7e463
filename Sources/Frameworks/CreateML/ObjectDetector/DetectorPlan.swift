import CoreGraphics
import CoreMLRuntime
import Foundation

/// The data and parameters of a session of an object detector.
package struct DetectorPlan: TrainingPlan {
    package static let kind = "MLObjectDetector"

    let training: [AnnotatedImage]
    let validation: [AnnotatedImage]
    let labels: [String]
    package let warnings: [String]
    let skippedImages: Int
    package let dataDigest: String
    private let stored: StoredDetectorParameters

    var modelParameters: MLObjectDetector.ModelParameters { stored.parameters }
    var annotationType: MLObjectDetector.AnnotationType { stored.annotationType }

    package var parameters: [String: String] {
        let parameters = stored.parameters
        return [
            "algorithm": parameters.algorithm == .darknetYolo ? "full network" : "transfer learning",
            "featurePrint": String(parameters.printRevision),
            "maxIterations": parameters.maxIterations.map(String.init) ?? "automatic",
            "batchSize": parameters.batchSize.map(String.init) ?? "automatic",
            "gridSize": "\(parameters.gridSize.width) × \(parameters.gridSize.height)", "seed": String(parameters.seed),
            "validation": stored.validation.text,
        ]
    }

    package func check() throws {
        let objects = (training + validation).flatMap(\.objects)
        // Rounding may extend a box beyond its picture.
        let whole = CGRect(x: -0.01, y: -0.01, width: 1.02, height: 1.02)
        guard !labels.isEmpty, labels == Set(training.flatMap { $0.objects.map(\.label) }).sorted(),
            objects.allSatisfy({ whole.contains($0.box) && $0.box.width > 0 && $0.box.height > 0 }),
            (training + validation).allSatisfy({ $0.width > 0 && $0.height > 0 })
        else { throw MLCreateError.io(reason: "its boxes or labels are damaged") }
        _ = try modelParameters.configuration(for: training)
    }

    /// - Throws: `MLCreateError` if the data cannot be read, no picture shows an object, or a label has no readable picture.
    init(
        _ source: MLObjectDetector.DataSource, _ parameters: MLObjectDetector.ModelParameters,
        _ annotationType: MLObjectDetector.AnnotationType
    ) throws {
        var data = try source.annotatedImages(annotationType)
        try data.requireEveryLabel()
        let given = data.images
        var parameters = parameters
        if parameters.choosesGrid { parameters.gridSize = MLObjectDetector.ModelParameters.gridSize(for: given) }
        (training, validation) = try Self.split(&data, parameters.validation, annotationType)
        labels = Set(training.flatMap { $0.objects.map(\.label) }).sorted()
        guard !labels.isEmpty else {
            let reason = data.warnings.first.map { ": \($0)" } ?? ""
            throw MLCreateError.generic(reason: "no readable picture has a box to train on\(reason)")
        }
        _ = try parameters.configuration(for: training)
        data.doubts += Self.doubts(training, validation, labels) + [parameters.gridDoubt(training)].compactMap(\.self)
        warnings = data.warnings
        skippedImages = data.skipped.count
        stored = StoredDetectorParameters(parameters, annotationType)
        var digest = ContentDigest()
        // The digest does not depend on a split, which draws from the given pictures and may draw differently every time.
        let isSplit = if case .split = parameters.validation { true } else { false }
        for image in given + (isSplit ? [] : validation) {
            digest.add(file: image.url)
            for object in image.objects {
                digest.add(object.label)
                let numbers = [object.box.minX, object.box.minY, object.box.width, object.box.height]
                for number in numbers { digest.add(Int(bitPattern: UInt(Double(number).bitPattern))) }
            }
        }
        dataDigest = digest.text
    }

    private static func split(
        _ data: inout AnnotatedImages, _ validation: MLObjectDetector.ModelParameters.ValidationData,
        _ type: MLObjectDetector.AnnotationType
    ) throws -> (training: [AnnotatedImage], validation: [AnnotatedImage]) {
        switch validation {
        case .none: return (data.images, [])
        case .table(let table, let imageColumn, let annotationColumn):
            let source = MLObjectDetector.DataSource.table(table, imageColumn: imageColumn, annotationColumn: annotationColumn)
            return try split(&data, .dataSource(source), type)
        case .dataSource(let source):
            let held = try source.annotatedImages(type)
            data.skipped += held.skipped
            data.doubts += held.doubts
            return (data.images, held.images)
        case .split(let strategy):
            let (ratio, seed) = try strategy.checked(count: data.images.count)
            var generator = SplitMix64(seed: seed)
            let held = LabelStrata.draw(ratio, of: data.images.map { Set($0.objects.map(\.label)) }, &generator)
            let parts = Dictionary(grouping: data.images.indices, by: held.contains)
            return (parts[false, default: []].map { data.images[$0] }, parts[true, default: []].map { data.images[$0] })
        }
    }

    /// Warnings about training data that does not follow common advice, and about labels that cannot be learned or evaluated.
    private static func doubts(_ training: [AnnotatedImage], _ validation: [AnnotatedImage], _ labels: [String]) -> [String] {
        var counts: [String: Int] = [:]
        for image in training {
            for label in Set(image.objects.map(\.label)) { counts[label, default: 0] += 1 }
        }
        var doubts = TrainingAdvice.warnings(counts: counts, "picture")
        let unknown = Set(validation.flatMap { $0.objects.map(\.label) }).subtracting(labels).sorted()
        doubts += unknown.map { "the label '\($0)' is in no training picture" }
        return doubts
    }
}

/// The parameters of a detector, as a session's file stores them.
private struct StoredDetectorParameters: Codable, Sendable {
    let validation: StoredClassifierParameters.Validation
    private let conventionNumber: Int
    private let batchSize: Int?
    private let maxIterations: Int?
    private let columns: Double
    private let rows: Double
    private let isFullNetwork: Bool
    private let seed: Int
    /// The revision of the feature print; `nil` in files of older versions, which have `printRevision` instead.
    private let featurePrint: Int?
    /// The revision of the feature print, in files of older versions. In these files, 3 and 4 are Osprey's own networks. `nil` in files of versions
    /// that had only one revision.
    private let printRevision: Int?

    init(_ parameters: MLObjectDetector.ModelParameters, _ type: MLObjectDetector.AnnotationType) {
        validation =
            switch parameters.validation {
            case .none: .none
            case .split(let strategy): .init(strategy)
            case .dataSource, .table: .separate
            }
        conventionNumber = BoxConvention(type).number
        (batchSize, maxIterations, seed) = (parameters.batchSize, parameters.maxIterations, parameters.seed)
        (columns, rows) = (Double(parameters.gridSize.width), Double(parameters.gridSize.height))
        isFullNetwork = parameters.algorithm == .darknetYolo
        (featurePrint, printRevision) = (parameters.printRevision, nil)
    }

    var annotationType: MLObjectDetector.AnnotationType {
        let all = BoxConvention.all
        return all[all.indices.contains(conventionNumber) ? conventionNumber : 0].annotationType
    }

    /// The parameters without the source of separate validation pictures. The plan contains these pictures.
    var parameters: MLObjectDetector.ModelParameters {
        let revision = featurePrint ?? printRevision.map(PrintNetwork.revision(short:)) ?? 1
        var parameters = MLObjectDetector.ModelParameters(
            validation: validation.strategy.map { .split(strategy: $0) } ?? .none, batchSize: batchSize, maxIterations: maxIterations,
            gridSize: CGSize(width: columns, height: rows),
            algorithm: isFullNetwork ? .darknetYolo : .transferLearning(.objectPrint(revision: revision)))
        parameters.seed = seed
        if isFullNetwork { parameters.featurePrintRevision = revision }
        return parameters
    }
}
