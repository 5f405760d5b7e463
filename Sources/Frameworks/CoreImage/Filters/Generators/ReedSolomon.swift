/// Check words of Reed–Solomon codes. The field has 2ⁿ elements, where n is the number of bits in a word.
struct ReedSolomon {
    /// The powers of the field's generator, and their logarithms.
    private let powers: [Int]
    private let logarithms: [Int]

    /// - Parameter polynomial: the polynomial of the field. Its degree is the number of bits in a word.
    init(polynomial: Int) {
        let order = 1 << (Int.bitWidth - 1 - polynomial.leadingZeroBitCount)
        var powers = [1]
        while powers.count < order - 1 {
            let next = powers[powers.count - 1] << 1
            powers.append(next >= order ? next ^ polynomial : next)
        }
        var logarithms = [Int](repeating: 0, count: order)
        for (index, power) in powers.enumerated() { logarithms[power] = index }
        (self.powers, self.logarithms) = (powers, logarithms)
    }

    private func product(_ a: Int, _ b: Int) -> Int {
        a == 0 || b == 0 ? 0 : powers[(logarithms[a] + logarithms[b]) % powers.count]
    }

    /// The check words for a list of words. The coefficients of the highest power come first. The roots of the generator polynomial are
    /// successive powers of the field's generator, from the first power on.
    func checkWords(_ words: [Int], count: Int) -> [Int] {
        // The coefficients of the generator polynomial without the highest one, which is 1.
        var generator: [Int] = []
        for power in 1...max(count, 1) {
            let root = powers[power % powers.count]
            let raised = generator + [0]
            generator = zip(raised, [1] + generator).map { $0 ^ product($1, root) }
        }
        var rest = [Int](repeating: 0, count: count)
        for word in words {
            let factor = word ^ rest[0]
            rest.removeFirst()
            rest.append(0)
            for index in rest.indices { rest[index] ^= product(generator[index], factor) }
        }
        return rest
    }
}
