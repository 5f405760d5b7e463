import CoreMLSpecification

/// A model file: read, written back, lowered to a program, and asked for a prediction.
func fuzzModel(_ input: UnsafeBufferPointer<UInt8>) {
    guard let model = try? Specification.Model(parsing: Bytes(copying: input)) else { return }
    let written = Bytes(copying: model.encoded())
    guard let again = try? Specification.Model(parsing: written), Bytes(copying: again.encoded()) == written else {
        fatalError("a model that was read cannot be written and read again")
    }
    lower(model, weights: WeightStore(folder: nil))
    predict(model, weights: WeightStore(folder: nil))
}
