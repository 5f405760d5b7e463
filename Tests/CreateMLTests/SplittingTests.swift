import Foundation
import Testing

@testable import CreateML

@Suite struct SplittingTests {
    private func files(_ labels: Int, each count: Int) -> [String: [URL]] {
        Dictionary(
            uniqueKeysWithValues: (0..<labels).map { label in
                ("label \(label)", (0..<count).map { URL(fileURLWithPath: "/\(label)/\($0).jpg") })
            })
    }

    @Test("The remainder of rounding goes to the next groups")
    func theRemainderOfRoundingGoesToTheNextGroups() throws {
        var division = try ProportionalParts([0.95, 0.05])
        let held = (0..<25).map { _ in division.ranges(of: 10)[1].count }
        #expect(held.reduce(0, +) == 12 || held.reduce(0, +) == 13, "a twentieth of 250")
        var thirds = try ProportionalParts([1, 1, 1])
        let parts = (0..<9).map { _ in thirds.ranges(of: 1).map(\.count) }
        #expect((0..<3).map { part in parts.reduce(0) { $0 + $1[part] } } == [3, 3, 3])
        #expect(throws: MLCreateError.self) { try ProportionalParts([]) }
        #expect(throws: MLCreateError.self) { try ProportionalParts([.nan, 1]) }
    }

    /// Few images of each of many labels still leave some for validation.
    @Test("Automatic splits hold back of many small labels")
    func automaticSplitsHoldBackOfManySmallLabels() throws {
        let plan = try ImageClassifierPlan(.filesByLabel(files(25, each: 10)), .init())
        let held = plan.validation.values.joined().count
        #expect((10...15).contains(held))
        #expect(plan.training.values.joined().count + held == 250)
        #expect(Set(plan.training.values.joined()).isDisjoint(with: plan.validation.values.joined()))
    }

    @Test("A labels only image is trained on and not validated on")
    func aLabelsOnlyImageIsTrainedOnAndNotValidatedOn() throws {
        var parameters = MLImageClassifier.ModelParameters()
        parameters.validation = .split(strategy: .fixed(ratio: 0.9, seed: 3))
        let plan = try ImageClassifierPlan(.filesByLabel(files(6, each: 1)), parameters)
        #expect(plan.training.count == 6)
        #expect(Set(plan.training.values.joined()).isDisjoint(with: plan.validation.values.joined()))
    }

    @Test("Tables of small groups are split in proportion")
    func tablesOfSmallGroupsAreSplitInProportion() throws {
        let labels = (0..<100).map { "label \($0 / 4)" }
        let table = try MLDataTable(dictionary: ["label": labels])
        let parts = try table.stratifiedSplit(proportions: [0.9, 0.1], on: "label", seed: 4).column(MLDataTable.partitionColumnName)
        #expect((0..<100).count { parts[$0] == .int(1) } == 10)
    }
}
