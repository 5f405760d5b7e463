import CoreGraphics
import CoreMLRuntime

/// Reads lines with the network `textReader`.
struct NetworkLineReader: Sendable {
    private let model: ImageModel
    private let decoder: TextSymbolDecoder
    private let isAllowed: [Bool]
    /// The first language that is asked for of each script.
    private let languages: [TextScript: TextLanguage]

    /// The metadata key of the network's alphabet.
    private static let characters = "osprey.text.characters"
    private static let height = 32
    private static let multiple = 32
    /// The pixels of an answer.
    private static let step = 4
    /// How much wider a line is shown. Two equal letters need three answers, for which narrow letters are too narrow in their own proportions.
    static let stretch: CGFloat = 1.2
    /// The margin around a line, in line heights.
    private static let margin: (across: CGFloat, down: CGFloat) = (0.3, 0.12)

    /// - Parameter languages: characters of other scripts are not read.
    /// - Throws: `VisionFailure`.
    init(_ languages: [TextLanguage], models: ModelStore) throws {
        model = try models.model("textReader", for: "VNRecognizeTextRequest", usesCPUOnly: false).model
        let metadata = model.model.modelDescription.metadata[.creatorDefinedKey] as? [String: String]
        guard let characters = metadata?[Self.characters], !characters.isEmpty else {
            throw VisionFailure(.invalidModel, "the model 'textReader' does not say what its alphabet is")
        }
        decoder = TextSymbolDecoder(characters: characters.unicodeScalars.map { Character($0) })
        let known = Dictionary(languages.compactMap { language in language.script.map { ($0, language) } }) { first, _ in first }
        self.languages = known
        isAllowed = decoder.classes { character in TextScript(of: character).map { known[$0] != nil } ?? true }
    }

    /// The words of a line.
    ///
    /// - Parameters:
    ///   - place: in pixels of the plane; must have an extent.
    ///   - stretch: how much wider than in its own proportions the line is shown.
    /// - Returns: `nil` if no word has a letter or digit.
    func read(
        _ place: LinePlace, in plane: GrayPlane, stretch: CGFloat = Self.stretch, _ cancellation: Cancellation
    ) throws -> ReadLine? {
        let side = Self.margin.across * place.height / place.length
        let box = CGRect(x: -side, y: -Self.margin.down, width: 1 + 2 * side, height: 1 + 2 * Self.margin.down)
        let strip = try LineStrip(place.part(box), in: plane, height: Self.height, stretch: stretch, isNormalized: false)
        let image = PlaneTensor(strip.plane, multiple: Self.multiple)
        let result = try model.outputs(of: image, cancellation: cancellation)
        let steps = image.width / Self.step
        let probabilities = try NetworkOutputs(result, of: model).numbers("probabilities", shape: [decoder.classCount, 1, steps])
        let rows = Self.margin.down / box.height * CGFloat(Self.height)..<(1 + Self.margin.down) / box.height * CGFloat(Self.height)
        let words = decoder.words(
            probabilities, steps: steps, isAllowed: isAllowed, size: CGSize(width: image.width, height: Self.height), rows: rows)
        return ReadLine(words.map(known), in: strip, line: place)
    }

    /// The word with the language of its first letter's script.
    private func known(_ word: ReadWord) -> ReadWord {
        var word = word
        word.language = word.text.lazy.compactMap { TextScript(of: $0) }.first.flatMap { languages[$0] }
        return word
    }
}
