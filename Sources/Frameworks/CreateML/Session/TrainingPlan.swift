import Foundation

/// The plan of a session: the training data, the validation data and the parameters. From the plan, a new process can set up the same training.
package protocol TrainingPlan: Codable, Sendable {
    /// The name of the model type that is trained, such as `MLImageClassifier`.
    static var kind: String { get }

    /// The parameters that determine the result, as text by name.
    var parameters: [String: String] { get }

    /// A digest of the data. The same files with the same annotations give the same digest.
    var dataDigest: String { get }

    /// Problems of the data that are known before whole files are read.
    var warnings: [String] { get }

    /// Checks a plan that was read from a file. The file may have any content.
    ///
    /// - Throws: `MLCreateError` with the reason why the plan is invalid.
    func check() throws
}

extension TrainingPlan {
    package var warnings: [String] { [] }
    package func check() throws {}
}

/// A model that is trained in sessions.
package protocol SessionTrainable: SendableMetatype {
    associatedtype Plan: TrainingPlan

    /// The fraction of a job, 0…1, that the extraction of features takes.
    static var extractionShare: Double { get }

    /// The training that a plan describes. It is not prepared yet.
    ///
    /// - Parameter features: a folder that stores extracted features; `nil` to store none.
    static func training(_ plan: Plan, _ parameters: MLTrainingSessionParameters, features: URL?) throws -> any StepwiseTraining<Self>
}

extension SessionTrainable {
    /// A new session, or the session in the session folder if it has the same data and parameters.
    ///
    /// - Throws: `MLCreateError.incompatibleParameters` or `.modifiedTrainingData` if the session in the folder has other parameters or data.
    package static func session(_ plan: Plan, _ parameters: MLTrainingSessionParameters) throws -> MLTrainingSession<Self> {
        guard let url = parameters.sessionDirectory else { return MLTrainingSession(plan, date: Date(), parameters, folder: nil) }
        let folder = try SessionFolder(url)
        let record: SessionFolder.Record<Plan> = try folder.readRecord() ?? folder.begin(plan)
        for (name, value) in record.plan.parameters.sorted(by: { $0.key < $1.key }) {
            let new = plan.parameters[name] ?? ""
            if new != value { throw MLCreateError.incompatibleParameters(parameter: name, originalValue: value, newValue: new) }
        }
        guard record.plan.dataDigest == plan.dataDigest else { throw MLCreateError.modifiedTrainingData }
        return MLTrainingSession(record.plan, date: record.date, parameters, folder: folder)
    }

    /// The session that is stored in the session folder.
    ///
    /// - Throws: `MLCreateError.io` if the folder has no session.
    package static func restoredSession(_ parameters: MLTrainingSessionParameters) throws -> MLTrainingSession<Self> {
        guard let url = parameters.sessionDirectory else {
            throw MLCreateError.generic(reason: "a session is restored from its folder: the session parameters have none")
        }
        guard url.isFolder, let record: SessionFolder.Record<Plan> = try SessionFolder(url).readRecord() else {
            throw MLCreateError.io(reason: "there is no session in \(url.path)")
        }
        return MLTrainingSession(record.plan, date: record.date, parameters, folder: try SessionFolder(url))
    }

    /// A prepared training with the state that a checkpoint contains.
    ///
    /// - Throws: `MLCreateError.io` if the checkpoint or its session cannot be read.
    package static func training(at checkpoint: MLCheckpoint) throws -> any StepwiseTraining<Self> {
        guard checkpoint.phase == .training else {
            throw MLCreateError.generic(reason: "a checkpoint of the phase \(checkpoint.phase.rawValue) holds no model yet")
        }
        let state = try SessionFolder.state(of: checkpoint)
        let folder = try SessionFolder(of: checkpoint)
        guard let record: SessionFolder.Record<Plan> = try folder.readRecord() else {
            throw MLCreateError.io(reason: "the checkpoint \(checkpoint.url.path) has no session beside it")
        }
        let parameters = MLTrainingSessionParameters(sessionDirectory: folder.url)
        let training = try training(record.plan, parameters, features: folder.features)
        try training.prepare(TrainingReporter())
        try training.restore(state)
        return training
    }
}
