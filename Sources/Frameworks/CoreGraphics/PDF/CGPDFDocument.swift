import Foundation
import Locks

/// The boxes of a page of a PDF document.
public enum CGPDFBox: Int32, Sendable {
    /// The paper.
    case mediaBox = 0
    /// The part that is shown.
    case cropBox = 1
    /// The part that is printed, with margins that are cut off.
    case bleedBox = 2
    /// The page after it is cut.
    case trimBox = 3
    /// The page's content.
    case artBox = 4
}

/// A PDF document.
///
/// Osprey reads the structure of a document itself. Poppler's programs read encrypted and damaged documents, draw pages and find text. They are in
/// the Debian package `poppler-utils`. If they are needed and missing, a message on standard error names the package. The programs run as processes
/// of their own, for at most a minute, with bounds for memory and output.
public final class CGPDFDocument: Hashable, @unchecked Sendable {
    private struct State {
        var description: Poppler.Description
        var isUnlocked: Bool
        var password = ""
    }

    let source: PDFSource
    private let state: Locked<State>

    /// The document in a file; `nil` if there is none. The reason is written to standard error.
    public convenience init?(_ url: CFURL) {
        do {
            self.init(try PDFSource(contentsOf: url))
        } catch {
            Self.report("\(error)")
            return nil
        }
    }

    /// The document in the bytes of a provider; `nil` if there is none. The reason is written to standard error.
    public convenience init?(_ provider: CGDataProvider) {
        do {
            self.init(PDFSource(try provider.buffer()))
        } catch {
            Self.report("\(error)")
            return nil
        }
    }

    private init?(_ source: PDFSource) {
        self.source = source
        guard PDFFile.isPDF(source.buffer) else {
            Self.report("the file is not a PDF document")
            return nil
        }
        if let description = try? Self.description(source.buffer) {
            state = Locked(State(description: description, isUnlocked: true))
            return
        }
        do {
            state = Locked(State(description: try Poppler(source: source).description(), isUnlocked: true))
        } catch Poppler.Failure.isLocked {
            state = Locked(State(description: Poppler.Description(isEncrypted: true), isUnlocked: false))
        } catch {
            Self.report(Self.reason(error))
            return nil
        }
    }

    /// The properties of a file that is neither encrypted nor damaged.
    private static func description(_ buffer: ByteBuffer) throws -> Poppler.Description {
        let file = try PDFFile(buffer)
        guard !file.isEncrypted else { throw PDFError("the file is encrypted") }
        return Poppler.Description(
            pages: try file.pages().map(\.geometry), information: try file.information(), version: file.version)
    }

    // MARK: Properties

    /// The number of pages; 0 if the document is locked.
    public var numberOfPages: Int { state.withLock { $0.description.pages.count } }

    /// A page by its number, from 1 on; `nil` if there is none.
    public func page(at pageNumber: Int) -> CGPDFPage? {
        let pages = state.withLock { $0.description.pages }
        guard pageNumber >= 1, pageNumber <= pages.count else { return nil }
        return CGPDFPage(self, pageNumber, pages[pageNumber - 1])
    }

    /// Whether the document is encrypted. An encrypted document without a user password is unlocked from the beginning.
    public var isEncrypted: Bool { state.withLock { $0.description.isEncrypted } }

    /// Whether the pages can be read.
    public var isUnlocked: Bool { state.withLock(\.isUnlocked) }

    /// Unlocks the document with its user or owner password. Returns whether it is unlocked now.
    ///
    /// The password is an argument of the programs that read the document. Other users of the machine may see the arguments while a program runs.
    public func unlockWithPassword(_ password: UnsafePointer<CChar>) -> Bool {
        guard !isUnlocked else { return true }
        let password = String(cString: password)
        do {
            let description = try Poppler(source: source, password: password).description()
            state.withLock { $0 = State(description: description, isUnlocked: true, password: password) }
            return true
        } catch Poppler.Failure.isLocked {
            return false
        } catch {
            Self.report(Self.reason(error))
            return false
        }
    }

    /// Whether the document's author permits copying. Osprey does not enforce it.
    public var allowsCopying: Bool { state.withLock { $0.isUnlocked && $0.description.allowsCopying } }

    /// Whether the document's author permits printing. Osprey does not enforce it.
    public var allowsPrinting: Bool { state.withLock { $0.isUnlocked && $0.description.allowsPrinting } }

    /// Writes the version of the file's format, such as 1 and 7.
    public func getVersion(majorVersion: UnsafeMutablePointer<Int32>, minorVersion: UnsafeMutablePointer<Int32>) {
        let version = state.withLock { $0.description.version }
        majorVersion.pointee = Int32(clamping: version.major)
        minorVersion.pointee = Int32(clamping: version.minor)
    }

    /// The texts and dates that describe the document, by PDF's names, such as `Title`.
    package var information: [String: String] { state.withLock { $0.description.information } }

    /// The file's bytes.
    package var data: Data { source.buffer.data }

    /// The texts of pages, in their order. Pages without text, and pages that cannot be read, have empty ones.
    ///
    /// - Parameter pages: page numbers, from 1 on.
    package func texts(ofPages pages: ClosedRange<Int>) -> [String] {
        do {
            return try poppler.texts(ofPages: pages)
        } catch {
            Self.report(Self.reason(error))
            return Array(repeating: "", count: pages.count)
        }
    }

    var poppler: Poppler { Poppler(source: source, password: state.withLock(\.password)) }

    public static func == (lhs: CGPDFDocument, rhs: CGPDFDocument) -> Bool { lhs === rhs }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

    /// Calls `body` without the programs of Poppler. Only documents that Osprey reads itself can be opened there, and their pages can only be copied.
    package static func withoutOtherPrograms<Result>(_ body: () throws -> Result) rethrows -> Result {
        try Poppler.$mayRun.withValue(false, operation: body)
    }

    // MARK: Messages

    private static let reported = Locked<Set<String>>([])
    /// The maximum number of different messages of a process.
    private static let mostReports = 100

    /// Writes a reason to standard error, the same one only once.
    static func report(_ reason: String) {
        let isNew = reported.withLock { $0.count < mostReports && $0.insert(reason).inserted }
        if isNew { FileHandle.standardError.write(Data("CoreGraphics PDF: \(reason)\n".utf8)) }
    }

    static func reason(_ error: any Error) -> String {
        if case Poppler.Failure.other(let reason) = error { return reason }
        if case Poppler.Failure.isLocked = error { return "the document is locked" }
        return "\(error)"
    }
}

/// A page of a PDF document. It keeps its document.
public final class CGPDFPage: Hashable, @unchecked Sendable {
    /// The document of the page.
    public let document: CGPDFDocument?
    /// The page's number in its document, from 1 on.
    public let pageNumber: Int
    let owner: CGPDFDocument
    let geometry: PDFPageGeometry

    init(_ document: CGPDFDocument, _ number: Int, _ geometry: PDFPageGeometry) {
        (self.document, owner, pageNumber, self.geometry) = (document, document, number, geometry)
    }

    /// A box of the page in points. A box that the page does not have is its crop box, and without that its media box. The rotation is not applied.
    public func getBoxRect(_ box: CGPDFBox) -> CGRect { geometry[box] }

    /// The clockwise rotation with which the page is shown: 0, 90, 180 or 270 degrees.
    public var rotationAngle: Int32 { Int32(geometry.rotation) }

    /// The transform with which ``CGContext/drawPDFPage(_:)`` draws a box of the page, rotated, in the centre of a rectangle.
    ///
    /// A box that is larger than the rectangle is made smaller. A smaller box is not made larger.
    ///
    /// - Parameters:
    ///   - rotate: a clockwise rotation in degrees, in addition to the page's own: a multiple of 90.
    ///   - preserveAspectRatio: whether both sides are made smaller by the same factor.
    public func getDrawingTransform(_ box: CGPDFBox, rect: CGRect, rotate: Int32, preserveAspectRatio: Bool) -> CGAffineTransform {
        let area = geometry[box]
        let degrees = (Int(rotate) + geometry.rotation) % 360
        let angle = -CGFloat(degrees) * .pi / 180
        let isTurned = degrees % 180 != 0
        let size = isTurned ? CGSize(width: area.height, height: area.width) : area.size
        var (x, y) = (min(1, rect.width / size.width), min(1, rect.height / size.height))
        if preserveAspectRatio { (x, y) = (min(x, y), min(x, y)) }
        let (sine, cosine) = (Self.whole(sin(angle)), Self.whole(cos(angle)))
        let turn = CGAffineTransform(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
        return CGAffineTransform(translationX: -area.midX, y: -area.midY).concatenating(turn)
            .concatenating(CGAffineTransform(scaleX: x, y: y))
            .concatenating(CGAffineTransform(translationX: rect.midX, y: rect.midY))
    }

    /// The sine or cosine of a multiple of 90 degrees, without the error of a rounded angle.
    private static func whole(_ value: CGFloat) -> CGFloat { abs(value - value.rounded()) < 1e-9 ? value.rounded() : value }

    /// Whether both are the same page of the same document.
    public static func == (lhs: CGPDFPage, rhs: CGPDFPage) -> Bool { lhs.owner === rhs.owner && lhs.pageNumber == rhs.pageNumber }

    /// Hashes the document and the number.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(owner))
        hasher.combine(pageNumber)
    }
}
