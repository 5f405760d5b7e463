import Foundation

extension MLObjectDetector {
    /// Begins to train a detector on a thread of its own.
    ///
    /// With a `sessionDirectory` a checkpoint is kept there: a training that was interrupted, in whatever way, goes on from it and ends with
    /// the same weights.
    ///
    /// - Throws: `MLCreateError` where the annotations cannot be read. What goes wrong later is the job's result.
    public static func train(
        trainingData: DataSource, annotationType: AnnotationType, parameters: ModelParameters = ModelParameters(),
        sessionParameters: MLTrainingSessionParameters = __Defaults.sessionParameters
    ) throws -> MLJob<MLObjectDetector> {
        _ = try trainingData.annotatedImages(annotationType)
        return MLJob { report in
            try MLObjectDetector(trainingData, parameters, annotationType, session: sessionParameters, report: report)
        }
    }
}
