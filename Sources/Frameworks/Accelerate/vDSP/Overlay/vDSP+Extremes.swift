import CVectors

/// The extremes of vectors. NaN elements are ignored.
extension vDSP {
    /// The largest element; −∞ for an empty vector.
    public static func maximum<A: AccelerateBuffer>(_ vector: A) -> A.Element where A.Element: AccelerateScalar {
        extreme(VectorLargest, vector)
    }

    /// The smallest element; ∞ for an empty vector.
    public static func minimum<A: AccelerateBuffer>(_ vector: A) -> A.Element where A.Element: AccelerateScalar {
        extreme(VectorSmallest, vector)
    }

    /// The largest magnitude; 0 for an empty vector.
    public static func maximumMagnitude<A: AccelerateBuffer>(_ vector: A) -> A.Element where A.Element: AccelerateScalar {
        extreme(VectorLargestMagnitude, vector)
    }

    /// The smallest magnitude; ∞ for an empty vector.
    public static func minimumMagnitude<A: AccelerateBuffer>(_ vector: A) -> A.Element where A.Element: AccelerateScalar {
        extreme(VectorSmallestMagnitude, vector)
    }

    /// The index of the first largest element, and the element.
    public static func indexOfMaximum<A: AccelerateBuffer>(_ vector: A) -> (UInt, A.Element) where A.Element: AccelerateScalar {
        indexedExtreme(VectorLargest, vector)
    }

    /// The index of the first smallest element, and the element.
    public static func indexOfMinimum<A: AccelerateBuffer>(_ vector: A) -> (UInt, A.Element) where A.Element: AccelerateScalar {
        indexedExtreme(VectorSmallest, vector)
    }

    /// The index of the first element with the largest magnitude, and the magnitude.
    public static func indexOfMaximumMagnitude<A: AccelerateBuffer>(_ vector: A) -> (UInt, A.Element) where A.Element: AccelerateScalar {
        indexedExtreme(VectorLargestMagnitude, vector)
    }

    /// The index of the first element with the smallest magnitude, and the magnitude.
    public static func indexOfMinimumMagnitude<A: AccelerateBuffer>(_ vector: A) -> (UInt, A.Element) where A.Element: AccelerateScalar {
        indexedExtreme(VectorSmallestMagnitude, vector)
    }

    private static func extreme<A: AccelerateBuffer>(_ extreme: VectorExtreme, _ vector: A) -> A.Element where A.Element: AccelerateScalar {
        reading(vector) { A.Element.vectorKernels.extreme(extreme, $0, 1, $1) }
    }

    private static func indexedExtreme<A: AccelerateBuffer>(_ extreme: VectorExtreme, _ vector: A) -> (UInt, A.Element)
    where A.Element: AccelerateScalar {
        var index = 0
        let value = reading(vector) { A.Element.vectorKernels.extremeIndex(extreme, $0, 1, $1, &index) }
        return (UInt(index), value)
    }
}
