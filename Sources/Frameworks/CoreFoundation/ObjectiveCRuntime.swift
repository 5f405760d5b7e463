import Foundation
import Locks

/// Runs code. Objects are freed with their last reference here, so that there is no pool to drain.
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result { try body() }

/// Waits until no other thread has this object's lock, and takes it. A thread may take it several times. 0, or -1 for `nil`.
@discardableResult
public func objc_sync_enter(_ obj: Any) -> Int32 { ObjectLocks.enter(obj as AnyObject) }

/// Gives up this object's lock as often as ``objc_sync_enter(_:)`` took it. 0, or -1 if the object has no lock.
@discardableResult
public func objc_sync_exit(_ obj: Any) -> Int32 { ObjectLocks.exit(obj as AnyObject) }

/// The locks of the objects that some thread has entered.
private enum ObjectLocks {
    private final class Entry {
        let lock = NSRecursiveLock()
        /// The number of calls that have the lock or wait for it.
        var count = 0
    }

    private static let guarding = Lock()
    nonisolated(unsafe) private static var entries: [ObjectIdentifier: Entry] = [:]

    static func enter(_ object: AnyObject) -> Int32 {
        guarding.lock()
        let entry = entries[ObjectIdentifier(object)] ?? Entry()
        entries[ObjectIdentifier(object)] = entry
        entry.count += 1
        guarding.unlock()
        entry.lock.lock()
        return 0
    }

    static func exit(_ object: AnyObject) -> Int32 {
        guarding.lock()
        defer { guarding.unlock() }
        guard let entry = entries[ObjectIdentifier(object)] else { return -1 }
        entry.count -= 1
        if entry.count == 0 { entries[ObjectIdentifier(object)] = nil }
        entry.lock.unlock()
        return 0
    }
}

/// Where a function puts an error that it does not throw.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?
