extension OperationRegistry {
    /// The operations of all families. Each family lists its operations in its own file.
    static var families: [[any OperationDefinition.Type]] {
        [
            elementwiseUnary, elementwiseBinary, activations, convolutions, poolings, normalizations, matrixProducts, reductions,
            reshapings, slicings, paddings, gatherings, sortings, creations, resizings, recurrents, randomness, boxSuppressions,
            decompression, resamplings, rearrangings, quantizations, attentions, customOperations, trainings,
        ]
    }
}
