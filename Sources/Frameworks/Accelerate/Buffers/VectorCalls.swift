import CVectors

/// The address that is passed for an empty vector. Nothing is read or written there.
nonisolated(unsafe) private let noElements = UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 16)

/// Calls the closure with a pointer to the first element and the number of elements.
func reading<B: AccelerateBuffer, R>(_ buffer: B, _ body: (UnsafePointer<B.Element>, Int) -> R) -> R {
    buffer.withUnsafeBufferPointer { elements in
        body(elements.baseAddress ?? UnsafePointer(noElements.assumingMemoryBound(to: B.Element.self)), elements.count)
    }
}

/// Calls the closure with a pointer to the first element of the result. The result must have as many elements as the operands.
func writing<B: AccelerateMutableBuffer, R>(_ buffer: inout B, count: Int, _ body: (UnsafeMutablePointer<B.Element>) -> R) -> R {
    buffer.withUnsafeMutableBufferPointer { elements in
        precondition(elements.count == count, "The result has \(elements.count) elements, where the operands have \(count).")
        return body(elements.baseAddress ?? noElements.assumingMemoryBound(to: B.Element.self))
    }
}

/// A new vector, filled by the closure.
func made<T>(_ count: Int, _ body: (inout UnsafeMutableBufferPointer<T>) -> Void) -> [T] {
    [T](unsafeUninitializedCapacity: count) { buffer, filled in
        var elements = UnsafeMutableBufferPointer(rebasing: buffer[..<count])
        body(&elements)
        filled = count
    }
}

func checkCounts(_ first: Int, _ second: Int) {
    precondition(first == second, "The operands have \(first) and \(second) elements.")
}

extension VectorKernels where T: AccelerateScalar {
    func apply<A: AccelerateBuffer, R: AccelerateMutableBuffer>(_ operation: VectorUnary, _ a: A, _ result: inout R)
    where A.Element == T, R.Element == T {
        reading(a) { a, count in writing(&result, count: count) { unary(operation, a, 1, $0, 1, count) } }
    }

    func apply<A: AccelerateBuffer, R: AccelerateMutableBuffer>(_ function: VectorFunction, _ a: A, _ result: inout R)
    where A.Element == T, R.Element == T {
        reading(a) { a, count in writing(&result, count: count) { self.function(function, a, 1, $0, 1, count) } }
    }

    func apply<A: AccelerateBuffer, B: AccelerateBuffer, R: AccelerateMutableBuffer>(
        _ function: VectorPairFunction, _ a: A, _ b: B, _ result: inout R
    ) where A.Element == T, B.Element == T, R.Element == T {
        checkCounts(a.count, b.count)
        reading(a) { a, count in reading(b) { b, _ in writing(&result, count: count) { pairFunction(function, a, 1, b, 1, $0, 1, count) } }
        }
    }

    func apply<A: AccelerateBuffer, B: AccelerateBuffer, R: AccelerateMutableBuffer>(
        _ operation: VectorBinary, _ a: A, _ b: B, _ result: inout R
    ) where A.Element == T, B.Element == T, R.Element == T {
        checkCounts(a.count, b.count)
        reading(a) { a, count in reading(b) { b, _ in writing(&result, count: count) { binary(operation, a, 1, b, 1, $0, 1, count) } } }
    }

    func apply<A: AccelerateBuffer, R: AccelerateMutableBuffer>(_ operation: VectorBinary, _ a: A, _ b: T, _ result: inout R)
    where A.Element == T, R.Element == T {
        withUnsafePointer(to: b) { b in
            reading(a) { a, count in writing(&result, count: count) { binary(operation, a, 1, b, 0, $0, 1, count) } }
        }
    }

    func apply<B: AccelerateBuffer, R: AccelerateMutableBuffer>(_ operation: VectorBinary, _ a: T, _ b: B, _ result: inout R)
    where B.Element == T, R.Element == T {
        withUnsafePointer(to: a) { a in
            reading(b) { b, count in writing(&result, count: count) { binary(operation, a, 0, b, 1, $0, 1, count) } }
        }
    }

    func apply<A: AccelerateBuffer, B: AccelerateBuffer, C: AccelerateBuffer, R: AccelerateMutableBuffer>(
        _ operation: VectorTernary, _ a: A, _ b: B, _ c: C, _ result: inout R
    ) where A.Element == T, B.Element == T, C.Element == T, R.Element == T {
        checkCounts(a.count, b.count)
        checkCounts(a.count, c.count)
        reading(a) { a, count in
            reading(b) { b, _ in
                reading(c) { c, _ in writing(&result, count: count) { ternary(operation, a, 1, b, 1, c, 1, $0, 1, count) } }
            }
        }
    }

    func apply<A: AccelerateBuffer, B: AccelerateBuffer, R: AccelerateMutableBuffer>(
        _ operation: VectorTernary, _ a: A, _ b: B, _ c: T, _ result: inout R
    ) where A.Element == T, B.Element == T, R.Element == T {
        checkCounts(a.count, b.count)
        withUnsafePointer(to: c) { c in
            reading(a) { a, count in
                reading(b) { b, _ in writing(&result, count: count) { ternary(operation, a, 1, b, 1, c, 0, $0, 1, count) } }
            }
        }
    }

    func apply<A: AccelerateBuffer, C: AccelerateBuffer, R: AccelerateMutableBuffer>(
        _ operation: VectorTernary, _ a: A, _ b: T, _ c: C, _ result: inout R
    ) where A.Element == T, C.Element == T, R.Element == T {
        checkCounts(a.count, c.count)
        withUnsafePointer(to: b) { b in
            reading(a) { a, count in
                reading(c) { c, _ in writing(&result, count: count) { ternary(operation, a, 1, b, 0, c, 1, $0, 1, count) } }
            }
        }
    }

    func apply<A: AccelerateBuffer, R: AccelerateMutableBuffer>(
        _ operation: VectorTernary, _ a: A, _ b: T, _ c: T, _ result: inout R
    ) where A.Element == T, R.Element == T {
        withUnsafePointer(to: b) { b in
            withUnsafePointer(to: c) { c in
                reading(a) { a, count in writing(&result, count: count) { ternary(operation, a, 1, b, 0, c, 0, $0, 1, count) } }
            }
        }
    }
}
