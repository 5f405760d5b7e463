import Foundation

/// The alignments of a text with the steps of the network `textReader`.
///
/// In an alignment, each step has a blank or a character, and a character has one or more successive steps. Between two equal characters there is
/// at least one blank.
struct CharacterAlignment {
    /// A character of the text in its place.
    struct Symbol {
        let number: Int
        /// The steps of the character.
        let steps: Range<Int>
        /// The step at which the character is most probable, and its probability there.
        let peak: Int
        let probability: Float
    }

    /// The classes of the text. Before, between and after the characters there is a blank, which has the class 0.
    private let states: [Int]

    /// A probability that stands for 0, so that it has a logarithm.
    private static let floor: Float = 1e-12

    init(_ classes: [Int]) {
        states = [0] + classes.flatMap { [$0, 0] }
    }

    /// Whether an alignment may go from the state two before `state` to `state`, without a blank.
    private func mayLeap(to state: Int) -> Bool { state > 1 && states[state] != 0 && states[state] != states[state - 2] }

    /// The characters of the text in the most probable alignment.
    ///
    /// - Parameter probabilities: each class's probability at each step. The steps of a class are contiguous.
    /// - Returns: no characters if there are not enough steps for the text.
    func symbols(_ probabilities: [Float], steps: Int) -> [Symbol] {
        guard states.count > 1, steps > 0 else { return [] }
        func cost(_ state: Int, _ step: Int) -> Float { log(max(probabilities[states[state] * steps + step], Self.floor)) }
        var best = [Float](repeating: -.infinity, count: states.count)
        (best[0], best[1]) = (cost(0, 0), cost(1, 0))
        // For each step and state, by how many states the best alignment advanced.
        var moves = [UInt8](repeating: 0, count: steps * states.count)
        for step in 1..<max(steps, 1) {
            for state in states.indices.reversed() {
                var (value, move) = (best[state], UInt8(0))
                if state > 0, best[state - 1] > value { (value, move) = (best[state - 1], 1) }
                if mayLeap(to: state), best[state - 2] > value { (value, move) = (best[state - 2], 2) }
                best[state] = value + cost(state, step)
                moves[step * states.count + state] = move
            }
        }
        var state = best[states.count - 1] > best[states.count - 2] ? states.count - 1 : states.count - 2
        guard best[state] > -.infinity else { return [] }
        var path = [Int](repeating: 0, count: steps)
        for step in (0..<steps).reversed() {
            path[step] = state
            state -= Int(moves[step * states.count + state])
        }
        return symbols(path, probabilities)
    }

    /// The characters of an alignment, which has a state for each step.
    private func symbols(_ path: [Int], _ probabilities: [Float]) -> [Symbol] {
        var symbols: [Symbol] = []
        var start = 0
        for step in path.indices where step + 1 == path.count || path[step + 1] != path[step] {
            let number = states[path[step]]
            if number != 0 {
                let row = number * path.count
                let peak = (start...step).max { probabilities[row + $0] < probabilities[row + $1] } ?? start
                symbols.append(Symbol(number: number, steps: start..<step + 1, peak: peak, probability: probabilities[row + peak]))
            }
            start = step + 1
        }
        return symbols
    }

    /// The logarithm of the probability that a range of steps has the text. It is the sum of the probabilities of all alignments.
    ///
    /// - Parameters:
    ///   - probabilities: each class's probability at each step. The steps of a class are contiguous.
    ///   - steps: the number of steps of all of the line.
    func logProbability(_ probabilities: [Float], steps: Int, in range: Range<Int>) -> Float {
        var sums = [Float](repeating: 0, count: states.count)
        sums[0] = 1
        var scale: Float = 0
        for step in range {
            for state in states.indices.reversed() {
                var sum = sums[state]
                if state > 0 { sum += sums[state - 1] }
                if mayLeap(to: state) { sum += sums[state - 2] }
                sums[state] = sum * probabilities[states[state] * steps + step]
            }
            // Without a division, the sums of many steps would become 0.
            let most = sums.max() ?? 0
            guard most > 0 else { return -.infinity }
            scale += log(most)
            for state in sums.indices { sums[state] /= most }
        }
        return scale + log(max(sums.suffix(2).reduce(0, +), .leastNormalMagnitude))
    }
}
