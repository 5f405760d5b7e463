import CoreMLRuntime

extension MLDataTable {
    /// The name of the column that has the part numbers of a stratified split.
    static let partitionColumnName = "partition"

    /// Splits the rows at random into two tables. The first has the given proportion of the rows. Both keep the order of the rows.
    public func randomSplit(by proportion: Double, seed: Int = 1) -> (MLDataTable, MLDataTable) {
        let chosen = Self.draw(Array(0..<rowCount), proportion, seed)
        return (rows((0..<rowCount).filter(chosen.contains)), rows((0..<rowCount).filter { !chosen.contains($0) }))
    }

    /// Draws a random proportion of the rows, and keeps their order. The same seed draws the same rows.
    public func randomSample(by proportion: Double, seed: Int = 42) -> MLDataTable { randomSplit(by: proportion, seed: seed).0 }

    /// Splits the table at random into two tables, by sequences. Rows with the same value in `sequenceIdentifierColumn` stay together. Each value
    /// of `column` is distributed in proportion.
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

    /// Divides the rows at random into parts. The column `partition` of the result has the number of each row's part, from 0. Each value of
    /// `column` is distributed over the parts in proportion.
    ///
    /// - Throws: `MLCreateError.generic` if a proportion is negative, the proportions add up to 0, or the column is unknown.
    public func stratifiedSplit(proportions: [Double], on column: String, seed: Int = timestampSeed()) throws -> MLDataTable {
        var generator = SplitMix64(seed: seed)
        return try stratifiedSplit(proportions: proportions, on: column, generator: &generator)
    }

    /// Splits the table as ``stratifiedSplit(proportions:on:seed:)`` does, with the caller's random number generator.
    ///
    /// - Throws: `MLCreateError.generic` if a proportion is negative, the proportions add up to 0, or the column is unknown.
    public func stratifiedSplit<RNG: RandomNumberGenerator>(
        proportions: [Double], on column: String, generator: inout RNG
    ) throws -> MLDataTable {
        try partitioned(proportions, strata: keys([column]), groups: (0..<rowCount).map { [.int($0)] }, &generator)
    }

    /// Divides the rows into parts, as ``stratifiedSplit(proportions:on:seed:)`` does. All rows of a sequence are in the same part.
    public func stratifiedSplitBySequence(
        proportions: [Double], by sequenceIdentifierColumn: String, on column: String, seed: Int = timestampSeed()
    ) throws -> MLDataTable {
        var generator = SplitMix64(seed: seed)
        return try stratifiedSplitBySequence(
            proportions: proportions, by: sequenceIdentifierColumn, on: column, generator: &generator)
    }

    /// Splits the table as ``stratifiedSplitBySequence(proportions:by:on:seed:)`` does, with the caller's random number generator.
    ///
    /// - Throws: `MLCreateError.generic` if a proportion is negative, the proportions add up to 0, or a column is unknown.
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
