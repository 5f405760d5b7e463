/// The secret of a server that its clients must know.
package enum Token {
    /// A new one, of letters and digits.
    package static func make() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<4).map { _ in String(generator.next() as UInt64, radix: 36) }.joined()
    }

    /// Compares two tokens. It takes as long for every wrong token of a length.
    package static func isSame(_ first: String, _ second: String) -> Bool {
        let (first, second) = (Array(first.utf8), Array(second.utf8))
        guard first.count == second.count else { return false }
        return zip(first, second).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
