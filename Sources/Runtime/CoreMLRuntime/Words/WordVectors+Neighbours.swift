/// The cosine distance of two vectors is 1 minus the cosine of the angle between them, 0…2. The distance of a vector of zeros to any vector is 1.
extension WordVectors {
    /// A word, and its cosine distance.
    package typealias Neighbour = (word: String, distance: Double)

    /// The cosine distance of two words, 0…2; `nil` if one of them is unknown.
    package func distance(_ first: String, _ second: String) -> Double? {
        guard let first = place(of: first), let second = place(of: second) else { return nil }
        return distance(direction(first), to: second)
    }

    /// The words nearest to a word, the nearest first, without the word itself; empty for an unknown word.
    package func neighbours(of word: String, count: Int, within limit: Double) -> [Neighbour] {
        guard let place = place(of: word) else { return [] }
        return neighbours(towards: direction(place), except: place, count, limit)
    }

    /// The words nearest to a vector, the nearest first. Empty if the vector's length differs from that of the words' vectors. Empty also
    /// if a number of the vector is not finite.
    package func neighbours(of vector: [Double], count: Int, within limit: Double) -> [Neighbour] {
        guard vector.count == dimension, vector.allSatisfy(\.isFinite) else { return [] }
        return neighbours(towards: Self.direction(vector), except: nil, count, limit)
    }

    /// The words nearest to a direction. They are found in single precision. Their distances are computed in double precision.
    private func neighbours(towards direction: [Double], except place: Int?, _ count: Int, _ limit: Double) -> [Neighbour] {
        let count = min(count, words.count - (place == nil ? 0 : 1))
        guard count > 0 else { return [] }
        var cosines = self.cosines(direction.map { Float($0) })
        if let place { cosines[place] = -.infinity }
        let found = Self.greatest(count, of: cosines).map { (place: $0, distance: distance(direction, to: $0)) }
        return found.filter { $0.distance <= limit }.sorted { ($0.distance, $0.place) < ($1.distance, $1.place) }
            .map { (words[$0.place], $0.distance) }
    }

    /// The cosines of the angles between all vectors and a vector of length 1.
    private func cosines(_ direction: [Float]) -> [Float] {
        let dimension = dimension
        return [Float](unsafeUninitializedCapacity: words.count) { cosines, count in
            nonisolated(unsafe) let cosines = cosines
            values.withUnsafeBufferPointer { values in
                scales.withUnsafeBufferPointer { scales in
                    direction.withUnsafeBufferPointer { direction in
                        guard let values = values.baseAddress, let direction = direction.baseAddress else { return }
                        let grain = max(1, Self.grain / dimension)
                        ParallelLoop.run(scales.count, threads: Threads.limit, grain: grain) { range in
                            for row in range {
                                let product = dot(values + row * dimension, direction, dimension)
                                cosines.initializeElement(at: row, to: product * scales[row])
                            }
                        }
                    }
                }
            }
            count = words.count
        }
    }

    /// The least number of products that is worth a thread of its own.
    private static let grain = 1 << 19

    /// The indices of the greatest numbers, the greatest first. Among equal numbers, the first are taken.
    private static func greatest(_ count: Int, of numbers: [Float]) -> [Int] {
        var best: [Int] = []
        var bound = -Float.infinity
        func cut() {
            best.sort { (numbers[$0], $1) > (numbers[$1], $0) }
            best.removeLast(max(0, best.count - count))
        }
        for index in numbers.indices where numbers[index] > bound {
            best.append(index)
            guard best.count >= 2 * count else { continue }
            cut()
            bound = numbers[best[count - 1]]
        }
        cut()
        return best
    }

    /// The direction of a word's vector; zeros for a vector that counts as zeros.
    private func direction(_ place: Int) -> [Double] {
        scales[place] > 0 ? Self.direction(vector(place)) : [Double](repeating: 0, count: dimension)
    }

    /// A vector of length 1 in the direction of another one; zeros for a vector of zeros.
    private static func direction(_ vector: [Double]) -> [Double] {
        let greatest = vector.reduce(0) { max($0, abs($1)) }
        guard greatest > 0 else { return vector }
        // Divided first, so that no square is too large or too small.
        let scaled = vector.map { $0 / greatest }
        let length = scaled.reduce(0) { $0 + $1 * $1 }.squareRoot()
        return scaled.map { $0 / length }
    }

    private func distance(_ direction: [Double], to place: Int) -> Double {
        guard scales[place] > 0 else { return 1 }
        var (product, square) = (0.0, 0.0)
        values.withUnsafeBufferPointer { values in
            for (index, component) in direction.enumerated() {
                let value = Double(values[place * dimension + index])
                product += value * component
                square += value * value
            }
        }
        return min(max(1 - product / square.squareRoot(), 0), 2)
    }
}
