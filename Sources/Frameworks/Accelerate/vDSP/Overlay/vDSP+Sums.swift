import CVectors

extension vDSP {
    /// The sum of a vector.
    public static func sum<A: AccelerateBuffer>(_ vector: A) -> A.Element where A.Element: AccelerateScalar {
        total(VectorTermElement, vector)
    }

    /// The sum of a vector's squares.
    public static func sumOfSquares<A: AccelerateBuffer>(_ vector: A) -> A.Element where A.Element: AccelerateScalar {
        total(VectorTermSquare, vector)
    }

    /// The sum of a vector's magnitudes.
    public static func sumOfMagnitudes<A: AccelerateBuffer>(_ vector: A) -> A.Element where A.Element: AccelerateScalar {
        total(VectorTermMagnitude, vector)
    }

    /// The sum of a vector, and the sum of its squares.
    public static func sumAndSumOfSquares<A: AccelerateBuffer>(
        _ vector: A
    ) -> (elementsSum: A.Element, squaresSum: A.Element) where A.Element: AccelerateScalar {
        (sum(vector), sumOfSquares(vector))
    }

    /// The mean of a vector; NaN for an empty vector.
    public static func mean<A: AccelerateBuffer>(_ vector: A) -> A.Element where A.Element: AccelerateScalar {
        sum(vector) / A.Element(vector.count)
    }

    /// The mean of a vector's squares; NaN for an empty vector.
    public static func meanSquare<A: AccelerateBuffer>(_ vector: A) -> A.Element where A.Element: AccelerateScalar {
        sumOfSquares(vector) / A.Element(vector.count)
    }

    /// The mean of a vector's magnitudes; NaN for an empty vector.
    public static func meanMagnitude<A: AccelerateBuffer>(_ vector: A) -> A.Element where A.Element: AccelerateScalar {
        sumOfMagnitudes(vector) / A.Element(vector.count)
    }

    /// The square root of the mean of a vector's squares; NaN for an empty vector.
    public static func rootMeanSquare<A: AccelerateBuffer>(_ vector: A) -> A.Element where A.Element: AccelerateScalar {
        meanSquare(vector).squareRoot()
    }

    /// The population standard deviation of a vector; NaN for an empty vector.
    public static func standardDeviation<A: AccelerateBuffer>(_ vector: A) -> A.Element where A.Element: AccelerateScalar {
        let mean = mean(vector)
        let squares = withUnsafePointer(to: mean) { mean in
            reading(vector) { A.Element.vectorKernels.sumOfPairs(VectorTermSquaredDifference, $0, 1, mean, 0, $1) }
        }
        return (squares / A.Element(vector.count)).squareRoot()
    }

    /// The sum of the products of two vectors' elements.
    public static func dot<A: AccelerateBuffer, B: AccelerateBuffer>(_ first: A, _ second: B) -> A.Element
    where A.Element: AccelerateScalar, B.Element == A.Element {
        total(VectorTermProduct, first, second)
    }

    /// The square of the distance between two vectors.
    public static func distanceSquared<A: AccelerateBuffer, B: AccelerateBuffer>(_ first: A, _ second: B) -> A.Element
    where A.Element: AccelerateScalar, B.Element == A.Element {
        total(VectorTermSquaredDifference, first, second)
    }

    private static func total<A: AccelerateBuffer>(_ term: VectorTerm, _ vector: A) -> A.Element where A.Element: AccelerateScalar {
        reading(vector) { A.Element.vectorKernels.sum(term, $0, 1, $1) }
    }

    private static func total<A: AccelerateBuffer, B: AccelerateBuffer>(_ term: VectorPairTerm, _ first: A, _ second: B) -> A.Element
    where A.Element: AccelerateScalar, B.Element == A.Element {
        checkCounts(first.count, second.count)
        return reading(first) { a, count in reading(second) { b, _ in A.Element.vectorKernels.sumOfPairs(term, a, 1, b, 1, count) } }
    }
}
