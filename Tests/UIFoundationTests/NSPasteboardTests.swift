import AppKit
import Foundation
import TestSupport
import Testing

/// A class of a program that writes and reads a type of its own.
private final class Mark: NSObject, NSPasteboardWriting, NSPasteboardReading {
    static let type = NSPasteboard.PasteboardType("org.example.mark")
    let number: Int

    init(_ number: Int) { self.number = number }

    func writableTypes(for pasteboard: NSPasteboard) -> [NSPasteboard.PasteboardType] { [Mark.type] }
    func pasteboardPropertyList(forType type: NSPasteboard.PasteboardType) -> Any? { ["number": number] }
    static func readableTypes(for pasteboard: NSPasteboard) -> [NSPasteboard.PasteboardType] { [.pdf, Mark.type] }

    init?(pasteboardPropertyList propertyList: Any, ofType type: NSPasteboard.PasteboardType) {
        let list = (propertyList as? Data).flatMap { try? PropertyListSerialization.propertyList(from: $0, format: nil) }
        guard type == Mark.type, let number = (list as? [String: Int])?["number"] else { return nil }
        self.number = number
    }
}

@Suite("Pasteboards")
struct NSPasteboardTests {
    @Test("Text is written and read by the calls that programs use")
    func text() {
        let board = NSPasteboard.withUniqueName()
        #expect(board.string(forType: .string) == nil && board.types == [] && board.pasteboardItems == [])
        let count = board.clearContents()
        #expect(board.setString("naïve 文字", forType: .string) && board.string(forType: .string) == "naïve 文字")
        #expect(board.types == [.string] && board.changeCount == count && board.data(forType: .string) == Data("naïve 文字".utf8))
        #expect(board.propertyList(forType: .string) as? String == "naïve 文字" && board.string(forType: .html) == nil)
        #expect(board.declareTypes([.string, .html], owner: nil) == count + 1 && board.types == [])
        #expect(board.setString("<b>a</b>", forType: .html) && !board.setData(nil, forType: .string))
        #expect(board.availableType(from: [.string, .html]) == .html && board.availableType(from: [.pdf]) == nil)
    }

    @Test("Objects with the same name have the same data, and others have not")
    func names() {
        let name = NSPasteboard.Name("org.example.names")
        let (one, other) = (NSPasteboard(name: name), NSPasteboard(name: name))
        one.clearContents()
        one.setString("a", forType: .string)
        #expect(other.string(forType: .string) == "a" && other.changeCount == one.changeCount && other.name == name)
        #expect(NSPasteboard.withUniqueName().name != NSPasteboard.withUniqueName().name)
        NSPasteboard.general.clearContents()
        #expect(NSPasteboard(name: .general).changeCount == NSPasteboard.general.changeCount)
        #expect(NSPasteboard.withUniqueName().string(forType: .string) == nil)
    }

    @Test("Items have several types each, in their order")
    func items() throws {
        let board = NSPasteboard.withUniqueName()
        let (first, second) = (NSPasteboardItem(), NSPasteboardItem())
        first.setString("a", forType: .html)
        first.setData(Data([1]), forType: .png)
        second.setString("b", forType: .string)
        #expect(second.setPropertyList([1, 2], forType: .color) && !second.setPropertyList(NSObject(), forType: .font))
        #expect(board.writeObjects([first, second]) && board.pasteboardItems == [first, second])
        #expect(board.types == [.html, .png, .string, .color] && first.availableType(from: [.string, .png]) == .png)
        #expect(board.propertyList(forType: .color) as? [Int] == [1, 2] && second.types == [.string, .color])
        #expect(board.setPropertyList(["k": "v"], forType: .font) && first.types.last == .font)
        #expect(board.canReadItem(withDataConformingToTypes: ["public.image"]))
        #expect(!board.canReadItem(withDataConformingToTypes: ["public.movie"]))
        let objects = try #require(board.readObjects(forClasses: [NSString.self, NSPasteboardItem.self]))
        #expect(objects.first as? NSPasteboardItem === first && objects.last as? String == "b")
    }

    @Test("Texts, URLs and objects of the program's own are read back as the classes that are asked for")
    func objects() {
        let board = NSPasteboard.withUniqueName()
        let file = URL(fileURLWithPath: "/tmp/a b.png")
        let text = NSString(string: "c")
        let page = NSURL(string: "https://example.org/d")
        #expect(board.writeObjects([file as NSURL, text, Mark(7)] + [page].compactMap { $0 }))
        #expect(board.readObjects(forClasses: [NSURL.self]) as? [URL] == [file, URL(string: "https://example.org/d")].compactMap { $0 })
        #expect(board.readObjects(forClasses: [NSString.self]) as? [String] == ["c"])
        #expect((board.readObjects(forClasses: [Mark.self])?.first as? Mark)?.number == 7)
        let files = board.readObjects(forClasses: [NSURL.self], options: [.urlReadingFileURLsOnly: true]) as? [URL]
        #expect(files == [file] && board.string(forType: .fileURL) == file.absoluteString)
        func kinds(_ type: String) -> Bool {
            board.canReadObject(forClasses: [NSURL.self], options: [.urlReadingContentsConformToTypes: [type]])
        }
        #expect(kinds("public.image") && !kinds("public.movie"))
        #expect(board.readObjects(forClasses: [NSNumber.self])?.isEmpty == true && !board.canReadObject(forClasses: []))
    }

    @Test("Pictures are read from their bytes and from the URL of a file")
    func pictures() throws {
        let board = NSPasteboard.withUniqueName()
        let image = NSImage(cgImage: try #require(picture(["rg", "b."])), size: .zero)
        #expect(board.writeObjects([image]) && board.types == [.tiff] && board.canReadObject(forClasses: [NSImage.self]))
        let read = try #require(board.readObjects(forClasses: [NSImage.self])?.first as? NSImage)
        #expect(letters(read.cgImage(forProposedRect: nil, context: nil, hints: nil)) == ["rg", "b."])

        let folder = try TemporaryFolder()
        let file = folder.file("a.tiff")
        try #require(image.tiffRepresentation).write(to: file)
        board.clearContents()
        #expect(board.writeObjects([file as NSURL]))
        let opened = try #require(NSImage(pasteboard: board))
        #expect(opened.size == NSSize(width: 2, height: 2))
        #expect(letters(opened.cgImage(forProposedRect: nil, context: nil, hints: nil)) == ["rg", "b."])

        for broken in [Data(), Data([1, 2, 3]), Data("file:///no/such/file.png".utf8)] {
            for type in [NSPasteboard.PasteboardType.tiff, .fileURL, .string] {
                board.clearContents()
                board.setData(broken, forType: type)
                #expect(NSImage(pasteboard: board) == nil && board.readObjects(forClasses: [NSImage.self])?.isEmpty == true)
            }
        }
        #expect(NSImage(pasteboardPropertyList: 1, ofType: .tiff) == nil)
        #expect(NSImage(pasteboardPropertyList: file.absoluteString, ofType: .fileURL) != nil)
    }

    @Test("Threads may write and read at the same time")
    func threads() async {
        let board = NSPasteboard.withUniqueName()
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<8 {
                group.addTask {
                    for _ in 0..<50 {
                        board.clearContents()
                        board.setString("\(index)", forType: .string)
                        _ = board.readObjects(forClasses: [NSString.self])
                    }
                }
            }
        }
        #expect(board.changeCount == 400 && board.pasteboardItems?.count == 1)
    }
}
