import Foundation

/// A type that determines when and on which thread actions run.
public protocol Scheduler<SchedulerTimeType> {
    /// A point in time.
    associatedtype SchedulerTimeType: Strideable where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible
    /// Options for running an action.
    associatedtype SchedulerOptions

    /// The current time of the scheduler.
    var now: SchedulerTimeType { get }
    /// The smallest tolerance for the time of an action.
    var minimumTolerance: SchedulerTimeType.Stride { get }
    /// Runs an action as soon as possible.
    func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void)
    /// Runs an action at the given time.
    func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?, _ action: @escaping () -> Void)
    /// Runs an action at the given time, and then repeatedly until the returned object is cancelled.
    func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
        options: SchedulerOptions?, _ action: @escaping () -> Void
    ) -> any Cancellable
}

extension Scheduler {
    /// Runs an action as soon as possible.
    public func schedule(_ action: @escaping () -> Void) { schedule(options: nil, action) }
    /// Runs an action at the given time.
    public func schedule(after date: SchedulerTimeType, _ action: @escaping () -> Void) {
        schedule(after: date, tolerance: minimumTolerance, options: nil, action)
    }
    /// Runs an action at the given time, within a tolerance.
    public func schedule(after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, _ action: @escaping () -> Void) {
        schedule(after: date, tolerance: tolerance, options: nil, action)
    }
    /// Runs an action at the given time, and then repeatedly until the returned object is cancelled.
    public func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, _ action: @escaping () -> Void
    ) -> any Cancellable { schedule(after: date, interval: interval, tolerance: minimumTolerance, options: nil, action) }
}

/// A duration that can be made from seconds, milliseconds, microseconds or nanoseconds.
public protocol SchedulerTimeIntervalConvertible {
    /// A duration in seconds.
    static func seconds(_ s: Int) -> Self
    /// A duration in seconds.
    static func seconds(_ s: Double) -> Self
    /// A duration in milliseconds.
    static func milliseconds(_ ms: Int) -> Self
    /// A duration in microseconds.
    static func microseconds(_ us: Int) -> Self
    /// A duration in nanoseconds.
    static func nanoseconds(_ ns: Int) -> Self
}

/// A duration for the schedulers of this module.
public struct SchedulerInterval: SignedNumeric, Comparable, Codable, Sendable, SchedulerTimeIntervalConvertible,
    ExpressibleByFloatLiteral
{
    /// The duration in seconds.
    public var timeInterval: TimeInterval
    /// The absolute value of the duration, in seconds.
    public var magnitude: TimeInterval { abs(timeInterval) }

    /// A duration in seconds.
    public init(_ seconds: TimeInterval) { timeInterval = seconds }
    public init(integerLiteral value: Int) { timeInterval = TimeInterval(value) }
    public init(floatLiteral value: TimeInterval) { timeInterval = value }
    public init?<T: BinaryInteger>(exactly source: T) { timeInterval = TimeInterval(source) }

    public static func < (a: Self, b: Self) -> Bool { a.timeInterval < b.timeInterval }
    public static func + (a: Self, b: Self) -> Self { Self(a.timeInterval + b.timeInterval) }
    public static func - (a: Self, b: Self) -> Self { Self(a.timeInterval - b.timeInterval) }
    public static func * (a: Self, b: Self) -> Self { Self(a.timeInterval * b.timeInterval) }
    public static func *= (a: inout Self, b: Self) { a = a * b }

    public static func seconds(_ s: Int) -> Self { Self(TimeInterval(s)) }
    public static func seconds(_ s: Double) -> Self { Self(s) }
    public static func milliseconds(_ ms: Int) -> Self { Self(TimeInterval(ms) / 1e3) }
    public static func microseconds(_ us: Int) -> Self { Self(TimeInterval(us) / 1e6) }
    public static func nanoseconds(_ ns: Int) -> Self { Self(TimeInterval(ns) / 1e9) }
}

/// A point in time for the schedulers of this module.
public struct SchedulerDate: Strideable, Hashable, Codable, Sendable {
    public typealias Stride = SchedulerInterval

    /// The point in time as a `Date`.
    public var date: Date

    /// A point in time from a `Date`.
    public init(_ date: Date) { self.date = date }
    public func distance(to other: SchedulerDate) -> SchedulerInterval { SchedulerInterval(other.date.timeIntervalSince(date)) }
    public func advanced(by interval: SchedulerInterval) -> SchedulerDate {
        SchedulerDate(date.addingTimeInterval(interval.timeInterval))
    }
}

extension Scheduler where SchedulerTimeType == SchedulerDate {
    public var now: SchedulerDate { SchedulerDate(Date()) }
    public var minimumTolerance: SchedulerInterval { 0 }
}

/// A scheduler that runs actions immediately on the caller's thread. Actions cannot be scheduled for later.
public struct ImmediateScheduler: Scheduler, Sendable {
    public typealias SchedulerTimeType = SchedulerDate
    public typealias SchedulerOptions = Never

    /// The shared scheduler.
    public static let shared = ImmediateScheduler()

    public func schedule(options: Never?, _ action: @escaping () -> Void) { action() }
    public func schedule(after date: SchedulerDate, tolerance: SchedulerInterval, options: Never?, _ action: @escaping () -> Void) {
        action()
    }
    public func schedule(
        after date: SchedulerDate, interval: SchedulerInterval, tolerance: SchedulerInterval, options: Never?,
        _ action: @escaping () -> Void
    ) -> any Cancellable {
        action()
        return AnyCancellable {}
    }
}
