/// The Reed-Solomon code of PDF417 over GF(929), as in ISO/IEC 15438, section 5.10. The roots of a valid word are the first powers of 3.
enum PDF417Correction {
    private static let order = 929

    /// The word with its errors corrected.
    ///
    /// - Parameter checkCount: the number of check codewords at the end of `words`.
    /// - Returns: `nil` if there are more errors than half the number of check codewords.
    static func corrected(_ words: [Int], checkCount: Int) -> [Int]? {
        let syndromes = syndromes(of: words, count: checkCount)
        if syndromes.allSatisfy({ $0 == 0 }) { return words }
        let locator = locator(syndromes)
        guard locator.count - 1 <= checkCount / 2 else { return nil }
        var evaluator = [Int](repeating: 0, count: checkCount)
        for (i, coefficient) in locator.enumerated() {
            for j in 0..<checkCount - i { evaluator[i + j] = (evaluator[i + j] + coefficient * syndromes[j]) % order }
        }
        let derivative = locator.enumerated().dropFirst().map { $0.offset * $0.element % order }
        var corrected = words
        var found = 0
        var point = 1
        let inverseOf3 = inverse(3)
        // `point` is the inverse of the power of 3 for an index, from the last codeword to the first.
        for index in words.indices.reversed() {
            if value(of: locator, at: point) == 0 {
                let slope = value(of: derivative, at: point)
                guard slope != 0 else { return nil }
                let error = order - value(of: evaluator, at: point) * inverse(slope) % order
                corrected[index] = (words[index] + order - error) % order
                found += 1
            }
            point = point * inverseOf3 % order
        }
        guard found == locator.count - 1, self.syndromes(of: corrected, count: checkCount).allSatisfy({ $0 == 0 }) else { return nil }
        return corrected
    }

    private static func syndromes(of words: [Int], count: Int) -> [Int] {
        var root = 1
        return (0..<count).map { _ in
            root = root * 3 % order
            return words.reduce(0) { ($0 * root + $1) % order }
        }
    }

    /// The error locator polynomial, by the Berlekamp-Massey algorithm. Its roots are the inverses of the error positions.
    private static func locator(_ syndromes: [Int]) -> [Int] {
        var current = [1]
        var previous = [1]
        var length = 0
        var shift = 1
        var previousDifference = 1
        for index in syndromes.indices {
            var difference = 0
            for (i, coefficient) in current.enumerated() where i <= index { difference += coefficient * syndromes[index - i] }
            difference %= order
            guard difference != 0 else {
                shift += 1
                continue
            }
            let factor = difference * inverse(previousDifference) % order
            var next = current + [Int](repeating: 0, count: max(0, previous.count + shift - current.count))
            for (i, coefficient) in previous.enumerated() { next[i + shift] = (next[i + shift] + (order - factor) * coefficient) % order }
            if 2 * length <= index {
                length = index + 1 - length
                previous = current
                previousDifference = difference
                shift = 1
            } else {
                shift += 1
            }
            current = next
        }
        while current.count > 1, current.last == 0 { current.removeLast() }
        return current
    }

    private static func value(of polynomial: [Int], at point: Int) -> Int {
        polynomial.reversed().reduce(0) { ($0 * point + $1) % order }
    }

    /// The inverse of a number, by Fermat's little theorem.
    private static func inverse(_ number: Int) -> Int {
        var (result, base, exponent) = (1, number % order, order - 2)
        while exponent > 0 {
            if exponent & 1 == 1 { result = result * base % order }
            base = base * base % order
            exponent >>= 1
        }
        return result
    }
}
