import CoreGraphics
import Foundation

/// The current time of a monotonic clock, in seconds.
public func CACurrentMediaTime() -> CFTimeInterval {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// The key of ``CATransaction/animationDuration()`` for ``CATransaction/value(forKey:)``.
public let kCATransactionAnimationDuration = "animationDuration"
/// The key of ``CATransaction/disableActions()`` for ``CATransaction/value(forKey:)``.
public let kCATransactionDisableActions = "disableActions"
/// The key of ``CATransaction/completionBlock()`` for ``CATransaction/value(forKey:)``.
public let kCATransactionCompletionBlock = "completionBlock"

/// A group of changes of layers. The changes take effect immediately, because Osprey has no animations.
open class CATransaction: NSObject {
    private struct Values {
        var isSilent = false
        var duration: CFTimeInterval = 0.25
        var completion: (() -> Void)?
    }

    private final class Stack {
        var list: [Values] = []
    }

    private static let key = "osprey.transactions"

    private static var stack: Stack {
        let values = Thread.current.threadDictionary
        if let there = values[key] as? Stack { return there }
        let new = Stack()
        values[key] = new
        return new
    }

    private static var current: Values {
        get { stack.list.last ?? Values() }
        set {
            let stack = stack
            if !stack.list.isEmpty { stack.list[stack.list.count - 1] = newValue }
        }
    }

    /// Begins a transaction on the current thread, nested in the thread's current transaction.
    public class func begin() {
        var values = current
        values.completion = nil
        stack.list.append(values)
    }

    /// Ends the current transaction of the thread, and calls its completion block.
    public class func commit() { stack.list.popLast()?.completion?() }

    /// Does nothing, because changes of layers take effect immediately.
    public class func flush() {}

    /// Whether animations of changes are disabled. Osprey has no animations.
    public class func disableActions() -> Bool { current.isSilent }
    /// Sets whether animations of changes are disabled. Osprey has no animations. Outside of a transaction, the call has no effect.
    public class func setDisableActions(_ flag: Bool) { current.isSilent = flag }

    /// The duration of animations, in seconds. Osprey has no animations.
    public class func animationDuration() -> CFTimeInterval { current.duration }
    /// Sets the duration of animations, in seconds. Osprey has no animations. Outside of a transaction, the call has no effect.
    public class func setAnimationDuration(_ dur: CFTimeInterval) { current.duration = dur }

    /// The block that is called when the transaction ends.
    public class func completionBlock() -> (() -> Void)? { current.completion }
    /// Sets the block that is called when the transaction ends. Outside of a transaction, the block is called immediately.
    public class func setCompletionBlock(_ block: (() -> Void)?) {
        if stack.list.isEmpty { block?() } else { current.completion = block }
    }

    /// A value of the current transaction by its key, which is one of the constants `kCATransaction…`. `nil` for other keys.
    public class func value(forKey key: String) -> Any? {
        switch key {
        case kCATransactionAnimationDuration: animationDuration()
        case kCATransactionDisableActions: disableActions()
        case kCATransactionCompletionBlock: completionBlock()
        default: nil
        }
    }

    /// Sets a value of the current transaction by its key, which is one of the constants `kCATransaction…`. Other keys and values of a wrong type are
    /// ignored.
    public class func setValue(_ anObject: Any?, forKey key: String) {
        switch key {
        case kCATransactionAnimationDuration:
            if let seconds = (anObject as? NSNumber)?.doubleValue ?? (anObject as? Double) { setAnimationDuration(seconds) }
        case kCATransactionDisableActions:
            if let flag = (anObject as? Bool) ?? (anObject as? NSNumber)?.boolValue { setDisableActions(flag) }
        case kCATransactionCompletionBlock:
            if anObject == nil { setCompletionBlock(nil) } else if let block = anObject as? () -> Void { setCompletionBlock(block) }
        default: break
        }
    }
}
