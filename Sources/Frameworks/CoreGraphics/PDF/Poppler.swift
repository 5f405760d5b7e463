import CPNG
import CProcesses
import Foundation
import InputChecks
import Locks

/// The programs of Poppler (the package `poppler-utils`), which draw pages and find their text. They run as processes of their own, so that a
/// malicious file cannot harm this one.
struct Poppler {
    /// The bytes of the file.
    let source: PDFSource
    /// The password; empty if there is none. Other users of the machine may see it while a program runs.
    var password = ""

    /// A failure to run a program, or the program's own.
    enum Failure: Error {
        case isLocked
        /// The program's reason, or that it is missing.
        case other(String)
    }

    /// The maximum number of bytes of text, and of other descriptions.
    private static let largestText = 256 << 20
    /// The maximum number of bytes of a page as a file of its own.
    private static let largestFile = 512 << 20
    /// The longest side of a picture that Cairo draws.
    static let longestSide = 32_000

    /// Whether the programs may run; `true` by default. If not, only Osprey's own reader reads documents, as if the programs were missing.
    @TaskLocal static var mayRun = true

    private func run(_ name: String, _ arguments: [String], largestOutput: Int) throws -> Data {
        guard Self.mayRun else { throw Failure.other("the program \(name) may not run") }
        let input: Int32
        do {
            input = try source.descriptor()
        } catch {
            throw Failure.other("\(error)")
        }
        let words = password.isEmpty ? [] : ["-upw", password]
        let program = ChildProgram(name: name, arguments: words + arguments, input: input, largestOutput: largestOutput)
        do {
            var result = try program.run()
            if result.status != 0, !password.isEmpty, result.messages.contains("Incorrect password") {
                // It may be the owner's password.
                result = try ChildProgram(
                    name: name, arguments: ["-opw", password] + arguments, input: input, largestOutput: largestOutput
                ).run()
            }
            guard result.status == 0 else {
                if result.messages.contains("Incorrect password") { throw Failure.isLocked }
                let reason = result.messages.split(separator: "\n").last.map(String.init)
                throw Failure.other("\(name): \(reason ?? "status \(result.status)")")
            }
            return result.output
        } catch ChildProgram.Failure.missing {
            throw Failure.other("the program \(name) is missing; install poppler-utils")
        } catch ChildProgram.Failure.stopped {
            throw Failure.other("\(name) took too long, wrote too much or was killed")
        } catch ChildProgram.Failure.system(let number) {
            throw Failure.other("\(name): \(String(cString: strerror(number)))")
        }
    }

    /// The name under which the programs open the file.
    private static let file = "/proc/self/fd/3"

    // MARK: Pages

    /// The part of a page, in pixels from the upper left corner of the shown page.
    struct Window {
        var x: Int
        var y: Int
        var width: Int
        var height: Int
    }

    /// Draws a part of a page as it is shown, on a transparent background.
    ///
    /// - Parameters:
    ///   - page: the number, from 1 on.
    ///   - scale: the number of pixels per point, horizontally and vertically.
    /// - Throws: ``Failure``.
    func image(ofPage page: Int, scale: (x: Double, y: Double), _ window: Window) throws -> CGImage {
        let numbers = [
            ("-f", page), ("-l", page), ("-x", window.x), ("-y", window.y), ("-W", window.width), ("-H", window.height),
        ]
        let resolutions = [("-rx", scale.x), ("-ry", scale.y)].flatMap { [$0.0, String(format: "%.9f", 72 * $0.1)] }
        let output = try run(
            "pdftocairo",
            ["-png", "-transp", "-singlefile"] + resolutions + numbers.flatMap { [$0.0, String($0.1)] } + [Self.file, "-"],
            largestOutput: 5 * window.width * window.height + (1 << 20))
        guard let image = Self.decode(output), image.width == window.width, image.height == window.height else {
            throw Failure.other("pdftocairo has drawn nothing")
        }
        return image
    }

    private static func decode(_ png: Data) -> CGImage? {
        png.withUnsafeBytes { bytes in
            withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { message in
                var info = CPNGInfo()
                guard let base = bytes.baseAddress, let text = message.baseAddress,
                    let decoder = cpng_open(base, bytes.count, &info, text, message.count)
                else { return nil }
                defer { cpng_close(decoder) }
                guard info.layout == CPNGLayoutRGBA8, [Int(info.width), Int(info.height)].product() <= ImageLimits.maximumPixelCount,
                    let raster = try? MutableRaster(
                        allocating: .rgba8, width: Int(info.width), height: Int(info.height), alpha: .straight),
                    cpng_decode(decoder, raster.planes[0].base, raster.planes[0].bytesPerRow, text, message.count) == 0
                else { return nil }
                return CGImage(raster: raster.raster)
            }
        }
    }

    /// A page as an unencrypted PDF file with this page as it is shown. Its media box begins at the origin.
    ///
    /// - Throws: ``Failure``.
    func file(ofPage page: Int) throws -> ByteBuffer {
        ByteBuffer(
            try run(
                "pdftocairo", ["-pdf", "-nocrop", "-f", String(page), "-l", String(page), Self.file, "-"], largestOutput: Self.largestFile))
    }

    /// The texts of pages, in their order.
    ///
    /// - Throws: ``Failure``.
    func texts(ofPages pages: ClosedRange<Int>) throws -> [String] {
        let output = try run(
            "pdftotext", ["-enc", "UTF-8", "-f", String(pages.lowerBound), "-l", String(pages.upperBound), Self.file, "-"],
            largestOutput: Self.largestText)
        let texts = String(decoding: output, as: UTF8.self).split(separator: "\u{0C}", omittingEmptySubsequences: false)
        return (0..<pages.count).map { $0 < texts.count ? texts[$0].trimmingCharacters(in: .newlines) : "" }
    }

    // MARK: Files

    /// Properties of a file.
    struct Description {
        var pages: [PDFPageGeometry] = []
        var isEncrypted = false
        var allowsCopying = true
        var allowsPrinting = true
        var information: [String: String] = [:]
        var version = (major: 1, minor: 0)
    }

    /// Reads the properties of a file that may be encrypted or damaged.
    ///
    /// - Throws: ``Failure``.
    func description() throws -> Description {
        let words = ["-box", "-rawdates", "-enc", "UTF-8", "-f", "1", "-l", String(Int32.max), Self.file]
        let output = try run("pdfinfo", words, largestOutput: Self.largestText)
        return Self.description(String(decoding: output, as: UTF8.self))
    }

    /// Parses the output of `pdfinfo`. The file's own texts come first. If such a text looks like another line, the later line is right.
    static func description(_ text: String) -> Description {
        var result = Description()
        var count = 0
        var boxes: [Int: [CGRect?]] = [:]
        var rotations: [Int: Int] = [:]
        let names = ["MediaBox:", "CropBox:", "BleedBox:", "TrimBox:", "ArtBox:"]
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.count >= 4, words[0] == "Page", let page = Int(words[1]) {
                if words[2] == "rot:" { rotations[page] = Int(words[3]) }
                if let box = names.firstIndex(of: String(words[2])) {
                    boxes[page, default: Array(repeating: nil, count: names.count)][box] = PDFPageGeometry.rect(
                        words[3...].compactMap { Double($0) })
                }
                continue
            }
            guard let colon = line.firstIndex(of: ":") else { continue }
            let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            switch line[..<colon] {
            case "Pages": count = Int(value) ?? 0
            case "Encrypted":
                result.isEncrypted = value.hasPrefix("yes")
                result.allowsCopying = !value.contains("copy:no")
                result.allowsPrinting = !value.contains("print:no")
            case "PDF version":
                let parts = value.split(separator: ".").compactMap { Int($0) }
                if parts.count == 2 { result.version = (parts[0], parts[1]) }
            case "Title", "Subject", "Keywords", "Author", "Creator", "Producer", "CreationDate", "ModDate":
                result.information[String(line[..<colon])] = value
            default: break
            }
        }
        // Each page has its lines. A number without them is not that of a page.
        for page in stride(from: 1, through: min(count, boxes.count), by: 1) {
            result.pages.append(PDFPageGeometry(boxes[page] ?? [], rotation: rotations[page] ?? 0))
        }
        return result
    }
}

/// The bytes of a PDF file, and the file for other programs.
final class PDFSource: @unchecked Sendable {
    let buffer: ByteBuffer
    /// The open file; -1 if there is none yet.
    private let opened: Locked<Int32>

    /// The file at a URL.
    ///
    /// - Throws: `ImageError` if it cannot be read.
    init(contentsOf url: URL) throws {
        buffer = try ByteBuffer(contentsOf: url)
        opened = Locked(open(url.isFileURL ? url.path : url.relativePath, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY))
    }

    /// Bytes in memory.
    init(_ buffer: ByteBuffer) {
        self.buffer = buffer
        opened = Locked(-1)
    }

    deinit { opened.withLock { if $0 >= 0 { close($0) } } }

    /// A descriptor of the file. Bytes in memory are copied into a file in memory, which has no name.
    ///
    /// - Throws: ``PDFError`` if the system has no memory for it.
    func descriptor() throws -> Int32 {
        try opened.withLock { descriptor in
            if descriptor >= 0 { return descriptor }
            let new = cprocesses_memory_file()
            guard new >= 0 else { throw PDFError(String(cString: strerror(errno))) }
            var rest = buffer.bytes[...]
            while !rest.isEmpty {
                let count = write(new, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                guard count > 0 || errno == EINTR else {
                    let reason = String(cString: strerror(errno))
                    close(new)
                    throw PDFError(reason)
                }
                if count > 0 { rest = rest.dropFirst(count) }
            }
            descriptor = new
            return new
        }
    }
}
