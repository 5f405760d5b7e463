import Foundation

/// The description of a compiled model, from `coremldata.bin`.
///
/// The file's layout is Apple's own and is not documented. In files of Apple's compilers from several years, the description is a
/// `ModelDescription` message, as in the source model. The length of the message comes first, in eight bytes. Only this message is read.
/// The reader searches near the beginning of the file. The first length with a description that fits the compiled ML Program is used.
enum CompiledDescription {
    /// The number of bytes at the beginning of the file among which the description must begin. It follows a header of less than a hundred bytes, or
    /// a longer one for pipelines.
    private static let searchedByteCount = 1 << 16
    private static let maximumByteCount = 64 << 20
    /// The maximum number of attempts. It keeps a file with many false matches from being parsed again and again.
    private static let maximumAttempts = 64

    /// The description in the folder; `nil` if no description fits.
    ///
    /// - Parameter program: the program with the inputs that the description must have.
    static func read(_ folder: URL, describing program: Specification.MILSpec.Program? = nil) throws -> Specification.ModelDescription? {
        let file = folder.appendingPathComponent(CompiledModel.descriptionName)
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        return description(in: try Bytes(contentsOf: file), describing: program)
    }

    static func description(in bytes: Bytes, describing program: Specification.MILSpec.Program?) -> Specification.ModelDescription? {
        guard bytes.count <= maximumByteCount else { return nil }
        var attempts = 0
        for offset in 0..<min(max(0, bytes.count - 8), searchedByteCount) {
            guard let length: UInt64 = try? bytes.integer(at: offset), length > 1, let length = Int(exactly: length),
                let payload = try? bytes.slice(at: offset + 8, count: length), beginsLikeDescription(payload[0])
            else { continue }
            attempts += 1
            guard attempts <= maximumAttempts else { return nil }
            guard let description = try? Specification.ModelDescription(parsing: payload), fits(description, program) else { continue }
            return description
        }
        return nil
    }

    /// Whether the byte is the tag of one of a description's fields: input, output, a prediction's name, state, or function.
    private static func beginsLikeDescription(_ byte: UInt8) -> Bool {
        [0x0A, 0x52, 0x5A, 0x62, 0x6A, 0xA2].contains(byte)
    }

    private static func fits(_ description: Specification.ModelDescription, _ program: Specification.MILSpec.Program?) -> Bool {
        guard description.unknownFields.isEmpty else { return false }
        if description.functions.isEmpty {
            guard hasTypes(description.input), hasTypes(description.output), !description.output.isEmpty else { return false }
            let function = program.flatMap { $0.functions[$0.defaultFunctionName] }
            return program == nil || function.map { has($0.inputs, description.input + description.state) } == true
        }
        return description.functions.allSatisfy { described in
            guard hasTypes(described.input), hasTypes(described.output), !described.output.isEmpty else { return false }
            guard let program else { return true }
            return program.functions[described.name].map { has($0.inputs, described.input + described.state) } == true
        }
    }

    private static func hasTypes(_ features: [Specification.FeatureDescription]) -> Bool {
        features.allSatisfy { !$0.name.isEmpty && $0.type?.type != nil }
    }

    private static func has(_ inputs: [Specification.MILSpec.NamedValueType], _ features: [Specification.FeatureDescription]) -> Bool {
        let names = Set(features.map(\.name))
        return inputs.allSatisfy { names.contains($0.name) }
    }
}
