/// The numbers of a feature print.
package struct FeatureVector: Hashable, Sendable {
    package let elements: [Float]

    package init(_ elements: [Float]) {
        self.elements = elements
    }

    /// The vector scaled to length 1. The zero vector stays unchanged. The distance between two normalized vectors is at most 2.
    package var normalized: FeatureVector {
        let length = elements.reduce(0) { $0 + Double($1) * Double($1) }.squareRoot()
        guard length > 0 else { return self }
        return FeatureVector(elements.map { Float(Double($0) / length) })
    }

    /// The square root of the sum of the squared differences.
    ///
    /// - Parameter other: of the same number of elements.
    package func distance(to other: FeatureVector) -> Double {
        zip(elements, other.elements).reduce(0) { sum, pair in
            let difference = Double(pair.0) - Double(pair.1)
            return sum + difference * difference
        }.squareRoot()
    }
}
