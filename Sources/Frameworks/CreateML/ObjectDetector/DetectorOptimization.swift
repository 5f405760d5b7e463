import CoreMLRuntime
import CoreMLSpecification
import Foundation

/// The numeric settings of a detector's training.
struct DetectorConfiguration: Codable, Equatable, Sendable {
    /// The number of cells across the network's input. A cell is 16 pixels wide and high.
    var columns = 16
    var rows = 16
    var batchSize = 8
    var iterations = 1000
    var seed = 0
    /// The maximum stride of the trunk's feature maps that the detector uses.
    var deepestStride = 32
    /// The minimum stride of the trunk's layers that are trained. Layers with strides below this value are frozen.
    var trainedStride = 4
    /// The factor of the learning rate for the trunk.
    var trunkRate: Float = 0.05
    var learningRate: Float = 0.001
    var mosaicShare = 0.3
    /// The number of channels of the head.
    var headChannels = 96
    /// The feature print whose network the training starts from.
    var network = PrintNetwork.scene

    var width: Int { columns * 16 }
    var height: Int { rows * 16 }
}

/// The training of a detector's network: the batches, the updates, and the losses so far.
///
/// With the same pictures, configuration and number of threads, the weights are bit-identical, even if the training was interrupted.
final class DetectorOptimization {
    let network: DetectionNetwork
    let trainer: Trainer
    /// The loss of each iteration.
    private(set) var losses: [Double] = []
    private let configuration: DetectorConfiguration
    private let pictures: DetectionPictures
    private let objective: DetectionObjective
    private let sampling: PictureSampling
    private let pasting: ObjectPasting
    private let augmenter: DetectionAugmenter
    private let scale: Float
    private let bias: [Float]
    private var order: EpochOrder

    /// The maximum number of objects in a training picture, which may be a mosaic of four pictures. Further objects are left out.
    private static let maximumObjects = 256

    init(_ pictures: DetectionPictures, labels: [String], _ configuration: DetectorConfiguration, threads: Int? = nil) throws {
        let trunk = try FeatureTrunk(configuration.network, deepest: configuration.deepestStride)
        network = DetectionNetwork(
            trunk: trunk, labelCount: labels.count, width: configuration.width, height: configuration.height,
            channels: configuration.headChannels, seed: configuration.seed)
        let objective = try DetectionObjective(network)
        guard let preprocessing = objective.preprocessing, preprocessing.channels != .gray else {
            throw MLCreateError.generic(reason: "the feature print takes no colour pictures")
        }
        self.objective = objective
        // The augmenter gives planes in the order red, green and blue.
        let isReversed = preprocessing.channels == .bgr
        scale = preprocessing.scale.first ?? 1
        bias = isReversed ? preprocessing.bias.reversed() : preprocessing.bias
        guard !isReversed else { throw MLCreateError.generic(reason: "the feature print takes blue, green and red in that order") }
        self.pictures = pictures
        sampling = PictureSampling(pictures.images)
        pasting = ObjectPasting(pictures.images, labels: pictures.labels, epochLength: sampling.epochLength)
        self.configuration = configuration
        order = EpochOrder(seed: configuration.seed)
        augmenter = DetectionAugmenter(width: configuration.width, height: configuration.height, mosaicShare: configuration.mosaicShare)
        let parameters = try objective.parameters(trainedStride: configuration.trainedStride, trunkRate: configuration.trunkRate)
        let warmup = min(configuration.iterations / 10, 100)
        let schedule = LearningRateSchedule(
            configuration.learningRate,
            .cosine(count: max(configuration.iterations - warmup, 1), minimum: configuration.learningRate * 0.02), warmup: warmup)
        let optimizer = OptimizerSettings(.adam(), weightDecay: 0.05, gradientNormLimit: 10)
        trainer = Trainer(
            parameters, Trainer.Settings(optimizer, schedule, seed: configuration.seed), options: TrainingOptions(threads: threads)
        ) { try objective.objective($0) }
    }

    var iteration: Int { trainer.iteration }
    var isFinished: Bool { trainer.iteration >= configuration.iterations }

    /// Updates the weights with one batch.
    ///
    /// - Returns: the loss of the batch.
    func step() throws -> Double {
        let loss = try Double(trainer.train(try batch(trainer.iteration)).loss)
        losses.append(loss)
        return loss
    }

    /// Copies of the current weights, with names of the form `layer/argument`.
    var weights: [String: Tensor] {
        trainer.parameters.entries.mapValues { entry in
            let copy = Tensor(uninitialized: entry.tensor.type)
            copy.rawBytes.copyMemory(from: UnsafeRawBufferPointer(entry.tensor.rawBytes))
            return copy
        }
    }

    // MARK: Batches

    /// The batch of an iteration. It depends only on the number of the iteration.
    func batch(_ iteration: Int) throws -> [String: Tensor] {
        let (count, size) = (configuration.batchSize, configuration.width * configuration.height * 3)
        let images = Tensor(uninitialized: .float32([count, 3, configuration.height, configuration.width]))
        let capacity = min(max(pictures.maximumObjectCount * 4, 4) + ObjectPasting.maximumCount, Self.maximumObjects)
        let objects = Tensor.filled([count, capacity, 5], -1)
        let memory = SharedMemory(images: images.floats, objects: objects.floats)
        let (augmenter, pictures, sampling, pasting) = (augmenter, pictures, sampling, pasting)
        let indices = (0..<count).map { position in
            order.index(iteration * count + position, count: sampling.epochLength) { sampling.epoch(&$0) }
        }
        let (seed, scale, bias) = (configuration.seed, scale, bias)
        _ = try Parallelism.map(count) { position in
            var generator = SplitMix64(seed: (seed &* 1_000_003 &+ iteration) &* 1_000_003 &+ position)
            guard let target = memory.images.baseAddress.map({ $0 + position * size }) else { return }
            let found = augmenter.fill(
                target, from: pictures, first: indices[position], others: sampling, pasting: pasting, &generator)
            for channel in 0..<3 {
                for place in channel * size / 3..<(channel + 1) * size / 3 { target[place] = target[place] * scale + bias[channel] }
            }
            for (index, object) in found.prefix(capacity).enumerated() {
                let line = (position * capacity + index) * 5
                memory.objects[line] = Float(object.label)
                memory.objects[line + 1] = Float(object.box.midX)
                memory.objects[line + 2] = Float(object.box.midY)
                memory.objects[line + 3] = Float(object.box.width)
                memory.objects[line + 4] = Float(object.box.height)
            }
        }
        return [objective.imageInput: images, DetectionObjective.objectsInput: objects]
    }

    /// Memory that several threads write to. Only one thread writes each picture of a batch.
    private struct SharedMemory: @unchecked Sendable {
        let images: UnsafeMutableBufferPointer<Float>
        let objects: UnsafeMutableBufferPointer<Float>
    }

    // MARK: Checkpoints

    /// The state with which the training can be resumed.
    func state() throws -> Data {
        try trainer.state(losses: losses, pictures: pictures.digest.text)
    }

    /// Resumes the training from data that `state()` returned.
    ///
    /// - Throws: `MLCreateError.modifiedTrainingData` if the pictures differ, or `MLCreateError.io` if the state belongs to a training with another
    ///   network or configuration.
    func restore(_ state: Data) throws {
        losses = try trainer.losses(restoredFrom: state, pictures: pictures.digest.text)
    }
}
