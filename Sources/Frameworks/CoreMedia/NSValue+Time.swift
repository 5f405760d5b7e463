import CoreGraphics
import Foundation

// `as` boxes times and time ranges in an `NSValue`, and `as?` and `as!` unbox them.

extension CMTime: _ObjectiveCBridgeable {
    /// The encoding of a time as three 64-bit numbers.
    fileprivate static let encoding = "[3q]"

    public func _bridgeToObjectiveC() -> NSValue { .boxing(BoxedTime(self), as: CMTime.encoding) }

    public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout CMTime?) {
        _ = _conditionallyBridgeFromObjectiveC(source, result: &result)
    }

    public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout CMTime?) -> Bool {
        result = source.unboxed(encoding, into: BoxedTime(.invalid))?.time
        return result != nil
    }

    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CMTime { (source as? CMTime) ?? .invalid }
}

extension CMTimeRange: _ObjectiveCBridgeable {
    fileprivate static let encoding = "[6q]"

    public func _bridgeToObjectiveC() -> NSValue {
        .boxing(BoxedTimeRange(start: BoxedTime(start), duration: BoxedTime(duration)), as: CMTimeRange.encoding)
    }

    public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout CMTimeRange?) {
        _ = _conditionallyBridgeFromObjectiveC(source, result: &result)
    }

    public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout CMTimeRange?) -> Bool {
        let empty = BoxedTimeRange(start: BoxedTime(.invalid), duration: BoxedTime(.invalid))
        result = source.unboxed(encoding, into: empty).map { CMTimeRange(start: $0.start.time, duration: $0.duration.time) }
        return result != nil
    }

    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CMTimeRange {
        (source as? CMTimeRange) ?? .invalid
    }
}

extension NSValue {
    /// A box of a time.
    public convenience init(time: CMTime) {
        var boxed = BoxedTime(time)
        self.init(bytes: &boxed, objCType: CMTime.encoding)
    }

    /// A box of a range of times.
    public convenience init(timeRange: CMTimeRange) {
        var boxed = BoxedTimeRange(start: BoxedTime(timeRange.start), duration: BoxedTime(timeRange.duration))
        self.init(bytes: &boxed, objCType: CMTimeRange.encoding)
    }

    /// The time in the box; invalid if the box contains another value.
    public var timeValue: CMTime { (self as? CMTime) ?? .invalid }
    /// The range in the box; invalid if the box contains another value.
    public var timeRangeValue: CMTimeRange { (self as? CMTimeRange) ?? .invalid }
}

/// A time without padding bytes. Equal times then have equal boxes.
private struct BoxedTime {
    let value: Int64
    let scaleAndFlags: Int64
    let epoch: Int64

    init(_ time: CMTime) {
        value = time.value
        scaleAndFlags = Int64(time.timescale) << 32 | Int64(time.flags.rawValue)
        epoch = time.epoch
    }

    var time: CMTime {
        CMTime(
            value: value, timescale: Int32(truncatingIfNeeded: scaleAndFlags >> 32),
            flags: CMTimeFlags(rawValue: UInt32(truncatingIfNeeded: scaleAndFlags)), epoch: epoch)
    }
}

private struct BoxedTimeRange {
    let start: BoxedTime
    let duration: BoxedTime
}
