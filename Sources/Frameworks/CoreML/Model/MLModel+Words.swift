import CoreMLRuntime

extension MLModel {
    /// The model as a word embedding; `nil` if it is another kind of model.
    package var wordEmbedding: WordEmbeddingPredictor? { predictor as? WordEmbeddingPredictor }
    /// The model as a gazetteer; `nil` if it is another kind of model.
    package var gazetteer: GazetteerPredictor? { predictor as? GazetteerPredictor }
}
