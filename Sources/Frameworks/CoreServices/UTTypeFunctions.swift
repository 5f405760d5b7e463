import CoreFoundation
import UniformTypeIdentifiers

/// The class of tags that are file name extensions, without the dot.
public let kUTTagClassFilenameExtension: CFString = UTTagClass.filenameExtension.rawValue
/// The class of tags that are MIME types.
public let kUTTagClassMIMEType: CFString = UTTagClass.mimeType.rawValue

/// The usual tag of a type, such as its file name extension; `nil` if there is none.
///
/// - Parameter inTagClass: ``kUTTagClassFilenameExtension`` or ``kUTTagClassMIMEType``.
public func UTTypeCopyPreferredTagWithClass(_ inUTI: CFString, _ inTagClass: CFString) -> CFUnmanaged<CFString>? {
    guard let type = UTType(inUTI) else { return nil }
    switch UTTagClass(rawValue: inTagClass) {
    case .filenameExtension: return type.preferredFilenameExtension.map { CFUnmanaged($0) }
    case .mimeType: return type.preferredMIMEType.map { CFUnmanaged($0) }
    default: return nil
    }
}

/// The identifier of the type with a tag, such as a file name extension. If no type has the tag, it is a dynamic type; `nil` if the tag is
/// empty.
///
/// - Parameter inConformingToUTI: the identifier of a type to which the result must conform.
public func UTTypeCreatePreferredIdentifierForTag(
    _ inTagClass: CFString, _ inTag: CFString, _ inConformingToUTI: CFString?
) -> CFUnmanaged<CFString>? {
    let type = UTType(tag: inTag, tagClass: UTTagClass(rawValue: inTagClass), conformingTo: inConformingToUTI.flatMap { UTType($0) })
    return type.map { CFUnmanaged($0.identifier) }
}

/// Whether a type is equal to another type or is a subtype of it.
public func UTTypeConformsTo(_ inUTI: CFString, _ inConformsToUTI: CFString) -> Bool {
    if UTTypeEqual(inUTI, inConformsToUTI) { return true }
    guard let type = UTType(inUTI), let other = UTType(inConformsToUTI) else { return false }
    return type.conforms(to: other)
}

/// Whether two identifiers name the same type. Capital letters do not matter.
public func UTTypeEqual(_ inUTI1: CFString, _ inUTI2: CFString) -> Bool { inUTI1.lowercased() == inUTI2.lowercased() }

/// A description of a type in English; `nil` if there is none.
public func UTTypeCopyDescription(_ inUTI: CFString) -> CFUnmanaged<CFString>? {
    UTType(inUTI)?.localizedDescription.map { CFUnmanaged($0) }
}
