import CoreMLSpecification
import Foundation
import Testing

@testable import CoreMLRuntime

/// Predictions at once divide the cores, and none waits for ever.
struct ParallelismTests {
    /// The numbers of threads that `count` users of `cores` get, each of whom begins before one before it ends.
    private func shares(_ count: Int, of cores: SharedCores) -> [Int] {
        guard count > 0 else { return [] }
        return cores.share { threads in [threads] + shares(count - 1, of: cores) }
    }

    @Test("Users at once divide the cores")
    func usersAtOnceDivideTheCores() {
        let cores = SharedCores(count: 8)
        #expect(shares(1, of: cores) == [8])
        #expect(shares(2, of: cores) == [8, 4])
        #expect(shares(3, of: cores) == [8, 4, 2])
        #expect(shares(10, of: cores) == [8, 4, 2, 2, 1, 1, 1, 1, 1, 1])
        #expect(shares(1, of: cores) == [8])
        #expect(shares(3, of: SharedCores(count: 1)) == [1, 1, 1])
    }

    @Test("Cores are free again after an error")
    func coresAreFreeAgainAfterAnError() {
        let cores = SharedCores(count: 6)
        for _ in 0..<3 {
            #expect(throws: RuntimeError.failed("work")) {
                try cores.share { (threads: Int) -> Void in
                    #expect(threads == 6)
                    try cores.share { (threads: Int) -> Void in
                        #expect(threads == 3)
                        throw RuntimeError.failed("work")
                    }
                }
            }
        }
        #expect(shares(2, of: cores) == [6, 3])
    }

    @Test("Limits are kept and their users count")
    func limitsAreKeptAndTheirUsersCount() {
        let cores = SharedCores(count: 8)
        #expect(cores.share(limit: 3) { $0 } == 3)
        #expect(cores.share(limit: 0) { $0 } == 1)
        #expect(cores.share(limit: 3) { _ in cores.share { $0 } } == 4)
        // A caller's limit is for all predictions within, whatever else runs; a model's own comes first.
        #expect(Parallelism.withThreads(3) { Parallelism.share(limit: nil) { $0 } } == 3)
        #expect(Parallelism.withThreads(3) { Parallelism.share(limit: 2) { $0 } } == 2)
        let alone = Parallelism.share(limit: nil) { $0 }
        #expect((1...Parallelism.processorCount).contains(alone))
    }

    /// Holds threads back until all have come, and notes what each brings.
    private final class Meeting: @unchecked Sendable {
        private let condition = NSCondition()
        private let count: Int
        private var values: [Int] = []

        init(of count: Int) {
            self.count = count
        }

        func arrive(with value: Int = 0) {
            condition.lock()
            defer { condition.unlock() }
            values.append(value)
            condition.broadcast()
            while values.count < count { condition.wait() }
        }

        /// The values, when all have come.
        var all: [Int] {
            condition.lock()
            defer { condition.unlock() }
            while values.count < count { condition.wait() }
            return values
        }
    }

    @Test("Threads divide the cores")
    func threadsDivideTheCores() {
        let (cores, meeting) = (SharedCores(count: 8), Meeting(of: 3))
        let done = DispatchGroup()
        for _ in 0..<3 {
            done.enter()
            Thread.detachNewThread {
                cores.share { meeting.arrive(with: $0) }
                done.leave()
            }
        }
        #expect(meeting.all.sorted() == [2, 4, 8])
        done.wait()
        #expect(shares(1, of: cores) == [8])
    }

    // MARK: Two models

    private static let sizes = (inputs: 256, outputs: 128)

    /// The factor of input `i` for output `j`.
    private static func weight(_ j: Int, _ i: Int, _ seed: Int) -> Int { (i + seed * j) % 7 - 3 }

    private static func network(_ seed: Int) throws -> any ModelPredictor {
        var fixture = NetworkFixture(exact: true)
        fixture.input("x", [Int64(sizes.inputs)])
        fixture.output("y")
        let weights = (0..<sizes.outputs).flatMap { j in (0..<sizes.inputs).map { i in Float(weight(j, i, seed)) } }
        let layer = Specification.InnerProductLayerParams.with {
            ($0.inputChannels, $0.outputChannels) = (UInt64(sizes.inputs), UInt64(sizes.outputs))
            $0.weights = weightParams(weights)
        }
        fixture.layer(.innerProduct(layer), ["x"], ["y"])
        let model = Specification.Model.with {
            $0.description = fixture.description
            $0.type = .neuralNetwork(fixture.network)
        }
        var options = PredictorOptions()
        options.allowsReducedPrecision = false
        return try PredictorFactory.predictor(for: model, options: options)
    }

    /// The number of right predictions of `count` from integers, which float32 holds exactly.
    private static func rightPredictions(_ predictor: any ModelPredictor, _ seed: Int, count: Int) -> Int {
        let right = (0..<count).filter { round -> Bool in
            let x = (0..<sizes.inputs).map { $0 % 5 - 2 + round }
            let truth = (0..<sizes.outputs).map { j in Double(x.indices.reduce(0) { $0 + weight(j, $1, seed) * x[$1] }) }
            guard case .tensor(let y)?? = try? predictor.predict([.tensor(Tensor(x.map { Float($0) }))]).first else { return false }
            return y.doubles == truth
        }
        return right.count
    }

    @Test("Two models at once both end with the right answers")
    func twoModelsAtOnceBothEndWithTheRightAnswers() throws {
        let predictors = [try Self.network(2), try Self.network(5)]
        let (beginning, ends) = (Meeting(of: 2), Meeting(of: 2))
        for (index, predictor) in predictors.enumerated() {
            Thread.detachNewThread {
                beginning.arrive()
                ends.arrive(with: Self.rightPredictions(predictor, index == 0 ? 2 : 5, count: 40))
            }
        }
        #expect(ends.all == [40, 40])
    }
}
