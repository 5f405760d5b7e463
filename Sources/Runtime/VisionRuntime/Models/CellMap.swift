import CoreML
import CoreMLRuntime

/// An output of a network with values for each cell of a grid over the input. The layout is channels, rows, columns.
package struct CellMap: Sendable {
    package let channels: Int
    package let rows: Int
    package let columns: Int
    private let values: [Float]

    /// - Parameter values: the values in the layout channels, rows, columns.
    package init(channels: Int, rows: Int, columns: Int, values: [Float]) {
        precondition(values.count == channels * rows * columns, "a value for every cell of every channel")
        (self.channels, self.rows, self.columns, self.values) = (channels, rows, columns, values)
    }

    package subscript(channel: Int, row: Int, column: Int) -> Float { values[(channel * rows + row) * columns + column] }

    package var shape: [Int] { [channels, rows, columns] }

    /// The distance between neighbouring cells, in pixels of the network's input.
    ///
    /// If the number of cells divides the input's side, the quotient is the stride. If not, the grid has (side - 1) / stride + 1 cells. The
    /// grid begins and ends on the outermost pixels, as in networks with inputs of 257 or 513 pixels.
    static func stride(side: Int, cells: Int) -> Float {
        if cells <= 1 || side % cells == 0 { return Float(side) / Float(max(cells, 1)) }
        return Float(side - 1) / Float(cells - 1)
    }
}

/// The outputs of a network, by their names.
package struct NetworkOutputs: Sendable {
    private let values: [String: PredictorValue]

    package init(_ values: [String: PredictorValue]) {
        self.values = values
    }

    /// Collects the outputs of a model.
    init(_ result: PredictionResult, of model: ImageModel) {
        var values: [String: PredictorValue] = [:]
        for (output, value) in zip(model.model.modelDescription.outputs, result.raw) { values[output.name] = value }
        self.init(values)
    }

    package func contains(_ name: String) -> Bool { values[name] != nil }

    /// An output with three axes. Leading axes of one element are ignored.
    ///
    /// - Throws: `invalidModel` if there is no such output, or it has another shape; `operationFailed` if a number is not finite.
    package func map(_ name: String) throws -> CellMap {
        let (shape, values) = try numbers(name)
        let axes = shape.drop { $0 == 1 }
        let padded = Array(repeating: 1, count: max(3 - axes.count, 0)) + axes
        guard padded.count == 3, !values.isEmpty else {
            throw VisionFailure(.invalidModel, "the model's output \(name) has the shape \(shape), not channels × rows × columns")
        }
        return CellMap(channels: padded[0], rows: padded[1], columns: padded[2], values: values)
    }

    /// The numbers of an output.
    ///
    /// - Parameter shape: the shape that the output must have. Leading axes of one element are ignored.
    /// - Throws: the errors of ``numbers(_:)``, and `invalidModel` for another shape.
    package func numbers(_ name: String, shape: [Int]) throws -> [Float] {
        let (found, values) = try numbers(name)
        guard Array(found.drop { $0 == 1 }) == Array(shape.drop { $0 == 1 }) else {
            throw VisionFailure(.invalidModel, "the model's output \(name) has the shape \(found) instead of \(shape)")
        }
        return values
    }

    /// The shape and the numbers of an output.
    ///
    /// - Throws: `invalidModel` if there is no such output, or it is not an array; `operationFailed` if a number is not finite.
    package func numbers(_ name: String) throws -> (shape: [Int], values: [Float]) {
        guard let value = values[name] else { throw VisionFailure(.invalidModel, "the model has no output named \(name)") }
        guard case .tensor(let tensor) = value else { throw VisionFailure(.invalidModel, "the model's output \(name) is not an array") }
        let numbers = tensor.singles
        guard numbers.allSatisfy(\.isFinite) else {
            throw VisionFailure(.operationFailed, "the model's output \(name) has numbers that are not finite")
        }
        return (tensor.shape, numbers)
    }
}

extension Tensor {
    /// All elements, converted to single precision.
    var singles: [Float] { scalar == .float32 ? Array(floats) : doubles.map { Float($0) } }
}
