import CKernels

/// The operation `slice_by_index` for a float16 tensor. The result is float32.
enum WidenedSlice: OperationDefinition {
    static let kinds = ["osprey.widened_slice"]

    static func outputTypes(_ call: OperationCall) throws -> [TensorType] {
        try SliceByIndex.outputTypes(call).map { .float32($0.shape) }
    }

    static func compute(_ call: OperationCall, outputs: [Tensor]) throws {
        guard outputs[0].count > 0 else { return }
        let x = try call.tensor("x")
        outputs[0].widen(x, try SliceByIndex.region(call, of: x.type))
    }
}

extension Tensor {
    /// Fills this whole float32 tensor from `region` of a float16 tensor.
    fileprivate func widen(_ source: Tensor, _ region: StridedRegion) {
        let walk = StridedWalk(shape: shape, strides: [region.strides, type.strides])
        guard walk.step(0) == 1 else {
            let slice = Tensor(uninitialized: TensorType(.float16, shape))
            slice.fill(from: source, region)
            return slice.convert(into: self)
        }
        let from = source.pointer.assumingMemoryBound(to: UInt16.self) + region.offset
        let into = floatPointer
        walk.divided { rows, elements in
            walk.forEachRow(in: rows) { offsets in
                kernel_widen_float16(from + (offsets[0] + elements.lowerBound), into + (offsets[1] + elements.lowerBound), elements.count)
            }
        }
    }
}
