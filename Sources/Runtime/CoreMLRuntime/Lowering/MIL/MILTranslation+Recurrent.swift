extension MILTranslation {
    /// Converts the arguments of `gru` and `lstm` to those of the runtime's recurrent layers.
    ///
    /// A program's `gru` has its gates in the order reset, output, update. The layers expect reset, update, output. In a program's `gru`,
    /// `bias` belongs to the recurrent matrix, and `input_bias` to the input matrix. In a program's `lstm`, `clip` limits only the cell.
    static func recurrentArguments(_ kind: String, _ name: String, _ arguments: [String: Argument]) throws -> [String: Argument] {
        var result = arguments
        switch kind {
        case "lstm":
            result["clip"] = nil
            result["cell_clip"] = arguments["clip"]
        case "gru":
            result["bias"] = nil
            let names = ["weight_ih": "weight_ih", "weight_hh": "weight_hh", "bias": "bias_hh", "input_bias": "bias"]
            for (given, taken) in names {
                guard let argument = arguments[given] else { continue }
                guard case .constant(.tensor(let tensor)) = argument else {
                    throw RuntimeError.unsupported("gru '\(name)': \(given) is not a constant")
                }
                result[taken] = .tensor(try lastGatesSwapped(tensor, "gru '\(name)': \(given)"))
            }
            result["input_bias"] = nil
        default: break
        }
        return result
    }

    /// A tensor whose first dimension has three parts, with the last two swapped.
    private static func lastGatesSwapped(_ tensor: Tensor, _ subject: String) throws -> Tensor {
        guard let rows = tensor.shape.first, rows % 3 == 0 else {
            throw RuntimeError.invalidModel("\(subject) has the shape \(tensor.shape), not three gates")
        }
        let swapped = Tensor(uninitialized: tensor.type)
        let part = tensor.type.byteCount / 3
        for (place, gate) in [0, 2, 1].enumerated() {
            (swapped.pointer + place * part).copyMemory(from: tensor.pointer + gate * part, byteCount: part)
        }
        return swapped
    }
}
