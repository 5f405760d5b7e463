import CoreML
import CoreMLRuntime
import Foundation
import JSON

/// The number formats in which a model's networks compute, and the errors that were measured. The format of factors is float32 or bfloat16.
package struct PrecisionText {
    private let choices: [(place: [Int], choice: PrecisionChoice)]

    /// The number formats of a model. `nil` if none was chosen: on processors that compute everything in float32, and for models without networks.
    package init?(_ model: MLModel) {
        guard let choices = model.precisionReport?.choices, !choices.isEmpty else { return nil }
        self.choices = choices
    }

    package var lines: [String] {
        choices.flatMap { place, choice in
            let network = place.isEmpty ? "" : "network \(place.map(String.init).joined(separator: ".")): "
            return ["  precision   " + network + Self.text(choice)] + choice.outputs.map { "    " + Self.text($0) }
        }
    }

    private static func text(_ choice: PrecisionChoice) -> String {
        switch choice.kind {
        case .float32 where choice.outputs.isEmpty: "float32, because its errors could not be measured"
        case .float32: "float32, because bfloat16 would have too large errors"
        case .fastest: "bfloat16 factors in all of \(choice.productCount) products"
        case .mixed:
            "bfloat16 factors in \(Int((choice.reducedShare * 100).rounded())) % of the multiplications; in float32: "
                + choice.exactProducts.map { ShownText.escaped($0) }.joined(separator: ", ")
        }
    }

    private static func text(_ output: PrecisionChoice.Output) -> String {
        let float16 = output.float16Error.map { ", in float16 \(number($0))" } ?? ""
        return "\(ShownText.escaped(output.name)): error \(number(output.error)) of at most \(number(output.budget)); all in bfloat16 "
            + "\(number(output.fastestError))\(float16)"
    }

    private static func number(_ value: Double) -> String { value.isFinite ? String(format: "%.1e", value) : "∞" }

    package var json: JSON {
        .array(
            choices.map { place, choice in
                .object([
                    ("place", .array(place.map(JSON.integer))), ("precision", .string(Self.name(choice.kind))),
                    ("products", .integer(choice.productCount)), ("float32", .array(choice.exactProducts.map(JSON.string))),
                    ("reducedShare", .number(choice.reducedShare)), ("outputs", .array(choice.outputs.map(Self.json))),
                ])
            })
    }

    private static func name(_ kind: PrecisionChoice.Kind) -> String {
        switch kind {
        case .fastest: "bfloat16"
        case .mixed: "mixed"
        case .float32: "float32"
        }
    }

    /// An output's errors as JSON. Errors that are not numbers are left out.
    private static func json(_ output: PrecisionChoice.Output) -> JSON {
        let figures = [
            ("error", output.error), ("budget", output.budget), ("bfloat16Error", output.fastestError),
            ("float16Error", output.float16Error ?? .nan),
        ]
        return .object([("name", .string(output.name))] + figures.filter { $0.1.isFinite }.map { ($0.0, .number($0.1)) })
    }
}
