import CoreMLRuntime

extension MLDataTable {
    /// The name of the column with the part numbers of a stratified split.
    static let partitionColumnName = "partition"

    /// Splits the rows at random into a part and the rest, each in the table's order.
    public func randomSplit(by proportion: Double, seed: Int = 1) -> (MLDataTable, MLDataTable) {
        let chosen = Self.draw(Array(0..<rowCount), proportion, seed)
        return (rows((0..<rowCount).filter(chosen.contains)), rows((0..<rowCount).filter { !chosen.contains($0) }))
    }

    /// A random part of the rows, in the table's order. The same seed draws the same rows.
    public func randomSample(by proportion: Double, seed: Int = 42) -> MLDataTable { randomSplit(by: proportion, seed: seed).0 }

    /// Splits the sequences at random into a part and the rest. Rows with the same `sequenceIdentifierColumn` stay together. Every value of `column`
    /// is drawn in proportion.
    public func randomSplitBySequence(
        proportion: Double, by sequenceIdentifierColumn: String, on column: String, seed: Int = 1
    ) -> (MLDataTable, remaining: MLDataTable) {
        do {
            let share = min(max(proportion, 0), 1)
            let split = try stratifiedSplitBySequence(
                proportions: [share, 1 - share], by: sequenceIdentifierColumn, on: column, seed: seed)
            let parts = try split.column(Self.partitionColumnName)
            return (rows((0..<rowCount).filter { parts[$0] == .int(0) }), rows((0..<rowCount).filter { parts[$0] == .int(1) }))
        } catch {
            return (MLDataTable(error: error), MLDataTable(error: error))
        }
    }

    /// The table with a column `partition`, the number of the part that each row belongs to. Every value of `column` is distributed over the parts in
    /// proportion.
    ///
    /// - Throws: `MLCreateError.generic` for proportions that are negative or have a sum of 0, and for an unknown column.
    public func stratifiedSplit(proportions: [Double], on column: String, seed: Int = timestampSeed()) throws -> MLDataTable {
        var generator = SplitMix64(seed: seed)
        return try stratifiedSplit(proportions: proportions, on: column, generator: &generator)
    }

    /// Splits the table as ``stratifiedSplit(proportions:on:seed:)`` does, with the caller's random number generator.
    ///
    /// - Throws: `MLCreateError.generic` for proportions that are negative or have a sum of 0, and for an unknown column.
    public func stratifiedSplit<RNG: RandomNumberGenerator>(
        proportions: [Double], on column: String, generator: inout RNG
    ) throws -> MLDataTable {
        try partitioned(proportions, strata: keys([column]), groups: (0..<rowCount).map { [.int($0)] }, &generator)
    }

    /// The table with a column `partition`, as ``stratifiedSplit(proportions:on:seed:)`` makes it, with all rows of a sequence in the same part.
    public func stratifiedSplitBySequence(
        proportions: [Double], by sequenceIdentifierColumn: String, on column: String, seed: Int = timestampSeed()
    ) throws -> MLDataTable {
        var generator = SplitMix64(seed: seed)
        return try stratifiedSplitBySequence(
            proportions: proportions, by: sequenceIdentifierColumn, on: column, generator: &generator)
    }

    /// Splits the table as ``stratifiedSplitBySequence(proportions:by:on:seed:)`` does, with the caller's random number generator.
    ///
    /// - Throws: `MLCreateError.generic` for proportions that are negative or have a sum of 0, and for an unknown column.
    public func stratifiedSplitBySequence<RNG: RandomNumberGenerator>(
        proportions: [Double], by sequenceIdentifierColumn: String, on column: String, generator: inout RNG
    ) throws -> MLDataTable {
        try partitioned(proportions, strata: keys([column]), groups: keys([sequenceIdentifierColumn]), &generator)
    }

    private func partitioned<RNG: RandomNumberGenerator>(
        _ proportions: [Double], strata: [[MLDataValue]], groups: [[MLDataValue]], _ generator: inout RNG
    ) throws -> MLDataTable {
        var division = try ProportionalParts(proportions)
        // A group belongs to the stratum of its first row.
        var (order, members): ([[MLDataValue]], [[MLDataValue]: [[MLDataValue]]]) = ([], [:])
        var seen: Set<[MLDataValue]> = []
        for (stratum, group) in zip(strata, groups) where seen.insert(group).inserted {
            if members[stratum] == nil { order.append(stratum) }
            members[stratum, default: []].append(group)
        }
        var parts: [[MLDataValue]: Int] = [:]
        for stratum in order {
            let shuffled = (members[stratum] ?? []).shuffled(using: &generator)
            for (part, range) in division.ranges(of: shuffled.count).enumerated() {
                for group in shuffled[range] { parts[group] = part }
            }
        }
        var table = self
        table[Self.partitionColumnName] = MLUntypedColumn(groups.map { .int(parts[$0] ?? 0) })
        if let error = table.error { throw error }
        return table
    }

    private static func draw(_ rows: [Int], _ proportion: Double, _ seed: Int) -> Set<Int> {
        var generator = SplitMix64(seed: seed)
        let share = proportion.isFinite ? min(max(proportion, 0), 1) : 0
        return Set(rows.shuffled(using: &generator).prefix(Int((share * Double(rows.count)).rounded())))
    }
}
