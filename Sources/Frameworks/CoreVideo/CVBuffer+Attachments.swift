import CoreGraphics

/// Whether an attachment is copied to buffers made from its owner.
public enum CVAttachmentMode: UInt32, Sendable {
    /// The attachment is not copied to other buffers.
    case shouldNotPropagate = 0
    /// The attachment is copied to buffers that are made from this one.
    case shouldPropagate = 1
}

/// Attaches a value under a key. It replaces any earlier value.
public func CVBufferSetAttachment(_ buffer: CVBuffer, _ key: CFString, _ value: Any, _ attachmentMode: CVAttachmentMode) {
    let attachment = CVBuffer.Attachment(value: value, mode: attachmentMode)
    buffer.withState { $0.attachments[key] = attachment }
}

/// The value that is attached under a key, and its mode.
public func CVBufferCopyAttachment(
    _ buffer: CVBuffer, _ key: CFString, _ attachmentMode: UnsafeMutablePointer<CVAttachmentMode>?
) -> CFTypeRef? {
    let found = buffer.attachment(key)
    if let found { attachmentMode?.pointee = found.mode }
    return found.map { $0.value as CFTypeRef }
}

/// The value that is attached under a key, and its mode.
public func CVBufferGetAttachment(
    _ buffer: CVBuffer, _ key: CFString, _ attachmentMode: UnsafeMutablePointer<CVAttachmentMode>?
) -> CFUnmanaged<CFTypeRef>? {
    CVBufferCopyAttachment(buffer, key, attachmentMode).map { CFUnmanaged($0) }
}

/// Whether a value is attached under a key.
public func CVBufferHasAttachment(_ buffer: CVBuffer, _ key: CFString) -> Bool { buffer.attachment(key) != nil }

/// Removes the attachment for a key, if there is one.
public func CVBufferRemoveAttachment(_ buffer: CVBuffer, _ key: CFString) {
    buffer.withState { $0.attachments[key] = nil }
}

/// Removes all attachments, in both modes.
public func CVBufferRemoveAllAttachments(_ buffer: CVBuffer) {
    buffer.withState { $0.attachments = [:] }
}

/// The attachments of one mode; `nil` if there are none.
public func CVBufferCopyAttachments(_ buffer: CVBuffer, _ attachmentMode: CVAttachmentMode) -> CFDictionary? {
    let values = buffer.allAttachments.filter { $0.value.mode == attachmentMode }.mapValues(\.value)
    return values.isEmpty ? nil : values
}

/// The attachments of one mode; `nil` if there are none.
public func CVBufferGetAttachments(_ buffer: CVBuffer, _ attachmentMode: CVAttachmentMode) -> CFDictionary? {
    CVBufferCopyAttachments(buffer, attachmentMode)
}

/// Attaches all values of a dictionary.
public func CVBufferSetAttachments(_ buffer: CVBuffer, _ theAttachments: CFDictionary, _ attachmentMode: CVAttachmentMode) {
    for (key, value) in theAttachments { CVBufferSetAttachment(buffer, key, value, attachmentMode) }
}

/// Copies the propagating attachments to another buffer.
public func CVBufferPropagateAttachments(_ sourceBuffer: CVBuffer, _ destinationBuffer: CVBuffer) {
    for (key, attachment) in sourceBuffer.allAttachments where attachment.mode == .shouldPropagate {
        CVBufferSetAttachment(destinationBuffer, key, attachment.value, .shouldPropagate)
    }
}

extension CVBuffer {
    func attachment(_ key: String) -> Attachment? { withState { $0.attachments[key] } }

    /// A copy of all attachments. The values are the callers' objects, not copies. As in Core Video, attached values must not be modified.
    package var allAttachments: [String: Attachment] { withState { $0.attachments } }
}
