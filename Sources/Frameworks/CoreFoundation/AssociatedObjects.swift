import Foundation
import Locks

/// The reference of an object to an associated value.
public enum objc_AssociationPolicy: UInt, Sendable {
    /// A weak reference.
    case OBJC_ASSOCIATION_ASSIGN = 0
    /// A strong reference.
    case OBJC_ASSOCIATION_RETAIN_NONATOMIC = 1
    /// A strong reference to a copy of the value.
    case OBJC_ASSOCIATION_COPY_NONATOMIC = 3
    /// A strong reference.
    case OBJC_ASSOCIATION_RETAIN = 0o1401
    /// A strong reference to a copy of the value.
    case OBJC_ASSOCIATION_COPY = 0o1403
}

/// The value that is associated with an object under a key; `nil` if there is none.
public func objc_getAssociatedObject(_ object: Any, _ key: UnsafeRawPointer) -> Any? { Associations.value(object as AnyObject, key) }

/// Associates a value with an object under a key. `nil` removes the value. The values of a deallocated object are released when a value is
/// next associated with any object.
public func objc_setAssociatedObject(_ object: Any, _ key: UnsafeRawPointer, _ value: Any?, _ policy: objc_AssociationPolicy) {
    Associations.set(object as AnyObject, key, value, policy)
}

/// Removes all values that are associated with an object.
public func objc_removeAssociatedObjects(_ object: Any) { Associations.remove(object as AnyObject) }

private enum Associations {
    private enum Held {
        case strong(Any)
        case weak(WeakReference)

        var value: Any? {
            switch self {
            case .strong(let value): value
            case .weak(let reference): reference.object
            }
        }
    }

    private struct WeakReference {
        weak var object: AnyObject?
    }

    private struct Entry {
        let owner: WeakReference
        var values: [UnsafeRawPointer: Held] = [:]
    }

    private static let guarding = Lock()
    nonisolated(unsafe) private static var entries: [ObjectIdentifier: Entry] = [:]
    /// The number of entries at which the entries of deallocated objects are removed.
    nonisolated(unsafe) private static var limit = 64

    static func value(_ object: AnyObject, _ key: UnsafeRawPointer) -> Any? {
        guarding.lock()
        defer { guarding.unlock() }
        // A new object may have the address of a deallocated one.
        guard let entry = entries[ObjectIdentifier(object)], entry.owner.object === object else { return nil }
        return entry.values[key]?.value
    }

    static func set(_ object: AnyObject, _ key: UnsafeRawPointer, _ value: Any?, _ policy: objc_AssociationPolicy) {
        let held: Held? = value.map { value in
            switch policy {
            case .OBJC_ASSOCIATION_ASSIGN: .weak(WeakReference(object: value as AnyObject))
            case .OBJC_ASSOCIATION_COPY, .OBJC_ASSOCIATION_COPY_NONATOMIC: .strong((value as? NSObject & NSCopying)?.copy() ?? value)
            default: .strong(value)
            }
        }
        // Values are released outside the lock, because their deinitialisers may use associations.
        var gone: [Entry] = []
        guarding.lock()
        if entries.count >= limit {
            for (identifier, entry) in entries where entry.owner.object == nil {
                gone.append(entry)
                entries[identifier] = nil
            }
            limit = max(64, 2 * entries.count)
        }
        let found = entries[ObjectIdentifier(object)]
        if let found { gone.append(found) }
        var entry = found.flatMap { $0.owner.object === object ? $0 : nil } ?? Entry(owner: WeakReference(object: object))
        entry.values[key] = held
        entries[ObjectIdentifier(object)] = entry
        guarding.unlock()
        withExtendedLifetime(gone) {}
    }

    static func remove(_ object: AnyObject) {
        guarding.lock()
        let gone = entries.removeValue(forKey: ObjectIdentifier(object))
        guarding.unlock()
        withExtendedLifetime(gone) {}
    }
}
