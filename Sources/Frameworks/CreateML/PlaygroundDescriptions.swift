// A playground's page shows a table, a model or its metrics as their description.

extension MLDataTable: CustomPlaygroundDisplayConvertible {
    public var playgroundDescription: Any { description }
}

extension MLUntypedColumn: CustomPlaygroundDisplayConvertible {
    public var playgroundDescription: Any { description }
}

extension MLDataColumn: CustomPlaygroundDisplayConvertible {
    public var playgroundDescription: Any { description }
}

extension MLDataValue: CustomPlaygroundDisplayConvertible {
    public var playgroundDescription: Any { description }
}

extension MLClassifierMetrics: CustomPlaygroundDisplayConvertible {
    public var playgroundDescription: Any { description }
}

extension MLRegressorMetrics: CustomPlaygroundDisplayConvertible {
    public var playgroundDescription: Any { description }
}

extension MLWordTaggerMetrics: CustomPlaygroundDisplayConvertible {
    public var playgroundDescription: Any { description }
}

extension MLRecommenderMetrics: CustomPlaygroundDisplayConvertible {
    public var playgroundDescription: Any { description }
}

extension MLObjectDetectorMetrics: CustomPlaygroundDisplayConvertible {
    public var playgroundDescription: Any { description }
}

extension MLImageClassifier: CustomPlaygroundDisplayConvertible {
    public var playgroundDescription: Any { description }
}

extension MLObjectDetector: CustomPlaygroundDisplayConvertible {
    public var playgroundDescription: Any { description }
}

extension MLSoundClassifier: CustomPlaygroundDisplayConvertible {
    public var playgroundDescription: Any { description }
}

extension MLTextClassifier: CustomPlaygroundDisplayConvertible {
    public var playgroundDescription: Any { description }
}

extension MLWordTagger: CustomPlaygroundDisplayConvertible {
    public var playgroundDescription: Any { description }
}

extension MLRecommender: CustomPlaygroundDisplayConvertible {
    public var playgroundDescription: Any { description }
}

extension MLGazetteer: CustomPlaygroundDisplayConvertible {
    public var playgroundDescription: Any { description }
}

extension MLWordEmbedding: CustomPlaygroundDisplayConvertible {
    public var playgroundDescription: Any { description }
}

extension MLActivityClassifier: CustomPlaygroundDisplayConvertible {
    public var playgroundDescription: Any { description }
}

extension MLHandPoseClassifier: CustomPlaygroundDisplayConvertible {
    public var playgroundDescription: Any { description }
}

extension MLHandActionClassifier: CustomPlaygroundDisplayConvertible {
    public var playgroundDescription: Any { description }
}

extension MLStyleTransfer: CustomPlaygroundDisplayConvertible {
    public var playgroundDescription: Any { description }
}

extension MLMultiLabelImageClassifier: CustomPlaygroundDisplayConvertible {
    public var playgroundDescription: Any { description }
}

extension MLTabularModel {
    public var playgroundDescription: Any { description }
}
