import CoreML
import CoreMLRuntime
import CoreVideo
import Foundation

/// The numeric settings of a style's training.
struct StyleConfiguration: Equatable, Sendable {
    /// The side, in pixels, of the squares that photos become.
    var side: Int
    /// The number of output channels of the network's first convolution.
    var width: Int
    var iterations: Int
    var styleFactor: Float
    var seed: Int
    /// The number of photos in a batch.
    var batchSize = 2
    var learningRate: Float = 0.002
}

/// The training of a style, from a style picture and photos.
///
/// With the same pictures, parameters and number of threads, the weights are bit-identical, even if the training was interrupted.
final class StyleTraining: StepwiseTraining {
    private let plan: StylePlan
    private let configuration: StyleConfiguration
    private let network: StyleNetwork
    private let pictureInterval: Int
    /// The folder of the redrawn pictures, which are the values of `MLProgress.Metric.stylizedImageURL`.
    private let pictureFolder: URL
    private var prepared: (pictures: StylePictures, trainer: Trainer)?
    private var order: EpochOrder
    /// The losses of each iteration.
    private var losses: [MLStyleTransfer.Losses] = []

    init(_ plan: StylePlan, _ parameters: MLTrainingSessionParameters) throws {
        self.plan = plan
        configuration = try plan.modelParameters.configuration()
        network = StyleNetwork(width: configuration.width)
        order = EpochOrder(seed: configuration.seed)
        // The learning rate falls over the configuration's iterations, not the session's. A session may therefore end early and be resumed later.
        iterationLimit = min(configuration.iterations, max(parameters.iterations, 1))
        pictureInterval = max(parameters.checkpointInterval, 1)
        let temporary = FileManager.default.temporaryDirectory.appendingPathComponent("style-\(UUID().uuidString)")
        pictureFolder = (parameters.sessionDirectory ?? temporary).appendingPathComponent(StylePicture.sessionFolder)
    }

    let iterationLimit: Int
    var iteration: Int { prepared?.trainer.iteration ?? 0 }
    var isFinished: Bool { iteration >= iterationLimit }

    func prepare(_ reporter: TrainingReporter) throws {
        let total = plan.contentImages.count
        let pictures = try StylePictures(plan.contentImages, side: configuration.side, plan.processingOption) {
            try reporter.report(.extractingFeatures, $0, of: total)
        }
        let objective = try MLCreateError.describing { try makeObjective() }
        var generator = SplitMix64(seed: configuration.seed & Int.max)
        let parameters = try network.makeParameters(&generator)
        let warmup = min(configuration.iterations / 10, 20)
        let schedule = LearningRateSchedule(
            configuration.learningRate,
            .cosine(count: max(configuration.iterations - warmup, 1), minimum: configuration.learningRate * 0.05), warmup: warmup)
        let settings = Trainer.Settings(OptimizerSettings(.adam(), gradientNormLimit: 10), schedule, seed: configuration.seed)
        prepared = (pictures, Trainer(parameters, settings) { try objective.objective($0, parameters) })
    }

    private func makeObjective() throws -> StyleObjective {
        let teacher = try StyleTeacher()
        let picture = try StylePicture.whole(plan.styleImage, side: configuration.side)
        let colors = StyleObjective.colorStyles(
            StylePicture.planes(of: picture), width: CVPixelBufferGetWidth(picture), height: CVPixelBufferGetHeight(picture))
        return StyleObjective(
            network, teacher, style: try teacher.style(of: picture), colors: colors, factors: .init(style: configuration.styleFactor))
    }

    // MARK: Steps

    func step() throws -> [MLProgress.Metric: Any] {
        let (pictures, trainer) = try ready()
        let found = try MLCreateError.describing {
            let outcome = try trainer.train(batch(trainer.iteration, pictures))
            func value(_ name: String) -> Double { Double(outcome.observed[name]?.floats.first ?? .nan) }
            return MLStyleTransfer.Losses(style: value(StyleObjective.styleLoss), content: value(StyleObjective.contentLoss))
        }
        losses.append(found)
        var metrics: [MLProgress.Metric: Any] = [.styleLoss: found.style, .contentLoss: found.content]
        if let picture = plan.validation, isFinished || trainer.iteration % pictureInterval == 0 {
            metrics[.stylizedImageURL] = try redrawn(picture)
        }
        return metrics
    }

    /// Redraws a picture with the current weights. Returns its file.
    private func redrawn(_ url: URL) throws -> URL {
        let file = pictureFolder.appendingPathComponent("\(iteration).png")
        try pictureFolder.makeFolder()
        // With other compute units, Core ML would choose the precision anew for each redrawn picture.
        let exact = MLModelConfiguration()
        exact.computeUnits = .cpuOnly
        try MLCreateError.describing {
            let picture = StylePicture.image(of: try StylePicture.whole(url, side: configuration.side))
            let predictor = StylePredictor(model: try export.makeModel(exact))
            try StylePicture.write(picture.flatMap { try predictor.stylized($0) }, to: file, replaces: true)
        }
        return file
    }

    private var export: StyleExport {
        get throws { StyleExport(network: network, weights: try ready().trainer.parameters.weights) }
    }

    /// The batch of an iteration. It depends only on the number of the iteration.
    private func batch(_ iteration: Int, _ pictures: StylePictures) throws -> [String: Tensor] {
        let (count, side) = (configuration.batchSize, configuration.side)
        let images = Tensor(uninitialized: .float32([count, 3, side, side]))
        for position in 0..<count {
            let index = order.index(iteration * count + position, count: pictures.urls.count) { generator in
                pictures.urls.indices.shuffled(using: &generator)
            }
            guard let pixels = pictures[index] else {
                throw MLCreateError.io(reason: "\(pictures.urls[index].path) cannot be read any more")
            }
            var generator = SplitMix64(seed: (configuration.seed &* 1_000_003 &+ iteration) &* 1_000_003 &+ position)
            guard let target = images.floats.baseAddress.map({ $0 + position * 3 * side * side }) else { continue }
            StylePicture.fill(target, from: pixels, width: side, height: side, isMirrored: Bool.random(using: &generator))
        }
        return [StyleObjective.imageInput: images]
    }

    // MARK: Checkpoints

    func state() throws -> Data {
        let (pictures, trainer) = try ready()
        return try trainer.state(losses: losses, pictures: pictures.digest.text)
    }

    func restore(_ state: Data) throws {
        let (pictures, trainer) = try ready()
        losses = try trainer.losses(restoredFrom: state, pictures: pictures.digest.text)
    }

    // MARK: The end

    func finish(_ reporter: TrainingReporter) throws -> MLStyleTransfer {
        let pictures = try ready().pictures
        var warnings = pictures.skipped
        if iteration < configuration.iterations {
            warnings.append("training ended after \(iteration) of \(configuration.iterations) iterations, the limit of its session")
        }
        return try MLCreateError.describing {
            let export = try export
            return MLStyleTransfer(
                export, StylePredictor(model: try export.makeModel()), plan.modelParameters, losses: losses, warnings: warnings,
                skippedImages: pictures.skipped.count)
        }
    }

    private func ready() throws -> (pictures: StylePictures, trainer: Trainer) {
        guard let prepared else { throw MLCreateError.generic(reason: "the training is not prepared") }
        return prepared
    }
}
