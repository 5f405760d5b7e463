import CoreML
import Foundation

/// The training of a detector on annotated pictures.
final class DetectorTraining: StepwiseTraining {
    private let plan: DetectorPlan
    private let configuration: DetectorConfiguration
    private var prepared: (pictures: DetectionPictures, optimization: DetectorOptimization)?

    /// The size of decoded pictures, relative to the network's input. Decoded pictures exceed the input, because the augmenter enlarges parts of
    /// them.
    private static let keptScale = 1.5
    /// The maximum number of training pictures that `trainingMetrics` are computed from. The first pictures are taken.
    private static let measuredPictures = 200

    init(_ plan: DetectorPlan, _ parameters: MLTrainingSessionParameters) throws {
        self.plan = plan
        configuration = try plan.modelParameters.configuration(for: plan.training)
        // The learning rate falls over the configuration's iterations, not the session's. A session may therefore end early and be resumed later.
        iterationLimit = min(configuration.iterations, max(parameters.iterations, 1))
    }

    let iterationLimit: Int
    var iteration: Int { prepared?.optimization.iteration ?? 0 }
    var isFinished: Bool { iteration >= iterationLimit }

    func prepare(_ reporter: TrainingReporter) throws {
        let side = Int(Double(max(configuration.width, configuration.height)) * Self.keptScale)
        let total = plan.training.count
        let pictures = try DetectionPictures(plan.training, labels: plan.labels, side: side) {
            try reporter.report(.extractingFeatures, $0, of: total)
        }
        var data = AnnotatedImages(images: pictures.images)
        for (image, reason) in pictures.skipped { data.skip(image.url, labels: image.objects.map(\.label), reason) }
        try data.requireEveryLabel()
        guard !pictures.images.isEmpty else { throw MLCreateError.generic(reason: "none of the pictures could be decoded") }
        prepared = (pictures, try MLCreateError.describing { try DetectorOptimization(pictures, labels: plan.labels, configuration) })
    }

    func step() throws -> [MLProgress.Metric: Any] {
        let optimization = try ready().optimization
        return [.loss: try MLCreateError.describing { try optimization.step() }]
    }

    func state() throws -> Data { try ready().optimization.state() }

    func restore(_ state: Data) throws { try ready().optimization.restore(state) }

    func finish(_ reporter: TrainingReporter) throws -> MLObjectDetector {
        let (pictures, optimization) = try ready()
        let export = DetectorExport(optimization.network, labels: plan.labels, weights: optimization.weights)
        let predictor = try DetectorPredictor(try export.makeModel(), labels: plan.labels)
        let (validation, unread) = try predictor.answers(plan.validation, acceptsDamage: false)
        let lost = pictures.skipped + unread
        return MLObjectDetector(
            export, predictor, plan.modelParameters, plan.annotationType,
            trainingMetrics: MLObjectDetectorMetrics(try predictor.answers(Array(pictures.images.prefix(Self.measuredPictures))).answers),
            validationAnswers: validation, losses: optimization.losses,
            warnings: plan.warnings + early + lost.map { "\($0.image.url.path) was skipped: \($0.reason)" },
            skippedImages: plan.skippedImages + lost.count)
    }

    /// A warning if the session's iteration limit ended the training before the learning rate had fallen.
    private var early: [String] {
        guard iteration < configuration.iterations else { return [] }
        return ["training ended after \(iteration) of \(configuration.iterations) iterations, the limit of its session"]
    }

    private func ready() throws -> (pictures: DetectionPictures, optimization: DetectorOptimization) {
        guard let prepared else { throw MLCreateError.generic(reason: "the training is not prepared") }
        return prepared
    }
}
