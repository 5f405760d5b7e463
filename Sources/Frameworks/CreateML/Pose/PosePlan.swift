import Foundation

/// The training settings of any pose classifier.
package struct PoseSettings: Codable, Sendable, Equatable {
    package enum Joints: String, Codable, Sendable {
        case body
        case hand

        var skeleton: PoseSkeleton { self == .body ? .body : .hand }
    }

    var joints: Joints
    /// The number of frames in a window; 1 for a classifier of single poses.
    package var window: Int
    /// The frame rate, in frames per second.
    package var frameRate: Double
    package var batchSize: Int
    package var iterations: Int
    package var augmentation: PoseAugmentation

    var skeleton: PoseSkeleton { joints.skeleton }

    /// - Throws: `MLCreateError.generic` if a setting is out of range. The error names the setting.
    func validate() throws {
        try MLCreateError.require("predictionWindowSize", window, 1...4096)
        try MLCreateError.require("batchSize", batchSize, 1...4096)
        try MLCreateError.require("maximumIterations", iterations, 1...1_000_000)
    }
}

/// The plan of a pose classifier's session. It contains the poses, so that the session can be resumed without the original files.
package struct PosePlan<Task>: TrainingPlan {
    package static var kind: String { "\(Task.self)" }

    package typealias Validation = SequenceValidation

    let settings: PoseSettings
    let kindOfValidation: Validation
    let training: [PoseSequence]
    let validation: [PoseSequence]
    /// A warning for each sequence that could not be read.
    let skipped: [String]
    package let dataDigest: String

    package var parameters: [String: String] {
        [
            "predictionWindowSize": String(settings.window), "targetFrameRate": String(settings.frameRate),
            "batchSize": String(settings.batchSize), "maximumIterations": String(settings.iterations),
            "augmentationOptions": String(settings.augmentation.rawValue), "validation": kindOfValidation.text("poses"),
        ]
    }

    package var warnings: [String] {
        TrainingAdvice.warnings(counts: Dictionary(grouping: training, by: \.label).mapValues(\.count), "sequence") + skipped
    }

    package func check() throws {
        try settings.validate()
        let size = settings.skeleton.frameSize
        guard settings.frameRate.isFinite, settings.frameRate > 0, labels.count > 1,
            (training + validation).allSatisfy({ !$0.frames.isEmpty && $0.frames.allSatisfy { $0.count == size } })
        else { throw MLCreateError.io(reason: "its poses or settings are damaged") }
    }

    /// The labels to learn, sorted.
    var labels: [String] { Set(training.map(\.label)).sorted() }

    /// - Throws: `MLCreateError` if all sequences of a label are unreadable, or if the data are not suitable.
    package init(_ source: PoseSource, _ settings: PoseSettings, _ validation: Validation, separate: PoseSource? = nil) throws {
        try settings.validate()
        self.settings = settings
        kindOfValidation = validation
        let read = try source.sequences(frameRate: settings.frameRate, settings.skeleton)
        try read.requireEveryLabel()
        let all = read.sequences
        let labels = Set(all.map(\.label))
        guard labels.count > 1 else {
            let reason = read.skipped.first.map { ": \($0.warning)" } ?? ""
            throw MLCreateError.generic(reason: "a classifier needs two labels at least, not \(labels.count)\(reason)")
        }
        let other = try separate?.sequences(frameRate: settings.frameRate, settings.skeleton) ?? PoseSequences()
        let held = other.sequences
        skipped = (read.skipped + other.skipped).map(\.warning)
        (training, self.validation) = try validation.divide(all, separate: held, label: \.label) { [$0.label] }
        var digest = ContentDigest()
        for sequence in all + held { sequence.add(to: &digest) }
        dataDigest = digest.text
    }
}

extension PoseSequence: Codable {
    private enum CodingKeys: String, CodingKey {
        case name, label, count, numbers
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        name = try values.decode(String.self, forKey: .name)
        label = try values.decode(String.self, forKey: .label)
        let (count, data) = (try values.decode(Int.self, forKey: .count), try values.decode(Data.self, forKey: .numbers))
        guard count > 0, count <= data.count, data.count % (count * 4) == 0 else {
            throw DecodingError.dataCorruptedError(
                forKey: .numbers, in: values, debugDescription: "\(data.count) bytes for \(count) frames")
        }
        var numbers = [Float](repeating: 0, count: data.count / 4)
        _ = numbers.withUnsafeMutableBytes { data.copyBytes(to: $0) }
        let size = numbers.count / count
        frames = (0..<count).map { Array(numbers[$0 * size..<($0 + 1) * size]) }
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(name, forKey: .name)
        try values.encode(label, forKey: .label)
        try values.encode(frames.count, forKey: .count)
        try values.encode(data, forKey: .numbers)
    }

    private var data: Data { Array(frames.joined()).withUnsafeBytes { Data($0) } }

    func add(to digest: inout ContentDigest) {
        digest.add(name)
        digest.add(label)
        digest.add(data)
    }
}
