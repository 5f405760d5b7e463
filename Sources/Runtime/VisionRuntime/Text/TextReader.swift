import CTesseract
import CoreGraphics
import Foundation

/// A word that Tesseract has read in an image.
struct ReadWord: Sendable {
    /// A letter, a digit or a mark.
    struct Symbol: Sendable {
        /// The candidates for the symbol, at least one, the likeliest first.
        var choices: [Choice]
        /// The box of the symbol, in pixels of the image, with the origin at the top left.
        let box: CGRect
    }

    struct Choice: Sendable {
        let text: String
        /// The confidence, from 0 to 1.
        let confidence: Float
    }

    var symbols: [Symbol]
    /// The confidence, from 0 to 1. It is the mean of two numbers: Tesseract's confidence in the word, which is the confidence of its worst letter,
    /// and the mean confidence of all letters.
    var confidence: Float
    /// Whether the word is in the language's list of words.
    let isKnown: Bool
    /// The box of the word, in pixels of the image, with the origin at the top left.
    let box: CGRect
    var language: TextLanguage?

    var text: String { symbols.map { $0.choices[0].text }.joined() }
}

/// Tesseract with its networks in memory. Only one thread may use it at a time.
struct TextReader {
    private let reader: OpaquePointer

    /// Calls `body` with a reader. No other thread uses it until `body` returns.
    ///
    /// - Parameters:
    ///   - languages: the languages to read, in the order in which they are tried.
    ///   - usesDictionaries: whether words of the languages' dictionaries are preferred.
    /// - Throws: `VisionFailure` that names the package to install, if something is missing; the errors of `body`.
    static func with<Result>(
        _ languages: [TextLanguage], usesDictionaries: Bool, _ body: (TextReader) throws -> Result
    ) throws -> Result {
        var status = ctesseract_done
        let names = languages.map(\.network).joined(separator: "+")
        guard let reader = ctesseract_take(names, usesDictionaries ? 1 : 0, &status) else { throw failure(status, names) }
        defer { ctesseract_giveBack(reader) }
        return try body(TextReader(reader: reader))
    }

    /// Reads an image of a single line of dark text on a light ground. The words are in the order of reading.
    ///
    /// - Throws: `VisionFailure`. After `cancel()`, reading stops after the current word, with the kind `requestCancelled`.
    func read(_ plane: GrayPlane, _ cancellation: Cancellation) throws -> [ReadWord] {
        var status = ctesseract_done
        let reading = withExtendedLifetime((plane, cancellation)) {
            ctesseract_read(
                reader, plane.base, Int32(clamping: plane.width), Int32(clamping: plane.height), Int64(plane.bytesPerRow),
                { context in
                    guard let context else { return 0 }
                    return Unmanaged<Cancellation>.fromOpaque(context).takeUnretainedValue().isCancelled ? 1 : 0
                }, Unmanaged.passUnretained(cancellation).toOpaque(), &status)
        }
        defer { ctesseract_freeReading(reading) }
        try cancellation.check()
        guard let reading else { throw Self.failure(status, "") }
        return Words(reading.pointee).all
    }

    private static func failure(_ status: CTesseractStatus, _ names: String) -> VisionFailure {
        switch status {
        case ctesseract_noLibrary:
            VisionFailure(
                .dataUnavailable, "reading text needs the library libtesseract (Debian package libtesseract5), which is not installed")
        case ctesseract_noLanguage: TextLanguage.missing(names.split(separator: "+").map(String.init))
        case ctesseract_noMemory: VisionFailure(.outOfMemory, "there is no memory to read text")
        case ctesseract_cancelled: VisionFailure(.requestCancelled, "the request has been cancelled")
        default: VisionFailure(.operationFailed, "Tesseract gave up on an image")
        }
    }
}

/// The words of a result of Tesseract, as values.
private struct Words {
    private let reading: CTesseractReading

    init(_ reading: CTesseractReading) { self.reading = reading }

    var all: [ReadWord] {
        UnsafeBufferPointer(start: reading.words, count: Int(reading.wordCount)).compactMap { word in
            let symbols = UnsafeBufferPointer(start: reading.symbols, count: Int(reading.symbolCount))
            let range = Int(word.firstSymbol)..<Int(word.firstSymbol + word.symbolCount)
            guard !range.isEmpty else { return nil }
            let letters = symbols[range].map(symbol)
            return ReadWord(
                symbols: letters, confidence: (word.confidence + letters.confidence) / 2, isKnown: word.isKnown != 0,
                box: CGRect(word.box), language: TextLanguage(network: text(word.language)))
        }
    }

    private func symbol(_ symbol: CTesseractSymbol) -> ReadWord.Symbol {
        let choices = UnsafeBufferPointer(start: reading.choices, count: Int(reading.choiceCount))
        let range = Int(symbol.firstChoice)..<Int(symbol.firstChoice + symbol.choiceCount)
        return ReadWord.Symbol(
            choices: choices[range].map { ReadWord.Choice(text: text($0.text), confidence: $0.confidence) }, box: CGRect(symbol.box))
    }

    private func text(_ place: Int32) -> String { reading.text.map { String(cString: $0 + Int(place)) } ?? "" }
}

extension CGRect {
    fileprivate init(_ box: CTesseractBox) {
        self.init(
            x: CGFloat(box.left), y: CGFloat(box.top), width: CGFloat(max(box.right - box.left, 0)),
            height: CGFloat(max(box.bottom - box.top, 0)))
    }
}

extension [ReadWord.Symbol] {
    /// The mean of the letters' confidences; 0 if there are no letters.
    fileprivate var confidence: Float {
        let sum = reduce(Float(0)) { $0 + ($1.choices.first?.confidence ?? 0) }
        return isEmpty ? 0 : sum / Float(count)
    }
}
