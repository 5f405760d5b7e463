extension FunctionClasses {
    private static let byDefault = "options: MLPredictionOptions = MLPredictionOptions()"

    var predictions: [String] {
        [
            """
                /// Predicts from one set of inputs.
                ///
                /// - Throws: why there is no prediction.
                \(access)func prediction(input: \(inputName)) throws -> \(outputName) {
                    try prediction(input: input, options: MLPredictionOptions())
                }
            """,
            """
                /// Predicts from one set of inputs.
                ///
                /// - Throws: why there is no prediction.
                \(access)func prediction(input: \(inputName), options: MLPredictionOptions) throws -> \(outputName) {
                    let outFeatures = try model.prediction(from: input, options: options)
                    return .init(features: outFeatures)
                }
            """,
            """
                /// Predicts from one set of inputs, away from the caller's actor.
                ///
                /// - Throws: why there is no prediction.
                \(access)func prediction(input: \(inputName), \(Self.byDefault)) async throws -> \(outputName) {
                    let outFeatures = try await model.prediction(from: input, options: options)
                    return .init(features: outFeatures)
                }
            """,
        ]
    }

    /// Two prediction methods of the generated class: one with a parameter for each input, and one that takes shaped arrays.
    var convenience: [String] {
        var methods = [
            method(
                inputs.map { "\($0.swiftName): \($0.type)" + ($0.isOptional ? " = nil" : "") },
                arguments: inputs.map { "\($0.swiftName): \($0.swiftName)" })
        ]
        if inputs.contains(where: { $0.scalar != nil }) {
            methods.append(
                method(
                    inputs.map { ShapedParameter($0).declaration },
                    arguments: inputs.map { "\($0.swiftName): \(ShapedParameter($0).multiArray)" }))
        }
        return methods
    }

    private func method(_ parameters: [String], arguments: [String]) -> String {
        let list = inputs.map { SwiftText.comment("  - \($0.identifier): \($0.documentation.replacingLineEnds())", indent: 4) }
        let documentation = inputs.isEmpty ? "" : (["    /// - Parameters:"] + list).joined(separator: "\n") + "\n"
        return """
                /// Predicts from its inputs.
                ///
            \(documentation)    /// - Throws: why there is no prediction.
                \(access)func prediction(\(parameters.joined(separator: ", "))) throws -> \(outputName) {
                    try self.prediction(input: \(inputName)(\(arguments.joined(separator: ", "))))
                }
            """
    }

    var states: [String] {
        guard function.hasStates else { return [] }
        return [
            """
                /// A new state, all zero.
                \(access)func makeState() -> MLState {
                    model.makeState()
                }
            """,
            """
                /// Predicts, reading and writing a state that `makeState()` made.
                ///
                /// - Throws: why there is no prediction.
                \(access)func prediction(input: \(inputName), using state: MLState, \(Self.byDefault)) throws -> \(outputName) {
                    let outFeatures = try model.prediction(from: input, using: state, options: options)
                    return .init(features: outFeatures)
                }
            """,
            """
                /// Predicts away from the caller's actor, reading and writing a state that `makeState()` made.
                ///
                /// - Throws: why there is no prediction.
                \(access)func prediction(input: \(inputName), using state: MLState, \(Self.byDefault)) async throws -> \(outputName) {
                    let outFeatures = try await model.prediction(from: input, using: state, options: options)
                    return .init(features: outFeatures)
                }
            """,
        ]
    }

    var batch: String {
        """
            /// Predicts from every set of inputs, in their order.
            ///
            /// - Throws: why there is no prediction.
            \(access)func predictions(inputs: [\(inputName)], \(Self.byDefault)) throws -> [\(outputName)] {
                let batchIn = MLArrayBatchProvider(array: inputs)
                let batchOut = try model.predictions(from: batchIn, options: options)
                return (0..<batchOut.count).map { \(outputName)(features: batchOut.features(at: $0)) }
            }
        """
    }
}

extension String {
    /// The text on one line.
    fileprivate func replacingLineEnds() -> String { split { $0.isNewline }.joined(separator: " ") }
}
