import CoreMLRuntime

extension MLTensor {
    private static func requireIndices(_ indices: MLTensor) {
        let scalar = indices.storage.scalar
        require(!scalar.isFloatingPoint && scalar != .bool, "Indices are integers, not \(indices.scalarType).")
    }

    /// Gathers the elements or slices at multi-indices. The last dimension of `indices` holds the multi-indices.
    public func gathering(atIndices indices: MLTensor) -> MLTensor {
        MLTensor.requireIndices(indices)
        return applying("gather_nd", ["indices": indices.argument])
    }

    /// Gathers the slices at `indices` along an axis. In the result, the dimensions of `indices` replace the axis.
    public func gathering(atIndices indices: MLTensor, alongAxis axis: Int) -> MLTensor {
        MLTensor.requireIndices(indices)
        return applying("gather", ["indices": indices.argument, "axis": .int(self.axis(axis))])
    }

    /// Replaces elements where `mask` is true by the elements of `replacement`. The mask and the replacement are broadcast to this tensor's shape.
    public func replacing(with replacement: MLTensor, where mask: MLTensor) -> MLTensor {
        let result = MLTensor.result(
            "select", ["cond": mask.argument, "a": replacement.converted(to: storage.scalar).argument, "b": argument])
        MLTensor.require(
            result.shape == shape, "A replacement of shape \(replacement.shape) where \(mask.shape) does not fit shape \(shape).")
        return result
    }

    /// The tensor with one value where `mask` is true.
    public func replacing<Scalar: MLTensorScalar>(with replacement: Scalar, where mask: MLTensor) -> MLTensor {
        replacing(with: MLTensor(replacement), where: mask)
    }

    /// Replaces the elements at `indices` along an axis by those of `replacement`.
    ///
    /// - Precondition: `indices` and `replacement` have the same shape. It differs from this tensor's shape only along the axis.
    public func replacing(with replacement: MLTensor, atIndices indices: MLTensor, alongAxis axis: Int) -> MLTensor {
        MLTensor.requireIndices(indices)
        return MLTensor.result(
            "scatter_along_axis",
            [
                "data": argument, "indices": indices.argument, "updates": replacement.converted(to: storage.scalar).argument,
                "axis": .int(self.axis(axis)), "mode": .string("update"),
            ])
    }

    /// Replaces the elements at `indices` along an axis by those of `replacement`.
    public func replacing(atIndices indices: MLTensor, with replacement: MLTensor, alongAxis axis: Int) -> MLTensor {
        replacing(with: replacement, atIndices: indices, alongAxis: axis)
    }

    /// The tensor with one value at `indices` along an axis.
    public func replacing<Scalar: MLTensorScalar>(atIndices indices: MLTensor, with replacement: Scalar, alongAxis axis: Int) -> MLTensor {
        let values = MLTensor(repeating: replacement, shape: indices.shape, scalarType: Scalar.self)
        return replacing(with: values, atIndices: indices, alongAxis: axis)
    }

    /// Keeps a band around the diagonal of each matrix in the last two dimensions, and sets the other elements to zero.
    ///
    /// - Parameters:
    ///   - lowerBandCount: the number of diagonals below the main one to keep; −1 for all.
    ///   - upperBandCount: the number of diagonals above the main one to keep; −1 for all.
    public func bandPart(lowerBandCount: Int, upperBandCount: Int) -> MLTensor {
        let limits: [String: Argument] = ["lower": .int(lowerBandCount), "upper": .int(upperBandCount)]
        if storage.scalar.isFloatingPoint { return applying("band_part", limits) }
        // The operation computes in floating point, where large integers would lose digits.
        let band = MLTensor(ones: Array(shape.suffix(2)), scalarType: Float.self).applying("band_part", limits)
        return replacing(with: MLTensor(Int8(0)), where: .!band)
    }

    /// The `k` largest elements along the last axis, in descending order, and their indices as `Int32`.
    ///
    /// - Precondition: the last axis has at least `k` elements.
    public func topK(_ k: Int) -> (values: MLTensor, indices: MLTensor) {
        MLTensor.require(k >= 0, "There are no \(k) greatest elements.")
        let results = MLTensor.results("topk", ["x": argument, "k": .int(k), "axis": .int(axis(-1)), "ascending": .bool(false)])
        return (results[0], results[1])
    }

    /// The indices, as `Int32`, that sort the elements along an axis. The sort is stable.
    public func argsort(alongAxis axis: Int = -1, descendingOrder: Bool = false) -> MLTensor {
        applying("argsort", ["axis": .int(self.axis(axis)), "ascending": .bool(!descendingOrder)])
    }
}
