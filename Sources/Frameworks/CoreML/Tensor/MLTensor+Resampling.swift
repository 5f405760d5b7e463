import CoreMLRuntime

extension MLTensor {
    /// The interpolation methods for resizing images.
    public enum ResizeMethod: Sendable, Hashable, CustomStringConvertible {
        /// Interpolates linearly between neighbours. With `alignCorners`, the centres of the corner pixels stay in place. Without `alignCorners`,
        /// the edges of the image stay in place.
        case bilinear(alignCorners: Bool = false)
        /// Takes the nearest pixel.
        case nearestNeighbor

        public var description: String {
            switch self {
            case .bilinear(let alignCorners): "bilinear(alignCorners: \(alignCorners))"
            case .nearestNeighbor: "nearestNeighbor"
            }
        }
    }

    /// The values of the elements that padding adds.
    public enum PaddingMode: Hashable, Sendable, CustomStringConvertible {
        /// A constant number for all added elements.
        case constant(Float)
        /// The tensor mirrored at the centre of its outermost elements. These elements are not repeated.
        case reflection
        /// The tensor mirrored at its edge: the outermost elements are repeated.
        case symmetric

        public var description: String {
            switch self {
            case .constant(let value): "constant(\(value))"
            case .reflection: "reflection"
            case .symmetric: "symmetric"
            }
        }
    }

    /// Resizes the last two dimensions, the height and the width.
    ///
    /// - Precondition: the tensor has three or four dimensions and is not empty, and the new size is positive.
    public func resized(to size: (newHeight: Int, newWidth: Int), method: ResizeMethod = .nearestNeighbor) -> MLTensor {
        MLTensor.require(rank == 3 || rank == 4, "A tensor of shape \(shape) is not an image.")
        MLTensor.require(size.newHeight > 0 && size.newWidth > 0, "An image cannot be resized to \(size.newHeight) x \(size.newWidth).")
        MLTensor.require(scalarCount > 0, "An empty image cannot be resized.")
        let target: [String: Argument] = ["target_size_height": .int(size.newHeight), "target_size_width": .int(size.newWidth)]
        switch method {
        case .nearestNeighbor: return applying("resize_nearest_neighbor", target)
        case .bilinear(let alignCorners):
            let mode = alignCorners ? "STRICT_ALIGN_CORNERS" : "UNALIGN_CORNERS"
            return floating.applying("resize_bilinear", target.merging(["sampling_mode": .string(mode)]) { $1 })
        }
    }

    /// Pads the tensor with one value.
    ///
    /// - Parameter sizes: the numbers of elements to add before and after each axis, none negative.
    public func padded(forSizes sizes: [(before: Int, after: Int)], with value: Float) -> MLTensor {
        padded(forSizes: sizes, mode: .constant(value))
    }

    /// Pads the tensor.
    ///
    /// - Parameter sizes: the numbers of elements to add before and after each axis, none negative. For a reflection, each is less than the
    ///   extent of the axis. For symmetric padding, each is at most the extent.
    public func padded(forSizes sizes: [(before: Int, after: Int)], mode: PaddingMode) -> MLTensor {
        MLTensor.require(sizes.count == rank, "A tensor of \(rank) dimensions needs as many padding sizes, not \(sizes.count).")
        let pad: [String: Argument] = ["pad": .ints(sizes.flatMap { [$0.before, $0.after] })]
        switch mode {
        case .constant(let value):
            return applying("pad", pad.merging(["mode": .string("constant"), "constant_val": .float(value)]) { $1 })
        case .reflection: return applying("pad", pad.merging(["mode": .string("reflect")]) { $1 })
        case .symmetric:
            return sizes.indices.reduce(self) { $0.mirrored(alongAxis: $1, before: sizes[$1].before, after: sizes[$1].after) }
        }
    }

    /// Adds mirror images at both ends of an axis, cut to `before` and `after` elements.
    private func mirrored(alongAxis axis: Int, before: Int, after: Int) -> MLTensor {
        let extent = shape[axis]
        MLTensor.require(
            (0...extent).contains(before) && (0...extent).contains(after),
            "An axis of \(extent) elements cannot be mirrored for \(before) and \(after).")
        let mirror = reversed(alongAxes: axis)
        let start = mirror.split(sizes: [extent - before, before], alongAxis: axis)[1]
        let end = mirror.split(sizes: [after, extent - after], alongAxis: axis)[0]
        return MLTensor(concatenating: [start, self, end], alongAxis: axis)
    }
}
