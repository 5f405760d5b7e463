import CoreMLRuntime

extension MLTensor {
    private static func requireIndices(_ indices: MLTensor) {
        let scalar = indices.storage.scalar
        require(!scalar.isFloatingPoint && scalar != .bool, "Indices are integers, not \(indices.scalarType).")
    }

    /// The elements or slices at the multi-indices in the last dimension of `indices`.
    public func gathering(atIndices indices: MLTensor) -> MLTensor {
        MLTensor.requireIndices(indices)
        return applying("gather_nd", ["indices": indices.argument])
    }

    /// The slices along an axis at `indices`, whose dimensions take the place of the axis.
    public func gathering(atIndices indices: MLTensor, alongAxis axis: Int) -> MLTensor {
        MLTensor.requireIndices(indices)
        return applying("gather", ["indices": indices.argument, "axis": .int(self.axis(axis))])
    }

    /// This tensor, with the elements of `replacement` where `mask` is true; both are broadcast to its shape.
    public func replacing(with replacement: MLTensor, where mask: MLTensor) -> MLTensor {
        let result = MLTensor.result(
            "select", ["cond": mask.argument, "a": replacement.converted(to: storage.scalar).argument, "b": argument])
        MLTensor.require(
            result.shape == shape, "A replacement of shape \(replacement.shape) where \(mask.shape) does not fit shape \(shape).")
        return result
    }

    /// This tensor, with one value where `mask` is true.
    public func replacing<Scalar: MLTensorScalar>(with replacement: Scalar, where mask: MLTensor) -> MLTensor {
        replacing(with: MLTensor(replacement), where: mask)
    }

    /// This tensor, with the elements of `replacement` at `indices` along an axis.
    ///
    /// - Precondition: indices and replacement have one shape, which differs from this tensor's along the axis only.
    public func replacing(with replacement: MLTensor, atIndices indices: MLTensor, alongAxis axis: Int) -> MLTensor {
        MLTensor.requireIndices(indices)
        return MLTensor.result(
            "scatter_along_axis",
            [
                "data": argument, "indices": indices.argument, "updates": replacement.converted(to: storage.scalar).argument,
                "axis": .int(self.axis(axis)), "mode": .string("update"),
            ])
    }

    /// This tensor, with the elements of `replacement` at `indices` along an axis.
    public func replacing(atIndices indices: MLTensor, with replacement: MLTensor, alongAxis axis: Int) -> MLTensor {
        replacing(with: replacement, atIndices: indices, alongAxis: axis)
    }

    /// This tensor, with one value at `indices` along an axis.
    public func replacing<Scalar: MLTensorScalar>(atIndices indices: MLTensor, with replacement: Scalar, alongAxis axis: Int) -> MLTensor {
        let values = MLTensor(repeating: replacement, shape: indices.shape, scalarType: Scalar.self)
        return replacing(with: values, atIndices: indices, alongAxis: axis)
    }

    /// The elements of each matrix in the last two dimensions within a band around the diagonal, and zeros elsewhere.
    ///
    /// - Parameters:
    ///   - lowerBandCount: how many diagonals below the main one are kept; −1 for all.
    ///   - upperBandCount: how many diagonals above the main one are kept; −1 for all.
    public func bandPart(lowerBandCount: Int, upperBandCount: Int) -> MLTensor {
        let limits: [String: Argument] = ["lower": .int(lowerBandCount), "upper": .int(upperBandCount)]
        if storage.scalar.isFloatingPoint { return applying("band_part", limits) }
        // Integers would lose digits on their way through the operation, which computes in floating point.
        let band = MLTensor(ones: Array(shape.suffix(2)), scalarType: Float.self).applying("band_part", limits)
        return replacing(with: MLTensor(Int8(0)), where: .!band)
    }

    /// The `k` greatest elements along the last axis, greatest first, and their places as `Int32`.
    ///
    /// - Precondition: the last axis has at least `k` elements.
    public func topK(_ k: Int) -> (values: MLTensor, indices: MLTensor) {
        MLTensor.require(k >= 0, "There are no \(k) greatest elements.")
        let results = MLTensor.results("topk", ["x": argument, "k": .int(k), "axis": .int(axis(-1)), "ascending": .bool(false)])
        return (results[0], results[1])
    }

    /// The places, as `Int32`, of the elements along an axis in their order; equal ones keep theirs.
    public func argsort(alongAxis axis: Int = -1, descendingOrder: Bool = false) -> MLTensor {
        applying("argsort", ["axis": .int(self.axis(axis)), "ascending": .bool(!descendingOrder)])
    }
}
