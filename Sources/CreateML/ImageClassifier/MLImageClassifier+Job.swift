import Foundation

extension MLImageClassifier {
    public static let _defaultSessionParameters = MLTrainingSessionParameters()

    /// Begins to train a classifier on a thread of its own.
    ///
    /// With a `sessionDirectory` the features of every image are kept there as they are extracted: a training that was interrupted, in
    /// whatever way, goes on from them and ends with the same weights.
    ///
    /// - Throws: `MLCreateError` where the data cannot be listed or the folder cannot be made. What goes wrong later is the job's result.
    public static func train(
        trainingData: DataSource, parameters: ModelParameters = ModelParameters(),
        sessionParameters: MLTrainingSessionParameters = _defaultSessionParameters
    ) throws -> MLJob<MLImageClassifier> {
        _ = try trainingData.labeledImages()
        let cache = try sessionParameters.sessionDirectory.map { try FeatureCache(folder: $0.appendingPathComponent("features")) }
        return MLJob { report in try MLImageClassifier(trainingData, parameters, cache: cache, report: report) }
    }
}
