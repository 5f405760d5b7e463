import Foundation

/// A type of files or data, such as the type of JPEG pictures.
///
/// The types that this module names are known, with their supertypes, file name extensions and MIME types. For any other extension there is
/// a dynamic type.
public struct UTType: Hashable, Sendable, Codable {
    /// The name that is the same everywhere, such as `public.jpeg`.
    public let identifier: String

    var entry: TypeEntry? { TypeTable.shared.entries[identifier] }

    init(known identifier: String) {
        self.identifier = identifier
    }

    /// The type with an identifier; `nil` if it is unknown.
    public init?(_ identifier: String) {
        let name = identifier.lowercased()
        guard let known = TypeTable.shared.names[name] else {
            guard DynamicType.tag(of: name) != nil else { return nil }
            self.identifier = name
            return
        }
        self.identifier = known
    }

    /// The type of files with an extension, without the dot: a known type, or a dynamic type for the extension. `nil` if the extension is
    /// empty.
    ///
    /// - Parameter supertype: the type to which the result must conform. Known types that do not conform to it are skipped.
    public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
        self.init(tag: filenameExtension, tagClass: .filenameExtension, conformingTo: supertype)
    }

    /// The type of data with a MIME type: a known type, or a dynamic type for the MIME type. `nil` if the MIME type is empty.
    ///
    /// - Parameter supertype: the type to which the result must conform. Known types that do not conform to it are skipped.
    public init?(mimeType: String, conformingTo supertype: UTType = .data) {
        self.init(tag: mimeType, tagClass: .mimeType, conformingTo: supertype)
    }

    /// The type of a tag: a known type, or a dynamic type for the tag. `nil` if the tag is empty.
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

    /// All types with a tag that conform to another type.
    public static func types(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) -> [UTType] {
        let known = TypeTable.shared.identifiers(of: tag.lowercased(), tagClass).map { UTType(known: $0) }
        return known.filter { type in supertype.map { type.conforms(to: $0) } ?? true }
    }
}

// MARK: - What is known of a type

extension UTType {
    /// The usual extension of the type's files, without the dot; `nil` if there is none.
    public var preferredFilenameExtension: String? {
        entry?.extensions.first ?? DynamicType.tag(of: identifier).flatMap { $0.tagClass == .filenameExtension ? $0.tag : nil }
    }

    /// The MIME type; `nil` if there is none.
    public var preferredMIMEType: String? {
        entry?.mimeTypes.first ?? DynamicType.tag(of: identifier).flatMap { $0.tagClass == .mimeType ? $0.tag : nil }
    }

    /// The type in English words; `nil` if it has none.
    public var localizedDescription: String? { entry?.words }

    /// Whether the module knows the type by its identifier.
    public var isDeclared: Bool { entry != nil }

    /// Whether the type is dynamic: it stands only for an extension or a MIME type.
    public var isDynamic: Bool { DynamicType.tag(of: identifier) != nil }

    /// Whether it is a public type, not one company's.
    public var isPublic: Bool { identifier.hasPrefix("public.") }

    /// The extensions and the MIME types.
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

    /// Whether the type is another type or a subtype of it.
    public func conforms(to type: UTType) -> Bool { self == type || supertypes.contains(type) }

    /// Whether the type is a subtype of another type.
    public func isSubtype(of type: UTType) -> Bool { self != type && supertypes.contains(type) }

    /// Whether another type is a subtype of this one.
    public func isSupertype(of type: UTType) -> Bool { type.isSubtype(of: self) }

    private var parents: [UTType] { entry.map { $0.parents.map { UTType(known: $0) } } ?? (isDynamic ? [.data] : []) }
}

extension UTType: CustomStringConvertible, CustomDebugStringConvertible {
    public var description: String { identifier }
    public var debugDescription: String { identifier }
}

/// A class of tags, which are the names of types outside of this system.
public struct UTTagClass: Hashable, RawRepresentable, Sendable, Codable {
    public let rawValue: String

    /// A class of tags, by its identifier.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Extensions of file names, without the dot.
    public static let filenameExtension = UTTagClass(rawValue: "public.filename-extension")
    /// MIME types.
    public static let mimeType = UTTagClass(rawValue: "public.mime-type")
}

/// The types that stand only for a tag.
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

// MARK: - Addresses

extension URL {
    /// The address with a type's usual extension, unless it has one of the type's extensions.
    public func appendingPathExtension(for contentType: UTType) -> URL {
        if contentType.tags[.filenameExtension]?.contains(pathExtension.lowercased()) == true { return self }
        return contentType.preferredFilenameExtension.map { appendingPathExtension($0) } ?? self
    }

    /// The address of a file in this folder with a type's usual extension, unless the name has one of the type's extensions.
    public func appendingPathComponent(_ partialName: String, conformingTo contentType: UTType) -> URL {
        appendingPathComponent(partialName).appendingPathExtension(for: contentType)
    }
}
