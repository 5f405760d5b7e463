import Foundation
import Testing

@testable import CoreMLRuntime

/// Operations of programs that draw random numbers.
struct ProgramRandomTests {
    /// The numbers of an operation with a seed, which are the same on every way and at every prediction.
    private func drawn(
        _ kind: String, _ tensors: [String: Tensor] = [:], with arguments: [String: ProgramArgument], shape: [Int],
        location: SourceLocation = #_sourceLocation
    ) throws -> [Double] {
        let seeded = arguments.merging(["seed": .int(9)]) { first, _ in first }
        let check = ProgramCheck(kind, tensors, with: seeded)
        let first = try check.run(.plainKernels)[0]
        #expect(first.shape == shape && first.scalar == .float32, sourceLocation: location)
        try check.expect([(shape, first.doubles)], tolerance: 0, location: location)
        return first.doubles
    }

    private func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }

    @Test("Distributions have their moments")
    func distributionsHaveTheirMoments() throws {
        let shape: [String: ProgramArgument] = ["shape": .ints([4, 500])]
        let uniform = try drawn(
            "random_uniform", with: shape.merging(["low": .float(-2), "high": .float(3)]) { $1 }, shape: [4, 500])
        #expect(uniform.allSatisfy { $0 >= -2 && $0 < 3 } && abs(mean(uniform) - 0.5) < 0.17)
        let normal = try drawn("random_normal", with: shape.merging(["mean": .float(5), "stddev": .float(2)]) { $1 }, shape: [4, 500])
        #expect(abs(mean(normal) - 5) < 0.25 && abs(mean(normal.map { ($0 - 5) * ($0 - 5) }) - 4) < 0.7)
        let bernoulli = try drawn("random_bernoulli", with: shape.merging(["prob": .float(0.3)]) { $1 }, shape: [4, 500])
        #expect(bernoulli.allSatisfy { $0 == 0 || $0 == 1 } && abs(mean(bernoulli) - 0.3) < 0.06)
    }

    @Test("Parameters have defaults")
    func parametersHaveDefaults() throws {
        let shape: [String: ProgramArgument] = ["shape": .ints([2000])]
        let uniform = try drawn("random_uniform", with: shape, shape: [2000])
        #expect(uniform.allSatisfy { $0 >= 0 && $0 < 1 } && abs(mean(uniform) - 0.5) < 0.04)
        let normal = try drawn("random_normal", with: shape, shape: [2000])
        #expect(abs(mean(normal)) < 0.12 && abs(mean(normal.map { $0 * $0 }) - 1) < 0.18)
        #expect(abs(mean(try drawn("random_bernoulli", with: shape, shape: [2000])) - 0.5) < 0.06)
    }

    @Test("A shape may be an input")
    func aShapeMayBeAnInput() throws {
        for kind in ["random_uniform", "random_normal", "random_bernoulli"] {
            let known = try drawn(kind, with: ["shape": .ints([2, 3])], shape: [2, 3])
            #expect(try drawn(kind, ["shape": .wholeNumbers([2, 3])], with: [:], shape: [2, 3]) == known)
            let other = try drawn(kind, with: ["shape": .ints([2, 3]), "seed": .int(10)], shape: [2, 3])
            #expect(other != known || kind == "random_bernoulli")
            expectProgramRefusal(kind, ["shape": .wholeNumbers([2, -3])], with: ["seed": .int(1)])
            expectProgramRefusal(kind, [:], with: ["shape": .ints([1 << 30, 1 << 30]), "seed": .int(1)])
            expectProgramRefusal(kind, [:], with: ["seed": .int(1)])
        }
    }

    @Test("Without a seed every prediction draws anew")
    func withoutASeedEveryPredictionDrawsAnew() throws {
        for arguments: [String: ProgramArgument] in [["shape": .ints([50])], ["shape": .ints([50]), "seed": .int(-1)]] {
            let check = ProgramCheck("random_uniform", [:], with: arguments)
            let predictor = try check.predictor(outputs: ["result"])
            let first = try check.predict(predictor, outputs: ["result"])[0]
            let second = try check.predict(predictor, outputs: ["result"])[0]
            #expect(first.doubles != second.doubles)
        }
    }

    @Test("Classes are drawn from each rows distribution")
    func classesAreDrawnFromEachRowsDistribution() throws {
        let probabilities = Tensor.numbers([0.5, 0, 0.5, 0, 1, 0], [2, 3])
        let many: [String: ProgramArgument] = ["mode": .string("probs"), "size": .int(500)]
        let values = try drawn("random_categorical", ["x": probabilities], with: many, shape: [2, 500])
        let share = Double(values[..<500].filter { $0 == 0 }.count) / 500
        #expect(values[..<500].allSatisfy { $0 == 0 || $0 == 2 } && abs(share - 0.5) < 0.12)
        #expect(values[500...].allSatisfy { $0 == 1 })
        let logits = Tensor.numbers([0, log(3), -.infinity])
        let chosen = try drawn("random_categorical", ["x": logits], with: ["size": .int(1000)], shape: [1000])
        #expect(chosen.allSatisfy { $0 == 0 || $0 == 1 } && abs(mean(chosen) - 0.75) < 0.07)
        // One is drawn where no count is given.
        #expect(try drawn("random_categorical", ["x": .numbers([0, 50], [1, 2])], with: [:], shape: [1, 1]) == [1])
        for wrong: [String: ProgramArgument] in [["size": .int(-1)], ["mode": .string("odds")]] {
            expectProgramRefusal("random_categorical", ["x": logits], with: wrong)
        }
    }
}
