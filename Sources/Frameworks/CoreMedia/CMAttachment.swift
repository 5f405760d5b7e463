import CoreVideo

/// An object that can have attachments: a ``CMSampleBuffer``, a ``CMBlockBuffer`` or a `CVBuffer`.
public typealias CMAttachmentBearer = CFTypeRef
/// The mode of an attachment: ``kCMAttachmentMode_ShouldPropagate`` or ``kCMAttachmentMode_ShouldNotPropagate``.
public typealias CMAttachmentMode = UInt32

/// The attachment is not copied to other objects.
public var kCMAttachmentMode_ShouldNotPropagate: CMAttachmentMode { 0 }
/// The attachment is copied to objects that are made from this one.
public var kCMAttachmentMode_ShouldPropagate: CMAttachmentMode { 1 }

/// An object that can have attachments.
public protocol CMAttachmentBearerProtocol: AnyObject {
    /// The attachments of the object, by key.
    var attachments: CMAttachmentBearerAttachments { get set }
}

extension CMAttachmentBearerProtocol {
    /// Copies the propagating attachments of this object to another object.
    public func propagateAttachments<T: CMAttachmentBearerProtocol>(to destination: T) {
        destination.attachments.merge(attachments.propagated, mode: .shouldPropagate)
    }
}

/// The attachments of an object, by key.
public struct CMAttachmentBearerAttachments {
    /// The mode of an attachment: whether the attachment is copied to objects made from its owner.
    public enum Mode: CMAttachmentMode, Sendable {
        /// The attachment is not copied to other objects.
        case shouldNotPropagate = 0
        /// The attachment is copied to objects that are made from the object that has it.
        case shouldPropagate = 1
    }

    /// An attached value with its mode.
    public enum Value {
        /// A value that is not copied to other objects.
        case shouldNotPropagate(Any)
        /// A value that is copied to objects made from its owner.
        case shouldPropagate(Any)

        /// The attached value.
        public var value: Any {
            switch self {
            case .shouldNotPropagate(let value), .shouldPropagate(let value): value
            }
        }

        /// Whether the value is propagated.
        public var mode: Mode {
            switch self {
            case .shouldNotPropagate: .shouldNotPropagate
            case .shouldPropagate: .shouldPropagate
            }
        }

        init(_ value: Any, _ mode: Mode) { self = mode == .shouldPropagate ? .shouldPropagate(value) : .shouldNotPropagate(value) }
    }

    private(set) var values: [String: Value]

    init(_ values: [String: Value] = [:]) { self.values = values }

    /// The attachment under a name; `nil` if there is none. Setting `nil` removes the attachment.
    public subscript(key: String) -> Value? {
        get { values[key] }
        set { values[key] = newValue }
    }

    /// The attachment under a key; `nil` if there is none. Setting `nil` removes the attachment.
    public subscript(key: CMSampleBuffer.AttachmentKey) -> Value? {
        get { values[key.rawValue] }
        set { values[key.rawValue] = newValue }
    }

    /// Removes all attachments, in both modes.
    public mutating func removeAll() { values = [:] }
    /// The values that are not copied to other objects, by key.
    public var nonPropagated: [String: Any] { values.filter { $0.value.mode == .shouldNotPropagate }.mapValues(\.value) }
    /// The values that are copied to objects that are made from this object, by key.
    public var propagated: [String: Any] { values.filter { $0.value.mode == .shouldPropagate }.mapValues(\.value) }
    /// Attaches values in one mode. Existing values under the same keys are replaced.
    public mutating func merge(_ attachments: [String: Any], mode: Mode) {
        for (key, value) in attachments { values[key] = Value(value, mode) }
    }
}

extension CVBuffer: CMAttachmentBearerProtocol {
    public var attachments: CMAttachmentBearerAttachments {
        get {
            CMAttachmentBearerAttachments(
                allAttachments.mapValues { .init($0.value, $0.mode == .shouldPropagate ? .shouldPropagate : .shouldNotPropagate) })
        }
        set {
            CVBufferRemoveAllAttachments(self)
            CVBufferSetAttachments(self, newValue.propagated, .shouldPropagate)
            CVBufferSetAttachments(self, newValue.nonPropagated, .shouldNotPropagate)
        }
    }
}

/// Attaches a value under a key. `nil` removes the attachment. Does nothing if the object cannot have attachments.
public func CMSetAttachment(_ target: CMAttachmentBearer, key: CFString, value: Any?, attachmentMode: CMAttachmentMode) {
    guard let bearer = target as? any CMAttachmentBearerProtocol else { return }
    let mode: CMAttachmentBearerAttachments.Mode =
        attachmentMode == kCMAttachmentMode_ShouldPropagate ? .shouldPropagate : .shouldNotPropagate
    bearer.attachments[key] = value.map { .init($0, mode) }
}

/// The value that is attached under a key, and its mode.
public func CMGetAttachment(
    _ target: CMAttachmentBearer, key: CFString, attachmentModeOut: UnsafeMutablePointer<CMAttachmentMode>?
) -> CFTypeRef? {
    let value = (target as? any CMAttachmentBearerProtocol)?.attachments[key]
    if let value { attachmentModeOut?.pointee = value.mode.rawValue }
    return value.map { $0.value as CFTypeRef }
}

/// Removes the attachment under a key. Does nothing if the object cannot have attachments.
public func CMRemoveAttachment(_ target: CMAttachmentBearer, key: CFString) {
    (target as? any CMAttachmentBearerProtocol)?.attachments[key] = nil
}

/// Removes all attachments, in both modes. Does nothing if the object cannot have attachments.
public func CMRemoveAllAttachments(_ target: CMAttachmentBearer) { (target as? any CMAttachmentBearerProtocol)?.attachments.removeAll() }

/// The attachments of one mode; `nil` if there are none.
public func CMCopyDictionaryOfAttachments(
    allocator: CFAllocator?, target: CMAttachmentBearer, attachmentMode: CMAttachmentMode
) -> CFDictionary? {
    guard let attachments = (target as? any CMAttachmentBearerProtocol)?.attachments else { return nil }
    let values = attachmentMode == kCMAttachmentMode_ShouldPropagate ? attachments.propagated : attachments.nonPropagated
    return values.isEmpty ? nil : values
}

/// Attaches values in one mode, each under its key. Other attachments do not change.
public func CMSetAttachments(_ target: CMAttachmentBearer, attachments theAttachments: CFDictionary, attachmentMode: CMAttachmentMode) {
    for (key, value) in theAttachments { CMSetAttachment(target, key: key, value: value, attachmentMode: attachmentMode) }
}

/// Copies the propagating attachments to another object.
public func CMPropagateAttachments(_ source: CMAttachmentBearer, destination: CMAttachmentBearer) {
    let propagated = (source as? any CMAttachmentBearerProtocol)?.attachments.propagated ?? [:]
    CMSetAttachments(destination, attachments: propagated, attachmentMode: kCMAttachmentMode_ShouldPropagate)
}
