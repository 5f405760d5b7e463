import CoreMLSpecification
import Locks

/// The choices that this process and earlier ones have made. A model that is loaded again is therefore not measured again.
final class PrecisionMemory: Sendable {
    static let shared = PrecisionMemory(store: .ofUser)

    /// The version of the planner. It must be increased by every change of passes, kernels or the search that changes the products, the roundings or
    /// the choice of a network. Choices of other versions are then measured again.
    static let planner = 3

    /// The identity of a network and its computation: the model's files, the network's place in the model, and the options.
    struct Key: Hashable, Sendable {
        private let digest: [UInt64]
        let place: [Int]
        private let function: String?
        private let options: PlanOptions

        /// The key of a network; `nil` for a model that is not in files.
        init?(_ options: PredictorOptions, _ interface: ModelInterface) {
            var digest: [UInt64] = []
            options.weights?.mappedFiles.read { bytes in
                let (first, second) = TensorIdentity.digest(bytes)
                digest += [first, second, UInt64(bytes.count)]
            }
            guard !digest.isEmpty else { return nil }
            self.digest = digest
            place = options.place
            function = interface.functionName
            self.options = options.reducedPrecision
        }

        /// The key as bytes. They are the same in every process of the same version.
        var bytes: Bytes { bytes(planner: PrecisionMemory.planner) }

        func bytes(release: String = Release.version, planner: Int) -> Bytes {
            Bytes(copying: Array("\(release) \(planner) \(digest) \(place) \(function ?? "") \(options)".utf8))
        }
    }

    private static let capacity = 64

    private let choices = Locked<[(key: Key, choice: PrecisionChoice)]>([])
    private let store: PrecisionStore?

    init(store: PrecisionStore?) { self.store = store }

    func choice(for key: Key) -> PrecisionChoice? {
        if let choice = choices.withLock({ $0.first { $0.key == key }?.choice }) { return choice }
        guard let choice = store?.choice(for: key) else { return nil }
        remember(choice, for: key)
        return choice
    }

    func keep(_ choice: PrecisionChoice, for key: Key) {
        remember(choice, for: key)
        store?.keep(choice, for: key)
    }

    private func remember(_ choice: PrecisionChoice, for key: Key) {
        choices.withLock { kept in
            kept.removeAll { $0.key == key }
            if kept.count >= Self.capacity { kept.removeFirst() }
            kept.append((key, choice))
        }
    }
}

/// The precision choices for the networks of one model. Each is found by the place of its network: the indices of the models in nested pipelines.
package final class PrecisionReport: Sendable {
    private let known: [[Int]: PrecisionChoice]
    private let noted = Locked<[[Int]: PrecisionChoice]>([:])

    /// - Parameter known: choices that were made before and need not be measured again.
    package init(known: [[Int]: PrecisionChoice] = [:]) { self.known = known }

    /// The choices of the loaded networks, in the order of their places.
    package var choices: [(place: [Int], choice: PrecisionChoice)] {
        noted.withLock { noted in
            noted.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { (place: $0.key, choice: $0.value) }
        }
    }

    func choice(at place: [Int]) -> PrecisionChoice? { known[place] }

    func note(_ choice: PrecisionChoice, at place: [Int]) { noted.withLock { $0[place] = choice } }
}
