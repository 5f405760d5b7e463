import Foundation

/// Searches for the likeliest texts in the output of the network `textReader` for a line.
///
/// It is a prefix beam search for connectionist temporal classification (Hannun and others, 2014). The probability of a text is the sum of the
/// probabilities of all its alignments with the steps. At each step, only the likeliest beginnings of texts are kept.
struct TextBeamSearch {
    /// A text, and the logarithm of its probability with the language model's score added.
    struct Text {
        let classes: [Int]
        let score: Float
    }

    /// The number of beginnings that are kept at each step.
    let width: Int
    let language: CharacterLanguageModel?

    /// The least probability of a character at a step.
    private static let least: Float = 1e-3
    /// The logarithm of 2, the score of two equal characters. The network gives too low a probability to the short gap between them. On drawn lines
    /// that were not used for training, 2 is better than 1 for doubled letters, and no worse for other letters.
    private static let doubled: Float = 0.69

    /// A beginning of a text. It is the beginning `parent` with one more character.
    private struct Node {
        let parent: Int
        let number: Int
        let score: Float
        let state: CharacterLanguageModel.State?
        var children: [(number: Int, node: Int)] = []
        /// The last step at which the node was a candidate, and its place among the candidates.
        var candidate = (step: -1, place: 0)
    }

    /// A beginning, with the probabilities of its alignments so far. `blank` counts those that end with a blank, and `own` the others.
    private struct Candidate {
        let node: Int
        var blank: Float = 0
        var own: Float = 0
    }

    /// The likeliest texts. The likeliest comes first.
    ///
    /// - Parameters:
    ///   - probabilities: each class's probability at each step. The steps of a class are contiguous.
    ///   - isAllowed: whether each class may be read.
    func texts(_ probabilities: [Float], steps: Int, isAllowed: [Bool]) -> [Text] {
        var nodes = [Node(parent: -1, number: 0, score: 0, state: language?.start)]
        var beams = [Candidate(node: 0, blank: 1)]
        let likely = likelyClasses(probabilities, steps, isAllowed)
        for step in 0..<steps {
            let blank = probabilities[step]
            var next: [Candidate] = []
            func add(_ node: Int, blank: Float, own: Float) {
                if nodes[node].candidate.step != step {
                    nodes[node].candidate = (step, next.count)
                    next.append(Candidate(node: node))
                }
                next[nodes[node].candidate.place].blank += blank
                next[nodes[node].candidate.place].own += own
            }
            for beam in beams {
                let last = nodes[beam.node].number
                let sum = beam.blank + beam.own
                add(beam.node, blank: sum * blank, own: last > 0 ? beam.own * probabilities[last * steps + step] : 0)
                for number in likely[step] {
                    let own = (number == last ? beam.blank : sum) * probabilities[number * steps + step]
                    if own > 0 { add(child(of: beam.node, number, in: &nodes), blank: 0, own: own) }
                }
            }
            beams = kept(next, nodes)
        }
        return beams.map { beam in
            var classes: [Int] = []
            var node = beam.node
            while node > 0 {
                classes.append(nodes[node].number)
                node = nodes[node].parent
            }
            return Text(classes: classes.reversed(), score: score(beam, nodes))
        }
    }

    private func score(_ candidate: Candidate, _ nodes: [Node]) -> Float {
        log(max(candidate.blank + candidate.own, .leastNormalMagnitude)) + nodes[candidate.node].score
    }

    /// The best candidates, with their probabilities divided by the greatest one. Without the division, the probabilities of long lines would
    /// become 0.
    private func kept(_ candidates: [Candidate], _ nodes: [Node]) -> [Candidate] {
        var best = candidates
        if best.count > 1 {
            let scored = candidates.map { (score: score($0, nodes), candidate: $0) }.sorted { $0.score > $1.score }
            best = scored.prefix(width).map(\.candidate)
        }
        let most = best.reduce(Float.leastNormalMagnitude) { max($0, $1.blank + $1.own) }
        return best.map { Candidate(node: $0.node, blank: $0.blank / most, own: $0.own / most) }
    }

    private func child(of node: Int, _ number: Int, in nodes: inout [Node]) -> Int {
        if let known = nodes[node].children.first(where: { $0.number == number }) { return known.node }
        let (last, before) = (nodes[node].number, nodes[node].state)
        var score = nodes[node].score
        if let language, let before { score += language.score(of: number, after: before) }
        if number == last { score += Self.doubled }
        let state = before.flatMap { language?.state(after: number, $0) }
        nodes[node].children.append((number, nodes.count))
        nodes.append(Node(parent: node, number: number, score: score, state: state))
        return nodes.count - 1
    }

    /// For each step, the classes of characters with a sufficient probability.
    private func likelyClasses(_ probabilities: [Float], _ steps: Int, _ isAllowed: [Bool]) -> [[Int]] {
        var likely = [[Int]](repeating: [], count: steps)
        for number in 1..<isAllowed.count where isAllowed[number] {
            for step in 0..<steps where probabilities[number * steps + step] >= Self.least { likely[step].append(number) }
        }
        return likely
    }
}
