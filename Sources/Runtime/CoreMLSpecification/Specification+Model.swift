import Foundation

extension Specification.Model {
    /// Reads the model of a `.mlmodel` file, a `.mlpackage` or a compiled model. The file stays mapped for as long as the message, or one of its
    /// weights, exists.
    ///
    /// - Throws: ``SpecificationError`` that names the file and the reason.
    package init(contentsOf url: URL) throws {
        self = try ModelPackage(contentsOf: url).model
    }
}

extension Specification.MILSpec.Program {
    /// Parses the text form of a program (`model.mil`).
    ///
    /// - Throws: ``SpecificationError`` with the reason and the line.
    package init(text: Bytes) throws {
        self = try ProgramParser.program(in: text)
    }
}

extension Specification.ModelDescription {
    /// The description in a compiled model's `coremldata.bin`; `nil` if no description there fits the program.
    package init?(compiled bytes: Bytes, describing program: Specification.MILSpec.Program? = nil) {
        guard let description = CompiledDescription.description(in: bytes, describing: program) else { return nil }
        self = description
    }
}
