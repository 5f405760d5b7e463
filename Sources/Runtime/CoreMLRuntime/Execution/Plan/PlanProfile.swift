import Locks

/// The time of each step of a plan. It is the shortest of several runs, because other work on the machine only ever adds time.
package final class PlanProfile: @unchecked Sendable {
    package struct Entry: Sendable {
        /// The name of the computation and of its kernel.
        package var name: String
        package var milliseconds: Double
    }

    private let lock = Lock()
    private var shortest: [Duration] = []
    private var names: [String] = []

    private static let lock = Lock()
    nonisolated(unsafe) private static var active: PlanProfile?

    package init() {}

    /// The profile that runs report to, if there is one.
    static var current: PlanProfile? { lock.withLock { active } }

    /// Runs `body`, and records the times of all plans that run meanwhile.
    package func gather<Result>(_ body: () throws -> Result) rethrows -> Result {
        PlanProfile.lock.withLock { PlanProfile.active = self }
        defer { PlanProfile.lock.withLock { PlanProfile.active = nil } }
        return try body()
    }

    /// The steps of the plan that ran last, in order.
    package var entries: [Entry] {
        lock.withLock {
            zip(names, shortest).map { name, duration in
                Entry(
                    name: name,
                    milliseconds: Double(duration.components.seconds) * 1e3 + Double(duration.components.attoseconds) / 1e15)
            }
        }
    }

    func add(_ times: [Duration], of plan: Plan) {
        let described = plan.stepNames
        lock.withLock {
            if described == names {
                for index in times.indices { shortest[index] = min(shortest[index], times[index]) }
            } else {
                (names, shortest) = (described, times)
            }
        }
    }
}
