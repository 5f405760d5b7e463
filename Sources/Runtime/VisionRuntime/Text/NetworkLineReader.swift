import CoreGraphics
import CoreMLRuntime

/// Reads lines with the network `textReader`.
struct NetworkLineReader: Sendable {
    private let model: ImageModel
    private let decoder: TextSymbolDecoder
    private let search: TextBeamSearch
    private let isAllowed: [Bool]
    /// The language of each script: the first requested language that uses it.
    private let languages: [TextScript: TextLanguage]

    /// The metadata keys of the network's alphabet, and of the two numbers of ``TextSymbolDecoder/calibration``.
    private static let keys = (characters: "osprey.text.characters", calibration: "osprey.text.calibration")
    /// The numbers of texts that the search keeps at each step, at the levels `accurate` and `fast`.
    private static let widths = (accurate: 8, fast: 2)
    private static let height = 32
    private static let multiple = 32
    /// The width of a step of the network, in pixels. The network gives one result for each step.
    private static let step = 2
    /// The margin around a line, in line heights.
    private static let margin: (across: CGFloat, down: CGFloat) = (0.3, 0.12)
    /// The height in pixels of a strip that is straightened, and the factor by which the result is widened.
    private static let straightened: (height: Int, stretch: Double) = (48, 1.15)

    /// Characters of other scripts than those of the settings' languages are not read.
    ///
    /// - Parameter request: the request that needs the network, for messages.
    /// - Throws: `VisionFailure`.
    init(_ settings: TextRecognitionAnalysis, for request: String) throws {
        let (models, languages) = (settings.models, settings.languages)
        model = try models.model("textReader", for: request, usesCPUOnly: false).model
        let metadata = model.model.modelDescription.metadata[.creatorDefinedKey] as? [String: String]
        guard let characters = metadata?[Self.keys.characters], !characters.isEmpty else {
            throw VisionFailure(.invalidModel, "the model 'textReader' does not say what its alphabet is")
        }
        let numbers = (metadata?[Self.keys.calibration] ?? "").split(separator: " ").compactMap { Float($0) }.filter(\.isFinite)
        decoder = TextSymbolDecoder(
            characters: characters.unicodeScalars.map { Character($0) },
            calibration: numbers.count == 2 ? (numbers[0], numbers[1]) : (1, 0))
        let isAccurate = settings.level == .accurate
        var language: CharacterLanguageModel?
        if isAccurate, settings.usesLanguageCorrection {
            let sequences = try models.characterSequences("textReader", for: request)
            language = CharacterLanguageModel(languages, characters: decoder.characters, sequences: sequences)
        }
        search = TextBeamSearch(width: isAccurate ? Self.widths.accurate : Self.widths.fast, language: language)
        let known = Dictionary(languages.compactMap { language in language.script.map { ($0, language) } }) { first, _ in first }
        self.languages = known
        isAllowed = decoder.classes { character in TextScript(of: character).map { known[$0] != nil } ?? true }
    }

    /// Reads the words of a line. Further texts that the line may have are in the result's `others`.
    ///
    /// - Parameters:
    ///   - place: the line, in pixels of the plane. It must have an extent.
    ///   - stretch: the factor by which the line is widened. The network needs three steps to tell two equal letters apart. For narrow letters of
    ///     small print, lines in their own proportions have too few steps.
    /// - Returns: `nil` if no word has a letter or digit.
    func read(
        _ place: LinePlace, in plane: GrayPlane, stretch: CGFloat, _ cancellation: Cancellation
    ) throws -> ReadLine? {
        try read(
            LineStrip(place.part(Self.box(place)), in: plane, height: Self.height, stretch: stretch, isNormalized: false), of: place,
            cancellation)
    }

    /// Reads the words of a line that may be bent, or at another angle than its rectangle.
    ///
    /// - Returns: `nil` if the line has no course that can be told, or if no word has a letter or digit.
    func readStraightened(_ place: LinePlace, in plane: GrayPlane, _ cancellation: Cancellation) throws -> ReadLine? {
        let strip = try LineStrip(place.part(Self.box(place)), in: plane, height: Self.straightened.height, isNormalized: false)
        guard let bend = LineBend(of: strip.plane) else { return nil }
        let plane = try bend.straightened(strip.plane, height: Self.height, stretch: Self.straightened.stretch)
        return try read(LineStrip(plane: plane, place: strip.place), of: place, cancellation)
    }

    /// A line with its margin, in coordinates of the line.
    private static func box(_ place: LinePlace) -> CGRect {
        place.box(across: margin.across, down: margin.down)
    }

    private func read(_ strip: LineStrip, of place: LinePlace, _ cancellation: Cancellation) throws -> ReadLine? {
        let box = Self.box(place)
        let image = PlaneTensor(strip.plane, multiple: Self.multiple)
        try model.checkGrayInput(width: image.width, height: image.height)
        let result = try model.outputs(of: image, cancellation: cancellation)
        let steps = image.width / Self.step
        let probabilities = try NetworkOutputs(result, of: model).numbers("probabilities", shape: [decoder.classCount, 1, steps])
        let (across, down) = (CGFloat(strip.plane.width) / box.width, CGFloat(Self.height) / box.height)
        let line = CGRect(x: -box.minX * across, y: -box.minY * down, width: across, height: down)
        let output = TextSymbolDecoder.Output(
            probabilities: probabilities, steps: steps, isAllowed: isAllowed, size: CGSize(width: image.width, height: Self.height),
            line: line)
        let lines = decoder.texts(output, by: search).compactMap { ReadLine($0.map(known), in: strip, line: place) }
        guard var best = lines.first else { return nil }
        best.others = Array(lines.dropFirst())
        return best
    }

    /// The word with its language. The script of the first letter determines the language.
    private func known(_ word: ReadWord) -> ReadWord {
        var word = word
        word.language = word.text.lazy.compactMap { TextScript(of: $0) }.first.flatMap { languages[$0] }
        return word
    }
}
