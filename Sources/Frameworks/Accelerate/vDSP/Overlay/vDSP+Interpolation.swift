extension vDSP {
    /// Values between the elements of a vector. The integer part of an index selects an element, and the fraction is the weight of the next
    /// element. Indices out of range give the first or last element.
    public static func linearInterpolate<A: AccelerateBuffer, B: AccelerateBuffer>(
        elementsOf vector: A, using indices: B
    ) -> [A.Element] where A.Element: AccelerateScalar, B.Element == A.Element {
        vector.withUnsafeBufferPointer { vector in
            indices.withUnsafeBufferPointer { indices in
                guard let last = vector.indices.last else { return [A.Element](repeating: .nan, count: indices.count) }
                return indices.map { index in
                    guard index > 0 else { return index.isNaN ? .nan : vector[0] }
                    guard index < A.Element(last) else { return vector[last] }
                    let place = Int(index), weight = index - A.Element(place)
                    return vector[place] + weight * (vector[place + 1] - vector[place])
                }
            }
        }
    }

    /// The elements at indices, which count from 1. An index out of range stops the program.
    public static func gather<A: AccelerateBuffer, B: AccelerateBuffer>(_ vector: A, indices: B) -> [A.Element]
    where A.Element: AccelerateScalar, B.Element == UInt {
        vector.withUnsafeBufferPointer { vector in
            indices.withUnsafeBufferPointer { indices in
                indices.map { index in
                    precondition(index >= 1 && index <= UInt(vector.count), "Element \(index) of \(vector.count) does not exist.")
                    return vector[Int(index) - 1]
                }
            }
        }
    }

    /// The elements whose element in the gating vector is not 0. If `nonZeroGatingCount` is given, the result has this count: surplus
    /// elements are dropped, and missing elements are 0.
    public static func compress<A: AccelerateBuffer, B: AccelerateBuffer>(
        _ vector: A, gatingVector: B, nonZeroGatingCount: Int?
    ) -> [A.Element] where A.Element: AccelerateScalar, B.Element == A.Element {
        checkCounts(vector.count, gatingVector.count)
        let kept = vector.withUnsafeBufferPointer { vector in
            gatingVector.withUnsafeBufferPointer { gates in zip(vector, gates).compactMap { $1 == 0 ? nil : $0 } }
        }
        guard let count = nonZeroGatingCount else { return kept }
        return Array(kept.prefix(count)) + Array(repeating: 0, count: Swift.max(0, count - kept.count))
    }
}
