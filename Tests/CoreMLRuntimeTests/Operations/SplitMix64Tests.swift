import Foundation
import Testing

@testable import CoreMLRuntime

/// Numbers that are the same in every run.
@Suite struct SplitMix64Tests {
    @Test("The numbers are the published ones")
    func theNumbersAreThePublishedOnes() {
        var generator = SplitMix64(seed: 1_234_567)
        let published: [UInt64] = [
            6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423, 4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ]
        #expect(published.map { _ in generator.next() } == published)
    }

    @Test("Checkpoints keep the state")
    func checkpointsKeepTheState() throws {
        var generator = SplitMix64(seed: -3)
        _ = generator.next()
        var other = try JSONDecoder().decode(SplitMix64.self, from: JSONEncoder().encode(generator))
        #expect(other == generator && other.next() == generator.next())
    }

    @Test("Negative seeds of models differ from run to run")
    func negativeSeedsOfModelsDifferFromRunToRun() {
        #expect(SplitMix64(modelSeed: 7) == SplitMix64(seed: 7))
        #expect(SplitMix64(modelSeed: -1) != SplitMix64(modelSeed: -1))
    }
}
