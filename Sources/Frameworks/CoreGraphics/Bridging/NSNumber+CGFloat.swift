import Foundation

// On Apple's platforms, `as`, `as?` and `as!` convert between a `CGFloat` and an `NSNumber`. Dictionaries, arrays and `JSONSerialization`
// therefore accept a `CGFloat`. Foundation on Linux supports all number types except `CGFloat`.
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
    /// The value of a number. If `CGFloat` cannot represent it exactly, it is rounded.
    public init(truncating number: NSNumber) { self = CGFloat(number.doubleValue) }

    /// The value of a number; `nil` if `CGFloat` cannot represent it exactly.
    public init?(exactly number: NSNumber) {
        guard let value = number as? Double else { return nil }
        self = CGFloat(value)
    }
}
