import CVectors

/// Sorts the vector in place. The order is descending if `order` is negative, and ascending if it is not.
func sorted<T: AccelerateScalar>(_ vector: UnsafeMutablePointer<T>, _ count: Int, _ order: Int32) {
    precondition(T.vectorKernels.sort(vector, count, order < 0 ? 1 : 0) == 0, "There is no memory to sort \(count) numbers.")
}

func sortedIndices(_ vector: UnsafePointer<Float>, _ indices: UnsafeMutablePointer<UInt>, _ count: Int, _ order: Int32) {
    let result = indices.withMemoryRebound(to: Int.self, capacity: count) { vector_sort_indices_f32(vector, $0, count, order < 0 ? 1 : 0) }
    precondition(result == 0, "There is no memory to sort \(count) indices.")
}

func sortedIndices(_ vector: UnsafePointer<Double>, _ indices: UnsafeMutablePointer<UInt>, _ count: Int, _ order: Int32) {
    let result = indices.withMemoryRebound(to: Int.self, capacity: count) { vector_sort_indices_f64(vector, $0, count, order < 0 ? 1 : 0) }
    precondition(result == 0, "There is no memory to sort \(count) indices.")
}
