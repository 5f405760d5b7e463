import CoreMLRuntime

/// Groups of rows of features that are all near each other.
package enum SimilarGroups {
    /// The revision of the feature print by which photos are compared. The licence of its network permits use in products.
    package static let printRevision = PrintNetwork.openFeaturePrint.revision
    /// The default limit. It was measured on 40 photos of flowers and 160 changed copies. The copies were reduced, brightened, or cropped by a
    /// tenth or a quarter. Of these copies, 146 are within this distance of the original. None of 19,500 pairs of different photos is within this
    /// distance.
    package static let usualLimit: Float = 7

    package struct Group: Sendable, Equatable {
        /// The indices of the rows, ascending.
        package var members: [Int]
        /// The greatest distance between two rows of the group.
        package var spread: Float
    }

    private struct Pair {
        let first: Int
        let second: Int
        let distance: Float
    }

    /// The maximum number of pairs of rows within the limit. A pair takes some 50 bytes.
    private static let mostPairs = 8_000_000

    /// The groups of two rows or more, the closest group first. No two rows of a group are further apart than `limit`. The nearest pairs are joined
    /// first, as long as this condition holds (complete linkage).
    ///
    /// - Parameters:
    ///   - rows: the features, all of one length. A row with a number that is not finite is in no group.
    ///   - isCancelled: called repeatedly. When it returns true, the work ends soon, without further groups.
    /// - Throws: `UsageError` if too many rows are near each other.
    package static func groups(
        _ rows: [[Float]], limit: Float, isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws -> [Group] {
        // Equal rows are replaced by one row first, because each pair of copies would take memory.
        let copies = copies(rows)
        let joined = try joined(copies.map { rows[$0[0]] }, limit: limit, isCancelled).map { group in
            Group(members: group.members.flatMap { copies[$0] }.sorted(), spread: group.spread)
        }
        return joined.filter { $0.members.count > 1 }.sorted { ($0.spread, $0.members[0]) < ($1.spread, $1.members[0]) }
    }

    /// The indices of identical rows: a list for each distinct row, in the order in which the distinct rows first occur.
    private static func copies(_ rows: [[Float]]) -> [[Int]] {
        var numbers: [[Float]: Int] = [:]
        var copies: [[Int]] = []
        for (place, row) in rows.enumerated() {
            if let number = numbers[row] {
                copies[number].append(place)
                continue
            }
            if row.allSatisfy(\.isFinite) { numbers[row] = copies.count }
            copies.append([place])
        }
        return copies
    }

    /// All groups, including those of a single row.
    private static func joined(_ rows: [[Float]], limit: Float, _ isCancelled: @escaping @Sendable () -> Bool) throws -> [Group] {
        var group = Array(rows.indices)
        var groups: [Group?] = rows.indices.map { Group(members: [$0], spread: 0) }
        let near = try pairs(rows, limit: limit, isCancelled)
        if isCancelled() { return [] }
        var distances: [[Int: Float]] = Array(repeating: [:], count: rows.count)
        for pair in near { distances[pair.first][pair.second] = pair.distance }
        for pair in near.sorted(by: { ($0.distance, $0.first, $0.second) < ($1.distance, $1.first, $1.second) }) {
            if isCancelled() { return [] }
            let (kept, taken) = (min(group[pair.first], group[pair.second]), max(group[pair.first], group[pair.second]))
            guard kept != taken, let one = groups[kept], let other = groups[taken] else { continue }
            var spread = max(one.spread, other.spread)
            let fits = one.members.allSatisfy { first in
                other.members.allSatisfy { second in
                    guard let distance = distances[min(first, second)][max(first, second)] else { return false }
                    spread = max(spread, distance)
                    return true
                }
            }
            guard fits else { continue }
            groups[kept] = Group(members: (one.members + other.members).sorted(), spread: spread)
            groups[taken] = nil
            for member in other.members { group[member] = kept }
        }
        return groups.compactMap(\.self)
    }

    /// The pairs of rows that are at most `limit` apart.
    ///
    /// - Throws: `UsageError` if there are too many.
    private static func pairs(_ rows: [[Float]], limit: Float, _ isCancelled: @escaping @Sendable () -> Bool) throws -> [Pair] {
        var found: [Pair] = []
        try Parallelism.forEach(rows.count) { first -> [Pair] in
            if isCancelled() { return [] }
            return ((first + 1)..<max(rows.count, first + 1)).compactMap { second -> Pair? in
                let square = squaredDistance(rows[first], rows[second])
                return square <= limit * limit ? Pair(first: first, second: second, distance: square.squareRoot()) : nil
            }
        } consume: { _, result in
            found += try result.get()
            guard found.count <= mostPairs else {
                throw UsageError("more than \(mostPairs) pairs of photos are that much alike; choose a smaller distance or fewer photos")
            }
        }
        return found
    }

    private static func squaredDistance(_ first: [Float], _ second: [Float]) -> Float {
        first.withUnsafeBytes { first in
            second.withUnsafeBytes { second in
                let (step, count) = (MemoryLayout<SIMD16<Float>>.size, min(first.count, second.count))
                var sum = SIMD16<Float>.zero
                var offset = 0
                while offset + step <= count {
                    let difference =
                        first.loadUnaligned(fromByteOffset: offset, as: SIMD16<Float>.self)
                        - second.loadUnaligned(fromByteOffset: offset, as: SIMD16<Float>.self)
                    sum += difference * difference
                    offset += step
                }
                var total = sum.sum()
                while offset < count {
                    let difference =
                        first.loadUnaligned(fromByteOffset: offset, as: Float.self)
                        - second.loadUnaligned(fromByteOffset: offset, as: Float.self)
                    total += difference * difference
                    offset += 4
                }
                return total
            }
        }
    }
}
