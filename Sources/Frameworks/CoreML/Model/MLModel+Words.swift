import CoreMLRuntime

extension MLModel {
    /// The word embedding that the model is; `nil` for other models.
    package var wordEmbedding: WordEmbeddingPredictor? { predictor as? WordEmbeddingPredictor }
    /// The gazetteer that the model is; `nil` for other models.
    package var gazetteer: GazetteerPredictor? { predictor as? GazetteerPredictor }
}
