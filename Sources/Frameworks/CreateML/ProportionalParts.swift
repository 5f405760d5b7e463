import Foundation

/// Divides groups of examples, such as the images of each label, into parts. Over all groups together, the parts have the given proportions. The
/// rounding errors of a group are corrected in the groups after it.
struct ProportionalParts {
    /// The cumulative proportions, as fractions of their sum.
    private let shares: [Double]
    private var passed = 0
    /// For each part, the total number of examples that have been put into this part and into the parts before it.
    private var assigned: [Int]

    /// - Throws: `MLCreateError.generic` if a proportion is negative or not finite, or if all proportions are zero.
    init(_ proportions: [Double]) throws {
        let sum = proportions.reduce(0, +)
        guard proportions.allSatisfy({ $0 >= 0 && $0.isFinite }), sum > 0, sum.isFinite else {
            throw MLCreateError.generic(reason: "the proportions of a split must be positive numbers, not \(proportions)")
        }
        var (shares, share): ([Double], Double) = ([], 0)
        for proportion in proportions {
            share += proportion / sum
            shares.append(share)
        }
        self.shares = shares
        assigned = Array(repeating: 0, count: shares.count)
    }

    /// For each part, the range of the next group's examples that are put into it.
    mutating func ranges(of count: Int) -> [Range<Int>] {
        passed += count
        var start = 0
        return shares.indices.map { part in
            let wanted = Int((shares[part] * Double(passed)).rounded()) - assigned[part]
            let end = part == shares.count - 1 ? count : min(max(wanted, start), count)
            assigned[part] += end
            defer { start = end }
            return start..<end
        }
    }

    /// Divides each label's files at random in the given proportions. Every file is in one part.
    ///
    /// - Throws: the errors of ``init(_:)``.
    static func divide<RNG: RandomNumberGenerator>(
        _ filesByLabel: [String: [URL]], _ proportions: [Double], _ generator: inout RNG
    ) throws -> [[String: [URL]]] {
        var division = try ProportionalParts(proportions)
        var parts = [[String: [URL]]](repeating: [:], count: proportions.count)
        for (label, files) in filesByLabel.sorted(by: { $0.key < $1.key }) {
            let shuffled = files.shuffled(using: &generator)
            for (part, range) in division.ranges(of: files.count).enumerated() where !range.isEmpty {
                parts[part][label] = Array(shuffled[range])
            }
        }
        return parts
    }
}
