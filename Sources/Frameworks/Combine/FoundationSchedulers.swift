import Dispatch
import Foundation
import Locks

// An action of a scheduler. Combine makes sure that actions run one after the other, so no two threads use an action at the same time.
struct Action: @unchecked Sendable {
    let run: () -> Void
}

extension DispatchQueue: Scheduler {
    public typealias SchedulerTimeType = SchedulerDate

    /// The options for running an action.
    public struct SchedulerOptions {
        /// The quality of service.
        public var qos: DispatchQoS
        /// The flags of the work item.
        public var flags: DispatchWorkItemFlags
        /// The group to which the work item belongs.
        public var group: DispatchGroup?

        /// Options for running an action.
        public init(qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [], group: DispatchGroup? = nil) {
            (self.qos, self.flags, self.group) = (qos, flags, group)
        }
    }

    public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
        let action = Action(run: action)
        async(group: options?.group, qos: options?.qos ?? .unspecified, flags: options?.flags ?? []) { action.run() }
    }

    public func schedule(
        after date: SchedulerDate, tolerance: SchedulerInterval, options: SchedulerOptions?, _ action: @escaping () -> Void
    ) {
        let action = Action(run: action)
        asyncAfter(
            deadline: .now() + max(0, date.date.timeIntervalSinceNow), qos: options?.qos ?? .unspecified, flags: options?.flags ?? []
        ) { action.run() }
    }

    public func schedule(
        after date: SchedulerDate, interval: SchedulerInterval, tolerance: SchedulerInterval, options: SchedulerOptions?,
        _ action: @escaping () -> Void
    ) -> any Cancellable {
        let source = DispatchSource.makeTimerSource(queue: self)
        source.schedule(
            deadline: .now() + max(0, date.date.timeIntervalSinceNow), repeating: interval.timeInterval,
            leeway: .nanoseconds(Int(min(max(tolerance.timeInterval, 0), 1e6) * 1e9)))
        let action = Action(run: action)
        source.setEventHandler { action.run() }
        source.resume()
        return AnyCancellable { source.cancel() }
    }
}

extension RunLoop: Scheduler {
    public typealias SchedulerTimeType = SchedulerDate
    public typealias SchedulerOptions = Never

    public func schedule(options: Never?, _ action: @escaping () -> Void) {
        let action = Action(run: action)
        perform { action.run() }
    }

    public func schedule(after date: SchedulerDate, tolerance: SchedulerInterval, options: Never?, _ action: @escaping () -> Void) {
        add(timer(date, nil, tolerance, action), forMode: .default)
    }

    public func schedule(
        after date: SchedulerDate, interval: SchedulerInterval, tolerance: SchedulerInterval, options: Never?,
        _ action: @escaping () -> Void
    ) -> any Cancellable {
        let timer = timer(date, interval, tolerance, action)
        add(timer, forMode: .default)
        return AnyCancellable { timer.invalidate() }
    }

    private func timer(
        _ date: SchedulerDate, _ interval: SchedulerInterval?, _ tolerance: SchedulerInterval, _ action: @escaping () -> Void
    ) -> Timer {
        let action = Action(run: action)
        let timer = Timer(fire: date.date, interval: interval?.timeInterval ?? 0, repeats: interval != nil) { _ in action.run() }
        timer.tolerance = tolerance.timeInterval
        return timer
    }
}

extension OperationQueue: Scheduler {
    public typealias SchedulerTimeType = SchedulerDate
    public typealias SchedulerOptions = Never

    public func schedule(options: Never?, _ action: @escaping () -> Void) {
        let action = Action(run: action)
        addOperation { action.run() }
    }

    public func schedule(after date: SchedulerDate, tolerance: SchedulerInterval, options: Never?, _ action: @escaping () -> Void) {
        let action = Action(run: action)
        DispatchQueue.global().asyncAfter(deadline: .now() + max(0, date.date.timeIntervalSinceNow)) { [self] in
            addOperation { action.run() }
        }
    }

    public func schedule(
        after date: SchedulerDate, interval: SchedulerInterval, tolerance: SchedulerInterval, options: Never?,
        _ action: @escaping () -> Void
    ) -> any Cancellable {
        let action = Action(run: action)
        return DispatchQueue.global().schedule(after: date, interval: interval, tolerance: tolerance, options: nil) { [self] in
            addOperation { action.run() }
        }
    }
}
