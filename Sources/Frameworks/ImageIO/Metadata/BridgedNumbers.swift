import Foundation

extension Dictionary where Key == String, Value == Any {
    /// A copy in which every number at any depth is an `NSNumber`. Casts with `as? Int`, `as? UInt32`, `as? Double` and `as? NSNumber` then all
    /// succeed, as they do on Apple's platforms.
    func bridgingNumbers() -> [String: Any] { mapValues(bridged) }
}

private func bridged(_ value: Any) -> Any {
    switch value {
    case let number as NSNumber where type(of: value) is NSNumber.Type: number
    case let flag as Bool: NSNumber(value: flag)
    case let integer as any BinaryInteger: NSNumber(value: Int64(clamping: integer))
    case let number as any BinaryFloatingPoint: NSNumber(value: Double(number))
    case let values as [String: Any]: values.bridgingNumbers()
    case let values as [Any]: values.map(bridged)
    default: value
    }
}
