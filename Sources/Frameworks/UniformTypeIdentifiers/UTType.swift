import Foundation

/// A type of files or data, such as the type of JPEG pictures.
///
/// The types that this module declares are known, with their supertypes, file name extensions and MIME types. For any other extension or
/// MIME type there is a dynamic type.
public struct UTType: Hashable, Sendable, Codable {
    /// The identifier, which is the same in all programs, such as `public.jpeg`.
    public let identifier: String

    var entry: TypeEntry? { TypeTable.shared.entries[identifier] }

    init(known identifier: String) {
        self.identifier = identifier
    }

    /// The type with an identifier; `nil` if the identifier is unknown.
    public init?(_ identifier: String) {
        let name = identifier.lowercased()
        guard let known = TypeTable.shared.names[name] else {
            guard DynamicType.tag(of: name) != nil else { return nil }
            self.identifier = name
            return
        }
        self.identifier = known
    }

    /// The type of files with an extension, without the dot. It is a known type, or a dynamic type for the extension. `nil` if the
    /// extension is empty.
    ///
    /// - Parameter supertype: the type to which the result must conform. Known types that do not conform to it are skipped.
    public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
        self.init(tag: filenameExtension, tagClass: .filenameExtension, conformingTo: supertype)
    }

    /// The type of data with a MIME type. It is a known type, or a dynamic type for the MIME type. `nil` if the MIME type is empty.
    ///
    /// - Parameter supertype: the type to which the result must conform. Known types that do not conform to it are skipped.
    public init?(mimeType: String, conformingTo supertype: UTType = .data) {
        self.init(tag: mimeType, tagClass: .mimeType, conformingTo: supertype)
    }

    /// The type with a tag. It is a known type, or a dynamic type for the tag. `nil` if the tag is empty.
    ///
    /// - Parameter supertype: the type to which the result must conform. Known types that do not conform to it are skipped.
    public init?(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) {
        let tag = tag.lowercased()
        let known = TypeTable.shared.identifiers(of: tag, tagClass).map { UTType(known: $0) }
        if let first = known.first(where: { type in supertype.map { type.conforms(to: $0) } ?? true }) {
            self = first
            return
        }
        guard !tag.isEmpty else { return nil }
        identifier = DynamicType.identifier(of: tag, tagClass)
    }

    /// The type with an identifier that a program declares for its own files.
    public init(exportedAs identifier: String, conformingTo parentType: UTType? = nil) {
        self.identifier = identifier.lowercased()
    }

    /// The type with an identifier that another program declares.
    public init(importedAs identifier: String, conformingTo parentType: UTType? = nil) {
        self.identifier = identifier.lowercased()
    }

    /// All known types that have a tag and conform to another type.
    public static func types(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) -> [UTType] {
        let known = TypeTable.shared.identifiers(of: tag.lowercased(), tagClass).map { UTType(known: $0) }
        return known.filter { type in supertype.map { type.conforms(to: $0) } ?? true }
    }
}

// MARK: - Properties of a type

extension UTType {
    /// The usual extension of the type's files, without the dot; `nil` if there is none.
    public var preferredFilenameExtension: String? {
        entry?.extensions.first ?? DynamicType.tag(of: identifier).flatMap { $0.tagClass == .filenameExtension ? $0.tag : nil }
    }

    /// The MIME type; `nil` if there is none.
    public var preferredMIMEType: String? {
        entry?.mimeTypes.first ?? DynamicType.tag(of: identifier).flatMap { $0.tagClass == .mimeType ? $0.tag : nil }
    }

    /// A description of the type in English; `nil` if there is none.
    public var localizedDescription: String? { entry?.words }

    /// Whether the module knows the type by its identifier.
    public var isDeclared: Bool { entry != nil }

    /// Whether the type is dynamic. A dynamic type represents only an extension or a MIME type.
    public var isDynamic: Bool { DynamicType.tag(of: identifier) != nil }

    /// Whether the type is public. Other types belong to a company.
    public var isPublic: Bool { identifier.hasPrefix("public.") }

    /// The file name extensions and the MIME types of the type.
    public var tags: [UTTagClass: [String]] {
        if let (tag, tagClass) = DynamicType.tag(of: identifier) { return [tagClass: [tag]] }
        return [UTTagClass.filenameExtension: entry?.extensions ?? [], .mimeType: entry?.mimeTypes ?? []].filter { !$0.value.isEmpty }
    }

    /// All supertypes of the type.
    public var supertypes: Set<UTType> {
        var found: Set<UTType> = []
        var open = parents
        while let next = open.popLast() {
            if found.insert(next).inserted { open += next.parents }
        }
        return found
    }

    /// Whether this type is equal to another type or is a subtype of it.
    public func conforms(to type: UTType) -> Bool { self == type || supertypes.contains(type) }

    /// Whether this type is a subtype of another type.
    public func isSubtype(of type: UTType) -> Bool { self != type && supertypes.contains(type) }

    /// Whether another type is a subtype of this one.
    public func isSupertype(of type: UTType) -> Bool { type.isSubtype(of: self) }

    private var parents: [UTType] { entry.map { $0.parents.map { UTType(known: $0) } } ?? (isDynamic ? [.data] : []) }
}

extension UTType: CustomStringConvertible, CustomDebugStringConvertible {
    public var description: String { identifier }
    public var debugDescription: String { identifier }
}

/// A class of tags. A tag is a name for a type outside the system of identifiers, such as a file name extension.
public struct UTTagClass: Hashable, RawRepresentable, Sendable, Codable {
    public let rawValue: String

    /// The class of tags with an identifier.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The class of file name extensions, without the dot.
    public static let filenameExtension = UTTagClass(rawValue: "public.filename-extension")
    /// The class of MIME types.
    public static let mimeType = UTTagClass(rawValue: "public.mime-type")
}

/// Identifiers of dynamic types, which represent only a tag.
enum DynamicType {
    private static let prefixes: [(UTTagClass, String)] = [(.filenameExtension, "dyn.extension."), (.mimeType, "dyn.mime.")]

    static func identifier(of tag: String, _ tagClass: UTTagClass) -> String {
        (prefixes.first { $0.0 == tagClass }?.1 ?? "dyn.tag.") + tag
    }

    static func tag(of identifier: String) -> (tag: String, tagClass: UTTagClass)? {
        for (tagClass, prefix) in prefixes where identifier.hasPrefix(prefix) && identifier.count > prefix.count {
            return (String(identifier.dropFirst(prefix.count)), tagClass)
        }
        return nil
    }
}

// MARK: - URLs

extension URL {
    /// The URL with the usual extension of a type appended. If the URL already has one of the type's extensions, it is unchanged.
    public func appendingPathExtension(for contentType: UTType) -> URL {
        if contentType.tags[.filenameExtension]?.contains(pathExtension.lowercased()) == true { return self }
        return contentType.preferredFilenameExtension.map { appendingPathExtension($0) } ?? self
    }

    /// The URL of a file in this folder, with the usual extension of a type. If the name already has one of the type's extensions, no
    /// extension is appended.
    public func appendingPathComponent(_ partialName: String, conformingTo contentType: UTType) -> URL {
        appendingPathComponent(partialName).appendingPathExtension(for: contentType)
    }
}
