import Foundation
import ImageIO
import Locks
import UniformTypeIdentifiers

/// Data that one part of a program writes and another part reads, such as copied text. Each write is in one or more types of data.
///
/// The pasteboards are in the memory of the process. Other programs, such as the desktop's clipboard, neither see nor change them.
open class NSPasteboard: NSObject, @unchecked Sendable {
    /// A type of data, by its uniform type identifier.
    public struct PasteboardType: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(_ rawValue: String) { self.rawValue = rawValue }
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Plain text in UTF-8.
        public static let string = PasteboardType("public.utf8-plain-text")
        /// A URL.
        public static let URL = PasteboardType("public.url")
        /// The URL of a file.
        public static let fileURL = PasteboardType("public.file-url")
        /// A PNG file.
        public static let png = PasteboardType("public.png")
        /// A TIFF file.
        public static let tiff = PasteboardType("public.tiff")
        /// A PDF file.
        public static let pdf = PasteboardType("com.adobe.pdf")
        /// Text in HTML.
        public static let html = PasteboardType("public.html")
        /// Text in RTF.
        public static let rtf = PasteboardType("public.rtf")
        /// Text in RTF, with pictures.
        public static let rtfd = PasteboardType("com.apple.flat-rtfd")
        /// Cells of a table as text, with tabs between them.
        public static let tabularText = PasteboardType("public.utf8-tab-separated-values-text")
        /// Several selections of text.
        public static let multipleTextSelection = PasteboardType("com.apple.cocoa.pasteboard.multiple-text-selection")
        /// A colour.
        public static let color = PasteboardType("com.apple.cocoa.pasteboard.color")
        /// A font.
        public static let font = PasteboardType("com.apple.cocoa.pasteboard.character-formatting")
        /// The format of a paragraph.
        public static let ruler = PasteboardType("com.apple.cocoa.pasteboard.paragraph-formatting")
        /// A sound.
        public static let sound = PasteboardType("com.apple.cocoa.pasteboard.sound")
    }

    /// The name of a pasteboard.
    public struct Name: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(_ rawValue: String) { self.rawValue = rawValue }
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The pasteboard for cut, copied and pasted data.
        public static let general = Name("Apple CFPasteboard general")
        /// The pasteboard for data that is dragged.
        public static let drag = Name("Apple CFPasteboard drag")
        /// The pasteboard for text that is searched for.
        public static let find = Name("Apple CFPasteboard find")
        /// The pasteboard for a font.
        public static let font = Name("Apple CFPasteboard font")
        /// The pasteboard for the format of a paragraph.
        public static let ruler = Name("Apple CFPasteboard ruler")
    }

    /// A restriction of what is read.
    public struct ReadingOptionKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Whether only URLs of files are read, as a Boolean value.
        public static let urlReadingFileURLsOnly = ReadingOptionKey(rawValue: "NSPasteboardURLReadingFileURLsOnlyKey")
        /// The identifiers of types. Only URLs of files with one of the types are read.
        public static let urlReadingContentsConformToTypes = ReadingOptionKey(rawValue: "NSPasteboardURLReadingContentsConformToTypesKey")
    }

    /// How an object writes its data.
    public struct WritingOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// The data is made when it is read. Here, it is made when it is written.
        public static let promised = WritingOptions(rawValue: 1 << 9)
    }

    /// Where the data comes from. It has no effect.
    public struct ContentsOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// The data stays on this machine.
        public static let currentHostOnly = ContentsOptions(rawValue: 1 << 0)
    }

    private static let all = Locked<[Name: NSPasteboard]>([:])

    /// The pasteboard for cut, copied and pasted data.
    open class var general: NSPasteboard { shared(.general) }

    private static func shared(_ name: Name) -> NSPasteboard {
        all.withLock { boards in
            if let board = boards[name] { return board }
            let board = NSPasteboard(unshared: name)
            boards[name] = board
            return board
        }
    }

    /// The name of the pasteboard.
    public let name: Name
    private let contents = Locked<(items: [NSPasteboardItem], changes: Int)>(([], 0))
    /// The pasteboard of this name, if this object is not that pasteboard.
    private let other: NSPasteboard?

    private init(unshared name: Name) {
        self.name = name
        other = nil
    }

    /// The pasteboard of a name. All objects with the same name have the same data.
    public init(name: Name) {
        self.name = name
        other = NSPasteboard.shared(name)
    }

    /// A new pasteboard with a name of its own.
    open class func withUniqueName() -> NSPasteboard { NSPasteboard(unshared: Name(UUID().uuidString)) }

    private func withContents<Result>(_ body: (inout (items: [NSPasteboardItem], changes: Int)) throws -> Result) rethrows -> Result {
        try (other ?? self).contents.withLock(body)
    }

    /// How often the pasteboard was cleared.
    open var changeCount: Int { withContents { $0.changes } }

    // MARK: Writing

    /// Removes all data.
    ///
    /// - Returns: the new ``changeCount``.
    @discardableResult open func clearContents() -> Int {
        withContents { contents in
            contents.items = []
            contents.changes += 1
            return contents.changes
        }
    }

    /// Removes all data. The options have no effect.
    @discardableResult open func prepareForNewContents(with options: ContentsOptions = []) -> Int { clearContents() }

    /// Removes all data. The types need no declaration here, and no owner is asked for data later.
    @discardableResult open func declareTypes(_ newTypes: [PasteboardType], owner newOwner: Any?) -> Int { clearContents() }

    /// Does nothing: the types need no declaration here.
    ///
    /// - Returns: ``changeCount``.
    @discardableResult open func addTypes(_ newTypes: [PasteboardType], owner newOwner: Any?) -> Int { changeCount }

    /// Adds one item for each object: an ``NSPasteboardItem``, an ``NSImage``, an `NSString`, an `NSURL` or an object of the program's own.
    ///
    /// - Returns: `false` if an object cannot be written; then the objects before it are written.
    @discardableResult open func writeObjects(_ objects: [any NSPasteboardWriting]) -> Bool {
        for object in objects {
            let item = (object as? NSPasteboardItem) ?? NSPasteboardItem()
            if item !== object {
                for type in object.writableTypes(for: self) {
                    guard let value = object.pasteboardPropertyList(forType: type), item.setPropertyList(value, forType: type) else {
                        return false
                    }
                }
            }
            withContents { $0.items.append(item) }
        }
        return true
    }

    /// Adds a type of data to the first item.
    ///
    /// - Returns: `false` if there is no data.
    @discardableResult open func setData(_ data: Data?, forType dataType: PasteboardType) -> Bool {
        guard let data else { return false }
        return withContents { contents in
            if contents.items.isEmpty { contents.items.append(NSPasteboardItem()) }
            return contents.items[0].setData(data, forType: dataType)
        }
    }

    /// Adds a type of text to the first item.
    @discardableResult open func setString(_ string: String, forType dataType: PasteboardType) -> Bool {
        setData(Data(string.utf8), forType: dataType)
    }

    /// Adds a property list to the first item.
    ///
    /// - Returns: `false` if the object is not a property list.
    @discardableResult open func setPropertyList(_ plist: Any, forType dataType: PasteboardType) -> Bool {
        setData(NSPasteboardItem.data(of: plist), forType: dataType)
    }

    // MARK: Reading

    /// The items. The program may change an item only before it writes it.
    open var pasteboardItems: [NSPasteboardItem]? { withContents { $0.items } }

    /// The types of data of all items.
    open var types: [PasteboardType]? {
        var seen: Set<PasteboardType> = []
        return withContents { $0.items }.flatMap(\.types).filter { seen.insert($0).inserted }
    }

    /// The first of the given types that an item has; `nil` if there is none.
    open func availableType(from types: [PasteboardType]) -> PasteboardType? {
        let there = Set(self.types ?? [])
        return types.first(where: there.contains)
    }

    /// The data of a type in the first item that has it; `nil` if there is none.
    open func data(forType dataType: PasteboardType) -> Data? {
        withContents { $0.items }.lazy.compactMap { $0.data(forType: dataType) }.first
    }

    /// The text of a type in the first item that has it; `nil` if there is none.
    open func string(forType dataType: PasteboardType) -> String? { data(forType: dataType).map { String(decoding: $0, as: UTF8.self) } }

    /// The property list of a type in the first item that has it; `nil` if there is none.
    open func propertyList(forType dataType: PasteboardType) -> Any? {
        withContents { $0.items }.lazy.compactMap { $0.propertyList(forType: dataType) }.first
    }

    /// The objects of the items, at most one for each item. An item becomes an object of the first class that can read it. The classes are
    /// `NSString`, `NSURL`, ``NSImage``, ``NSPasteboardItem`` and classes of the program's own.
    open func readObjects(forClasses classArray: [AnyClass], options: [ReadingOptionKey: Any]? = nil) -> [Any]? {
        withContents { $0.items }.compactMap { item in
            classArray.lazy.compactMap { self.object($0, item, options ?? [:]) }.first
        }
    }

    /// Whether ``readObjects(forClasses:options:)`` finds an object.
    open func canReadObject(forClasses classArray: [AnyClass], options: [ReadingOptionKey: Any]? = nil) -> Bool {
        readObjects(forClasses: classArray, options: options)?.isEmpty == false
    }

    /// Whether an item has a type of data that is one of the given types or a kind of one of them.
    open func canReadItem(withDataConformingToTypes types: [String]) -> Bool {
        (self.types ?? []).contains { there in types.contains { conforms(there.rawValue, to: $0) } }
    }

    private func conforms(_ identifier: String, to other: String) -> Bool {
        guard identifier != other else { return true }
        guard let type = UTType(identifier), let other = UTType(other) else { return false }
        return type.conforms(to: other)
    }

    private func object(_ kind: AnyClass, _ item: NSPasteboardItem, _ options: [ReadingOptionKey: Any]) -> Any? {
        if kind == NSPasteboardItem.self { return item }
        if kind == NSString.self { return item.string(forType: .string).map { NSString(string: $0) } }
        if kind == NSURL.self {
            let text = item.string(forType: .fileURL) ?? item.string(forType: .URL)
            guard let text, let url = NSURL(string: text), isWanted(url as URL, options) else { return nil }
            return url
        }
        guard let kind = kind as? any NSPasteboardReading.Type else { return nil }
        for type in kind.readableTypes(for: self) where item.types.contains(type) {
            if let data = item.data(forType: type), let object = kind.init(pasteboardPropertyList: data, ofType: type) { return object }
        }
        return nil
    }

    private func isWanted(_ url: URL, _ options: [ReadingOptionKey: Any]) -> Bool {
        if options[.urlReadingFileURLsOnly] as? Bool == true, !url.isFileURL { return false }
        guard let types = options[.urlReadingContentsConformToTypes] as? [String] else { return true }
        guard url.isFileURL, let type = UTType(filenameExtension: url.pathExtension) else { return false }
        return types.contains { conforms(type.identifier, to: $0) }
    }
}

/// An object that can be written to a pasteboard.
public protocol NSPasteboardWriting: AnyObject {
    /// The types of data that the object can write, the best one first.
    func writableTypes(for pasteboard: NSPasteboard) -> [NSPasteboard.PasteboardType]
    /// How the object writes a type of data.
    func writingOptions(forType type: NSPasteboard.PasteboardType, pasteboard: NSPasteboard) -> NSPasteboard.WritingOptions
    /// The data of a type, as `Data` or as a property list.
    func pasteboardPropertyList(forType type: NSPasteboard.PasteboardType) -> Any?
}

extension NSPasteboardWriting {
    /// No options.
    public func writingOptions(forType type: NSPasteboard.PasteboardType, pasteboard: NSPasteboard) -> NSPasteboard.WritingOptions { [] }
}

/// An object that can be read from a pasteboard.
public protocol NSPasteboardReading: AnyObject {
    /// The types of data that the class can read, the best one first.
    static func readableTypes(for pasteboard: NSPasteboard) -> [NSPasteboard.PasteboardType]
    /// An object from the data of a type, which is a `Data`; `nil` if the data cannot be read.
    init?(pasteboardPropertyList propertyList: Any, ofType type: NSPasteboard.PasteboardType)
}

extension NSString: NSPasteboardWriting {
    public func writableTypes(for pasteboard: NSPasteboard) -> [NSPasteboard.PasteboardType] { [.string] }
    public func pasteboardPropertyList(forType type: NSPasteboard.PasteboardType) -> Any? { type == .string ? self as String : nil }
}

extension NSURL: NSPasteboardWriting {
    public func writableTypes(for pasteboard: NSPasteboard) -> [NSPasteboard.PasteboardType] { isFileURL ? [.fileURL, .URL] : [.URL] }
    public func pasteboardPropertyList(forType type: NSPasteboard.PasteboardType) -> Any? {
        [.fileURL, .URL].contains(type) ? absoluteString : nil
    }
}

/// One thing on a pasteboard, in one or more types of data.
open class NSPasteboardItem: NSObject, NSPasteboardWriting, @unchecked Sendable {
    private let values = Locked<(types: [NSPasteboard.PasteboardType], data: [NSPasteboard.PasteboardType: Data])>(([], [:]))

    /// An item without data.
    public override init() { super.init() }

    /// The types of data, in the order in which they were set.
    open var types: [NSPasteboard.PasteboardType] { values.withLock { $0.types } }

    /// The first of the given types that the item has; `nil` if there is none.
    open func availableType(from types: [NSPasteboard.PasteboardType]) -> NSPasteboard.PasteboardType? {
        types.first(where: Set(self.types).contains)
    }

    /// Sets the data of a type.
    @discardableResult open func setData(_ data: Data, forType type: NSPasteboard.PasteboardType) -> Bool {
        values.withLock { values in
            if values.data.updateValue(data, forKey: type) == nil { values.types.append(type) }
        }
        return true
    }

    /// Sets the text of a type.
    @discardableResult open func setString(_ string: String, forType type: NSPasteboard.PasteboardType) -> Bool {
        setData(Data(string.utf8), forType: type)
    }

    /// Sets the property list of a type. Text and data are stored as they are.
    ///
    /// - Returns: `false` if the object is not a property list.
    @discardableResult open func setPropertyList(_ propertyList: Any, forType type: NSPasteboard.PasteboardType) -> Bool {
        NSPasteboardItem.data(of: propertyList).map { setData($0, forType: type) } ?? false
    }

    /// The data of a type; `nil` if there is none.
    open func data(forType type: NSPasteboard.PasteboardType) -> Data? { values.withLock { $0.data[type] } }

    /// The text of a type; `nil` if there is none.
    open func string(forType type: NSPasteboard.PasteboardType) -> String? {
        data(forType: type).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The property list of a type; `nil` if there is none. If the type is a kind of text or a URL, it is the text.
    open func propertyList(forType type: NSPasteboard.PasteboardType) -> Any? {
        guard let data = data(forType: type) else { return nil }
        if let kind = UTType(type.rawValue), kind.conforms(to: .text) || kind.conforms(to: .url) {
            return String(decoding: data, as: UTF8.self)
        }
        return try? PropertyListSerialization.propertyList(from: data, format: nil)
    }

    /// The bytes of text, data or a property list; `nil` if the value is not one of them.
    static func data(of value: Any) -> Data? {
        if let data = value as? Data { return data }
        if let text = value as? String { return Data(text.utf8) }
        guard PropertyListSerialization.propertyList(value, isValidFor: .binary) else { return nil }
        return try? PropertyListSerialization.data(fromPropertyList: value, format: .binary, options: 0)
    }

    public func writableTypes(for pasteboard: NSPasteboard) -> [NSPasteboard.PasteboardType] { types }
    public func pasteboardPropertyList(forType type: NSPasteboard.PasteboardType) -> Any? { data(forType: type) }
}

extension NSImage: NSPasteboardWriting, NSPasteboardReading {
    /// TIFF, PNG, the other formats that ``NSImage`` reads, and the URL of a file.
    public static func readableTypes(for pasteboard: NSPasteboard) -> [NSPasteboard.PasteboardType] {
        let others = (CGImageSourceCopyTypeIdentifiers() as? [String] ?? []).map { NSPasteboard.PasteboardType($0) }
        return [.tiff, .png] + others.filter { $0 != .tiff && $0 != .png } + [.fileURL]
    }

    /// The first picture on a pasteboard; `nil` if there is none.
    public convenience init?(pasteboard: NSPasteboard) {
        for item in pasteboard.pasteboardItems ?? [] {
            for type in NSImage.readableTypes(for: pasteboard) {
                guard let data = item.data(forType: type), let reps = NSImage.reps(data, type) else { continue }
                self.init(size: .zero)
                addRepresentations(reps)
                return
            }
        }
        return nil
    }

    /// The representations in a file's bytes, or in the file that the bytes of a URL name; `nil` if there are none.
    static func reps(_ data: Data, _ type: NSPasteboard.PasteboardType) -> [NSImageRep]? {
        var source: CGImageSource?
        if type != .fileURL {
            source = CGImageSourceCreateWithData(data as CFData, nil)
        } else if let url = URL(string: String(decoding: data, as: UTF8.self)), url.isFileURL {
            source = CGImageSourceCreateWithURL(url, nil)
        }
        let reps = source.map { NSBitmapImageRep.reps($0, upright: true) } ?? []
        return reps.isEmpty ? nil : reps
    }

    public func writableTypes(for pasteboard: NSPasteboard) -> [NSPasteboard.PasteboardType] { [.tiff] }
    public func pasteboardPropertyList(forType type: NSPasteboard.PasteboardType) -> Any? { type == .tiff ? tiffRepresentation : nil }
}
