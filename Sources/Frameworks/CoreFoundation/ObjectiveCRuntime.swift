import Foundation
import Locks

/// Runs code. An autorelease pool is not needed: on Linux, objects are released with their last reference.
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result { try body() }

/// Acquires an object's lock. Waits until no other thread has it. The same thread may acquire the lock several times. Returns 0, or -1 for
/// `nil`.
@discardableResult
public func objc_sync_enter(_ obj: Any) -> Int32 { ObjectLocks.enter(obj as AnyObject) }

/// Releases the object's lock. It must be called as often as ``objc_sync_enter(_:)``. Returns 0, or -1 if the object has no lock.
@discardableResult
public func objc_sync_exit(_ obj: Any) -> Int32 { ObjectLocks.exit(obj as AnyObject) }

/// The locks of all objects whose lock a thread has or waits for.
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

/// A pointer to which a function writes an error instead of throwing it.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?
