import Foundation

/// A part of a clip of a PDF page. All parts up to the first one are intersected.
final class PDFClip {
    enum Shape {
        case path(CGPath, CGPathFillRule)
        /// The number of a graphics state with a soft mask.
        case mask(Int)
    }

    let parent: PDFClip?
    let shape: Shape
    /// The bounding box of the clip in the page's coordinates.
    let box: CGRect

    init(_ parent: PDFClip?, _ shape: Shape, box: CGRect) {
        (self.parent, self.shape) = (parent, shape)
        self.box = parent.map { $0.box.overlap(box) } ?? box
    }
}

/// The target of a context that writes PDF: a file, and its current page. A page's coordinates are those of its media box, in points.
final class PDFCanvas {
    /// The page that is being drawn.
    final class Page {
        let number: Int
        /// The entries of the page's other boxes and of its rotation.
        let entries: [String: PDFObject]
        let mediaBox: CGRect
        var content = Data("q\n".utf8)
        /// The resources that the content uses, by their names.
        var objects: Set<Int> = []
        var states: Set<Int> = []
        var usesFont = false
        /// The clip, colours and other settings that the content has set last.
        var clip: PDFClip?
        var settings: [Setting: String] = [:]

        init(number: Int, entries: [String: PDFObject], mediaBox: CGRect) {
            (self.number, self.entries, self.mediaBox) = (number, entries, mediaBox)
        }

        func append(_ text: String) { content += text.utf8 }
    }

    /// A group of operators that hold until others of the same group replace them.
    enum Setting: Hashable {
        case fillColor, strokeColor, line, state
    }

    /// The settings of a context that are needed for painting.
    struct Paint {
        var fill: CGColor
        var stroke: CGColor
        var style: StrokeStyle
        var alpha: CGFloat
        var blendMode: CGBlendMode
        var clip: PDFClip?
    }

    let writer: PDFWriter
    private let root: Int
    private let tree: Int
    private let font: Int
    private let information: [String: PDFObject]
    /// The media box of pages without one of their own.
    let mediaBox: CGRect
    private var pages: [Int] = []
    private(set) var page: Page?
    private var textFont = PDFFont()
    private var states: [String: Int] = [:]
    private(set) var isClosed = false
    var images = PDFImages()
    /// The documents whose pages have been drawn.
    var copiers: [ObjectIdentifier: (document: CGPDFDocument, copier: PDFCopier)] = [:]

    init?(_ consumer: CGDataConsumer, mediaBox: CGRect, information: [String: PDFObject]) {
        guard let writer = PDFWriter(consumer) else { return nil }
        self.writer = writer
        self.mediaBox = mediaBox
        self.information = information
        (root, tree, font) = (writer.reserve(), writer.reserve(), writer.reserve())
    }

    // MARK: Pages

    /// Begins a page, and ends the current one.
    func beginPage(_ mediaBox: CGRect, _ entries: [String: PDFObject]) {
        guard !isClosed else { return }
        endPage()
        page = Page(number: writer.reserve(), entries: entries, mediaBox: mediaBox)
    }

    /// Writes the current page. Does nothing if there is none.
    func endPage() {
        guard let page else { return }
        self.page = nil
        page.append("Q\n")
        let content = writer.write(.stream(PDFStream(deflating: page.content)))
        var resources: [String: PDFObject] = [:]
        func add(_ kind: String, _ prefix: String, _ numbers: Set<Int>) {
            guard !numbers.isEmpty else { return }
            let pairs = numbers.map { ("\(prefix)\($0)", PDFObject.reference($0)) }
            resources[kind] = .dictionary(Dictionary(uniqueKeysWithValues: pairs))
        }
        add("XObject", "X", page.objects)
        add("ExtGState", "G", page.states)
        add("Font", "F", page.usesFont ? [font] : [])
        var entries = page.entries
        entries["Type"] = .name("Page")
        entries["Parent"] = .reference(tree)
        entries["MediaBox"] = PDFObject(page.mediaBox)
        entries["Resources"] = .dictionary(resources)
        entries["Contents"] = .reference(content)
        writer.write(.dictionary(entries), as: page.number)
        pages.append(page.number)
    }

    /// Writes the rest of the file. Returns whether the consumer has taken all bytes.
    @discardableResult
    func close() -> Bool {
        guard !isClosed else { return !writer.isFailed }
        endPage()
        isClosed = true
        if !textFont.isEmpty { textFont.write(to: writer, as: font) }
        writer.write(
            .dictionary([
                "Type": .name("Pages"), "Count": .integer(pages.count), "Kids": .array(pages.map { .reference($0) }),
            ]), as: tree)
        writer.write(.dictionary(["Type": .name("Catalog"), "Pages": .reference(tree)]), as: root)
        images = PDFImages()
        copiers = [:]
        return writer.finish(root: root, information: writer.write(.dictionary(information)))
    }

    // MARK: Operators

    /// Sets the clip of a page, and appends the operators of settings that differ from the current ones.
    private func set(_ page: Page, _ clip: PDFClip?, _ settings: [(setting: Setting, operators: String)]) {
        if page.clip !== clip {
            // A clip can only be made smaller. Otherwise, the graphics state of the page's beginning is restored.
            var missing: [PDFClip] = []
            var part = clip
            while let next = part, next !== page.clip {
                missing.append(next)
                part = next.parent
            }
            if part == nil, page.clip != nil {
                page.append("Q\nq\n")
                page.settings = [:]
            }
            for part in missing.reversed() {
                switch part.shape {
                case .path(let path, let rule):
                    page.append((Self.operators(path) ?? "0 0 0 0 re\n") + (rule == .winding ? "W n\n" : "W* n\n"))
                case .mask(let state):
                    page.append("/G\(state) gs\n")
                    page.states.insert(state)
                }
            }
            page.clip = clip
        }
        for (setting, operators) in settings where page.settings[setting] != operators {
            page.append(operators)
            page.settings[setting] = operators
        }
    }

    /// Fills a path of the page.
    func fill(_ path: CGPath, _ rule: CGPathFillRule, _ paint: Paint) {
        guard let page, paint.blendMode != .clear, let shape = Self.operators(path) else { return }
        set(page, paint.clip, [(.fillColor, Self.color(paint.fill, "g", "rg", "k")), (.state, state(paint, alpha: paint.fill.alpha))])
        page.append(shape + (rule == .winding ? "f\n" : "f*\n"))
    }

    /// Strokes a path of the page. The style's lengths are in points.
    func stroke(_ path: CGPath, _ paint: Paint) {
        guard let page, paint.blendMode != .clear, let shape = Self.operators(path) else { return }
        set(
            page, paint.clip,
            [
                (.strokeColor, Self.color(paint.stroke, "G", "RG", "K")), (.line, Self.operators(paint.style)),
                (.state, state(paint, alpha: paint.stroke.alpha)),
            ])
        page.append(shape + "S\n")
    }

    /// Draws an object of the file, such as an image. `transform` maps the object's coordinates to those of the page.
    func draw(object number: Int, _ transform: CGAffineTransform, _ paint: Paint) {
        guard let page, paint.blendMode != .clear, let matrix = Self.matrix(transform) else { return }
        set(page, paint.clip, [(.state, state(paint, alpha: 1))])
        page.append("q\n\(matrix) cm\n/X\(number) Do\nQ\n")
        page.objects.insert(number)
    }

    /// Adds text that can be found and selected, but shows nothing.
    ///
    /// - Parameters:
    ///   - transform: maps the text's coordinates to those of the page. The text begins at the origin.
    ///   - size: the height of the line.
    ///   - width: the width of the text.
    func add(_ text: String, _ transform: CGAffineTransform, size: CGFloat, width: CGFloat, _ clip: PDFClip?) {
        guard let page, size > 0, size.isFinite, width > 0, width.isFinite else { return }
        // A reader takes the order of the characters from their places.
        let isLeftwards = text.isWrittenLeftwards
        let start = isLeftwards ? CGAffineTransform(a: -1, b: 0, c: 0, d: 1, tx: width, ty: 0) : .identity
        guard let matrix = Self.matrix(start.concatenating(transform)) else { return }
        let (numbers, natural) = textFont.glyphs(of: text)
        guard natural > 0 else { return }
        set(page, clip, [])
        let stretch = PDFObject.digits(Double(100 * width / (natural * size)))
        let codes = numbers.map(PDFFont.hexadecimal).joined()
        page.append("BT\n3 Tr \(stretch) Tz /F\(font) \(PDFObject.digits(Double(size))) Tf\n\(matrix) Tm\n<\(codes)> Tj\nET\n")
        page.usesFont = true
    }

    // MARK: States

    /// The operator that sets alpha and blend mode.
    private func state(_ paint: Paint, alpha: CGFloat) -> String {
        let value = PDFObject.real(Double(min(max(alpha * paint.alpha, 0), 1)))
        let number = state(["ca": value, "CA": value, "BM": .name(Self.name(of: paint.blendMode))])
        page?.states.insert(number)
        return "/G\(number) gs\n"
    }

    /// The number of a graphics state with the given entries. Equal states are written once.
    func state(_ entries: [String: PDFObject]) -> Int {
        var key = Data()
        PDFObject.dictionary(entries).write(to: &key)
        let text = String(decoding: key, as: UTF8.self)
        if let known = states[text] { return known }
        let number = writer.write(.dictionary(entries.merging(["Type": .name("ExtGState")]) { $1 }))
        states[text] = number
        return number
    }

    /// A graphics state in which drawing is visible where an image is white, or black if it is inverted. `nil` if the transform is not finite.
    ///
    /// - Parameter transform: maps the unit square, in which the image lies, to the page.
    func mask(_ image: Int, _ transform: CGAffineTransform, isInverted: Bool) -> Int? {
        guard let page, let matrix = Self.matrix(transform) else { return nil }
        let form = PDFStream(
            [
                "Type": .name("XObject"), "Subtype": .name("Form"), "BBox": PDFObject(page.mediaBox),
                "Group": .dictionary(["S": .name("Transparency"), "CS": .name("DeviceGray")]),
                "Resources": .dictionary(["XObject": .dictionary(["X": .reference(image)])]),
            ], Data("\(matrix) cm /X Do\n".utf8))
        var mask: [String: PDFObject] = ["S": .name("Luminosity"), "G": .reference(writer.write(.stream(form)))]
        if isInverted {
            mask["TR"] = .dictionary([
                "FunctionType": .integer(2), "Domain": .array([.integer(0), .integer(1)]), "C0": .array([.integer(1)]),
                "C1": .array([.integer(0)]), "N": .integer(1),
            ])
        }
        return state(["SMask": .dictionary(mask)])
    }

    /// PDF's name of a blend mode. PDF lacks the modes that depend on the destination's alpha. They draw as normal.
    private static func name(of mode: CGBlendMode) -> String {
        switch mode {
        case .multiply: "Multiply"
        case .screen: "Screen"
        case .overlay: "Overlay"
        case .darken: "Darken"
        case .lighten: "Lighten"
        case .colorDodge: "ColorDodge"
        case .colorBurn: "ColorBurn"
        case .softLight: "SoftLight"
        case .hardLight: "HardLight"
        case .difference: "Difference"
        case .exclusion: "Exclusion"
        case .hue: "Hue"
        case .saturation: "Saturation"
        case .color: "Color"
        case .luminosity: "Luminosity"
        default: "Normal"
        }
    }
}

// MARK: - Operators as text

extension PDFCanvas {
    /// Numbers beyond this are not written, because readers may not know them.
    private static let largest: CGFloat = 1e7

    private static func numbers(_ points: CGPoint...) -> String {
        points.map { "\(PDFObject.digits(Double($0.x))) \(PDFObject.digits(Double($0.y)))" }.joined(separator: " ")
    }

    /// The operators of a path; `nil` if it is empty, or if a point is too far away.
    static func operators(_ path: CGPath) -> String? {
        var text = ""
        var (start, current) = (CGPoint.zero, CGPoint.zero)
        for element in path.elements {
            guard element.points.allSatisfy({ abs($0.x) < largest && abs($0.y) < largest }) else { return nil }
            switch element {
            case .move(let point):
                text += "\(numbers(point)) m\n"
                start = point
            case .line(let point): text += "\(numbers(point)) l\n"
            case .quad(let end, let control):
                // The same curve with two control points.
                let first = CGPoint(x: current.x + (control.x - current.x) * 2 / 3, y: current.y + (control.y - current.y) * 2 / 3)
                let second = CGPoint(x: end.x + (control.x - end.x) * 2 / 3, y: end.y + (control.y - end.y) * 2 / 3)
                text += "\(numbers(first, second, end)) c\n"
            case .curve(let first, let second, let end): text += "\(numbers(first, second, end)) c\n"
            case .close: text += "h\n"
            }
            current = element.type == .closeSubpath ? start : element.points.last ?? current
        }
        return text.isEmpty ? nil : text
    }

    /// The six numbers of a transform; `nil` if one is not finite or too large.
    static func matrix(_ t: CGAffineTransform) -> String? {
        let values = [t.a, t.b, t.c, t.d, t.tx, t.ty]
        guard values.allSatisfy({ abs($0) < largest }) else { return nil }
        return values.map { PDFObject.digits(Double($0)) }.joined(separator: " ")
    }

    private static func operators(_ style: StrokeStyle) -> String {
        let total = style.dashes.reduce(0, +)
        let hasDashes = total > 0 && total.isFinite && style.dashPhase.isFinite && style.dashes.allSatisfy { $0 >= 0 }
        let dashes = hasDashes ? style.dashes.map { PDFObject.digits(Double($0)) }.joined(separator: " ") : ""
        // The phase must not be negative. The pattern repeats after twice its length, because it may have an odd number of parts.
        var phase = hasDashes ? style.dashPhase.truncatingRemainder(dividingBy: 2 * total) : 0
        if phase < 0 { phase += 2 * total }
        let width = PDFObject.digits(Double(min(style.width, largest)))
        let limit = PDFObject.digits(Double(max(style.miterLimit.isFinite ? style.miterLimit : 10, 1)))
        return "\(width) w \(style.cap.rawValue) J \(style.join.rawValue) j \(limit) M [\(dashes)] \(PDFObject.digits(Double(phase))) d\n"
    }

    /// The operator of a colour: gray, RGB or CMYK. Other colours are converted to sRGB, as which readers show RGB without a profile.
    private static func color(_ color: CGColor, _ gray: String, _ rgb: String, _ cmyk: String) -> String {
        func text(_ values: [Double], _ name: String) -> String {
            values.map { PDFObject.digits(min(max($0, 0), 1)) }.joined(separator: " ") + " \(name)\n"
        }
        let values = (color.components ?? []).dropLast().map { Double($0) }
        switch color.colorSpace?.model {
        case .monochrome where values.count == 1: return text(values, gray)
        case .cmyk where values.count == 4: return text(values, cmyk)
        default:
            let (red, green, blue) = color.sRGBComponents
            return text([red, green, blue], rgb)
        }
    }
}

extension String {
    /// Whether the first letter belongs to a script that is written from right to left, such as Hebrew's or Arabic's.
    fileprivate var isWrittenLeftwards: Bool {
        guard let first = unicodeScalars.first(where: \.properties.isAlphabetic)?.value else { return false }
        return (0x590...0x8FF).contains(first) || (0xFB1D...0xFDFF).contains(first) || (0xFE70...0xFEFF).contains(first)
            || (0x10800...0x10FFF).contains(first) || (0x1E800...0x1EFFF).contains(first)
    }
}
