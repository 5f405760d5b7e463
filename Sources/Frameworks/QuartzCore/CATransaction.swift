import CoreGraphics
import Foundation

/// The seconds of a clock that never goes back.
public func CACurrentMediaTime() -> CFTimeInterval {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// The key of ``CATransaction/animationDuration()``.
public let kCATransactionAnimationDuration = "animationDuration"
/// The key of ``CATransaction/disableActions()``.
public let kCATransactionDisableActions = "disableActions"
/// The key of ``CATransaction/completionBlock()``.
public let kCATransactionCompletionBlock = "completionBlock"

/// Changes of layers that belong together. Layers change immediately, as there is no screen for animations.
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

    /// Begins a transaction of this thread, inside the current one.
    public class func begin() {
        var values = current
        values.completion = nil
        stack.list.append(values)
    }

    /// Ends the latest transaction, and calls its completion block.
    public class func commit() { stack.list.popLast()?.completion?() }

    /// Does nothing: layers have already changed.
    public class func flush() {}

    /// Whether changes are not animated. Nothing is animated here. Setting it outside of a transaction has no effect.
    public class func disableActions() -> Bool { current.isSilent }
    /// Sets whether changes are not animated. Nothing is animated here. Setting it outside of a transaction has no effect.
    public class func setDisableActions(_ flag: Bool) { current.isSilent = flag }

    /// The duration of animations, in seconds. Nothing is animated here.
    public class func animationDuration() -> CFTimeInterval { current.duration }
    /// Sets the duration of animations, in seconds. Nothing is animated here. Setting it outside of a transaction has no effect.
    public class func setAnimationDuration(_ dur: CFTimeInterval) { current.duration = dur }

    /// The block that is called when the transaction ends.
    public class func completionBlock() -> (() -> Void)? { current.completion }
    /// Sets the block that is called when the transaction ends. Outside of a transaction it is called immediately.
    public class func setCompletionBlock(_ block: (() -> Void)?) {
        if stack.list.isEmpty { block?() } else { current.completion = block }
    }

    /// A value by its key; `nil` for keys other than the three that are declared here.
    public class func value(forKey key: String) -> Any? {
        switch key {
        case kCATransactionAnimationDuration: animationDuration()
        case kCATransactionDisableActions: disableActions()
        case kCATransactionCompletionBlock: completionBlock()
        default: nil
        }
    }

    /// Sets a value by its key. Other keys, and values of a wrong type, have no effect.
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
