import Foundation

// On Apple's platforms, `as` boxes these structures in an `NSValue`, and `as?` and `as!` unbox them.

extension NSValue {
    /// Whether the box contains a value with the given ``objCType``. Reading a value of another type would stop the program.
    package func holds(_ encoding: String) -> Bool { String(cString: objCType) == encoding }

    /// Boxes the bytes of a value. The value must not contain references.
    package static func boxing<Value>(_ value: Value, as encoding: String) -> NSValue {
        withUnsafePointer(to: value) { NSValue(bytes: $0, objCType: encoding) }
    }

    /// The value in the box; `nil` if it has another type.
    package func unboxed<Value>(_ encoding: String, into initial: Value) -> Value? {
        guard holds(encoding) else { return nil }
        var value = initial
        withUnsafeMutablePointer(to: &value) { getValue($0) }
        return value
    }
}

/// The type encodings of boxed values. Foundation on Linux boxes its own structures, and arrays of numbers.
private enum Encoding {
    static let range = String(cString: NSValue(range: NSRange(location: 0, length: 0)).objCType)
    static let point = String(cString: NSValue(point: .zero).objCType)
    static let size = String(cString: NSValue(size: .zero).objCType)
    static let rectangle = String(cString: NSValue(rect: .zero).objCType)
    static let transform = "[6d]"
}

extension NSRange: @retroactive _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSValue { NSValue(range: self) }

    public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout NSRange?) {
        _ = _conditionallyBridgeFromObjectiveC(source, result: &result)
    }

    public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout NSRange?) -> Bool {
        result = source.holds(Encoding.range) ? source.rangeValue : nil
        return result != nil
    }

    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> NSRange {
        (source as? NSRange) ?? NSRange(location: 0, length: 0)
    }
}

extension CGPoint: @retroactive _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSValue { NSValue(point: self) }

    public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout CGPoint?) {
        _ = _conditionallyBridgeFromObjectiveC(source, result: &result)
    }

    public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout CGPoint?) -> Bool {
        result = source.holds(Encoding.point) ? source.pointValue : nil
        return result != nil
    }

    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CGPoint { (source as? CGPoint) ?? .zero }
}

extension CGSize: @retroactive _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSValue { NSValue(size: self) }

    public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout CGSize?) {
        _ = _conditionallyBridgeFromObjectiveC(source, result: &result)
    }

    public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout CGSize?) -> Bool {
        result = source.holds(Encoding.size) ? source.sizeValue : nil
        return result != nil
    }

    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CGSize { (source as? CGSize) ?? .zero }
}

extension CGRect: @retroactive _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSValue { NSValue(rect: self) }

    public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout CGRect?) {
        _ = _conditionallyBridgeFromObjectiveC(source, result: &result)
    }

    public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout CGRect?) -> Bool {
        result = source.holds(Encoding.rectangle) ? source.rectValue : nil
        return result != nil
    }

    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CGRect { (source as? CGRect) ?? .zero }
}

extension CGAffineTransform: _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSValue { .boxing(self, as: Encoding.transform) }

    public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout CGAffineTransform?) {
        _ = _conditionallyBridgeFromObjectiveC(source, result: &result)
    }

    public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout CGAffineTransform?) -> Bool {
        result = source.unboxed(Encoding.transform, into: .identity)
        return result != nil
    }

    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CGAffineTransform {
        (source as? CGAffineTransform) ?? .identity
    }
}

// MARK: - Initialisers and properties with names

extension NSValue {
    /// A box of a point.
    public convenience init(cgPoint point: CGPoint) { self.init(point: point) }
    /// A box of a size.
    public convenience init(cgSize size: CGSize) { self.init(size: size) }
    /// A box of a rectangle.
    public convenience init(cgRect rect: CGRect) { self.init(rect: rect) }
    /// A box of a transform.
    public convenience init(cgAffineTransform transform: CGAffineTransform) {
        var transform = transform
        self.init(bytes: &transform, objCType: Encoding.transform)
    }

    /// The point in the box; zero if it holds another value.
    public var cgPointValue: CGPoint { (self as? CGPoint) ?? .zero }
    /// The size in the box; zero if it holds another value.
    public var cgSizeValue: CGSize { (self as? CGSize) ?? .zero }
    /// The rectangle in the box; zero if it holds another value.
    public var cgRectValue: CGRect { (self as? CGRect) ?? .zero }
    /// The transform in the box; the identity if it holds another value.
    public var cgAffineTransformValue: CGAffineTransform { (self as? CGAffineTransform) ?? .identity }
}
