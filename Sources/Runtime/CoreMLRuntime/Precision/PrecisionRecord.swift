import CoreMLSpecification
import Foundation

/// The choices for the networks of a model in a file: `precision.json` in a compiled folder, or a file beside a `.mlmodel`.
///
/// The choices are valid for one or more kinds of processor, and for one version of the model's message. A record that is damaged or does
/// not fit is ignored, and the model is measured.
package struct PrecisionRecord: Codable, Equatable, Sendable {
    package static let fileName = "precision.json"
    /// The extension of the file beside a `.mlmodel`: `NAME.precision.json` beside `NAME.mlmodel`.
    package static let pathExtension = "precision.json"

    /// The maximum size of a record in bytes. Real ones have some kilobytes.
    private static let longest = 1 << 22
    private static let currentVersion = 3

    private struct Network: Codable, Equatable, Sendable {
        var place: [Int]
        var choice: PrecisionChoice
    }

    private var version = Self.currentVersion
    private var model: String
    private var processors: [String: [Network]]

    /// - Parameter model: the bytes of the model's message.
    package init(_ report: PrecisionReport, model: Bytes, processor: String = Self.ownProcessor) {
        self.model = Self.digest(model)
        processors = [processor: report.choices.map { Network(place: $0.place, choice: $0.choice) }]
    }

    /// - Returns: `nil` if the text is not a record.
    package init?(_ text: Bytes) {
        guard text.count <= Self.longest else { return nil }
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(positiveInfinity: "∞", negativeInfinity: "-∞", nan: "nan")
        let record = try? decoder.decode(PrecisionRecord.self, from: Data(text))
        guard let record, record.version == Self.currentVersion else { return nil }
        self = record
    }

    /// The text of the record. The same choices give the same text.
    package func text() throws -> Bytes {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(positiveInfinity: "∞", negativeInfinity: "-∞", nan: "nan")
        return Bytes(copying: try encoder.encode(self))
    }

    /// The choices, by the places of the networks in the model. They are empty if the record was made for other processors or another model.
    package func choices(model: Bytes, processor: String = Self.ownProcessor) -> [[Int]: PrecisionChoice] {
        guard let networks = processors[processor], Self.digest(model) == self.model else { return [:] }
        return Dictionary(networks.map { ($0.place, $0.choice) }) { first, _ in first }
    }

    /// The name of this machine's kind of processor. Processors of the same name have the same kernels for rounded factors.
    package static var ownProcessor: String {
        Processor.hasAMX ? "amx" : Processor.hasNativeBFloat16 ? "avx512-bf16" : "float32"
    }

    /// The digest of bytes as 32 hexadecimal digits.
    static func digest(_ bytes: Bytes) -> String {
        let (first, second) = bytes.withUnsafeBytes(TensorIdentity.digest)
        return [first, second].map { number in
            let digits = String(number, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}
