import Foundation

// On Apple's platforms a `CGFloat` is one of the numbers that `as`, `as?` and `as!` turn into an `NSNumber`, and that dictionaries, arrays and
// `JSONSerialization` take. Foundation on Linux knows all numbers but this one.
extension CGFloat: @retroactive _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSNumber { NSNumber(value: Double(self)) }

    public static func _forceBridgeFromObjectiveC(_ source: NSNumber, result: inout CGFloat?) {
        result = CGFloat(source.doubleValue)
    }

    public static func _conditionallyBridgeFromObjectiveC(_ source: NSNumber, result: inout CGFloat?) -> Bool {
        result = (source as? Double).map { CGFloat($0) }
        return result != nil
    }

    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSNumber?) -> CGFloat {
        CGFloat(source?.doubleValue ?? 0)
    }
}

extension CGFloat {
    /// The value of a number, rounded if it is not exact.
    public init(truncating number: NSNumber) { self = CGFloat(number.doubleValue) }

    /// The value of a number; `nil` if it is not exact.
    public init?(exactly number: NSNumber) {
        guard let value = number as? Double else { return nil }
        self = CGFloat(value)
    }
}
