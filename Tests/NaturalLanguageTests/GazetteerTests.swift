import CoreMLSpecification
import TestSupport
import Testing

@testable import NaturalLanguage

/// Gazetteers.
@Suite struct GazetteerTests {
    private static let planets = ["real": ["Earth", "Mars", "Mars"], "told": ["Arrakis", "Hoth", "New Caprica", "Vulcán"]]

    @Test("A gazetteer tells the labels of its terms, from a dictionary, its data, a file and a compiled model alike")
    func labels() throws {
        let folder = try TemporaryFolder()
        let file = folder.file("g.mlmodel")
        try NLGazetteer.write(Self.planets, language: .english, to: file)
        let compiled = try MLModel.compileModel(at: file)
        let first = try NLGazetteer(dictionary: Self.planets, language: .english)
        for gazetteer in try [first, NLGazetteer(data: first.data), NLGazetteer(contentsOf: file), NLGazetteer(contentsOf: compiled)] {
            #expect(gazetteer.language == .english && gazetteer.data == first.data)
            #expect(gazetteer.label(for: "Mars") == "real" && gazetteer.label(for: "New Caprica") == "told")
            #expect(gazetteer.label(for: "Vulca\u{301}n") == "told")
            #expect(gazetteer.label(for: "mars") == nil && gazetteer.label(for: "") == nil && gazetteer.label(for: "Caprica") == nil)
        }
        try FileManager.default.removeItem(at: compiled)
        let model = try MLModel(contentsOf: file)
        func label(_ text: String) throws -> String? {
            try model.prediction(from: MLDictionaryFeatureProvider(dictionary: ["text": text])).featureValue(for: "label")?.stringValue
        }
        #expect(try label("Hoth") == "told" && label("Pluto") == "")
        #expect(throws: MLModelError.self) { try NLEmbedding(contentsOf: file) }
        #expect(try NLGazetteer(dictionary: ["a": ["b"]], language: nil).language == nil)
    }

    @Test("Terms that make no gazetteer are refused with a reason")
    func badTerms() throws {
        func reason(_ terms: [String: [String]]) -> String {
            do {
                _ = try NLGazetteer(dictionary: terms, language: nil)
                return "no error"
            } catch {
                #expect(error is MLModelError)
                return error.localizedDescription
            }
        }
        #expect(reason([:]).contains("has no terms") && reason(["a": []]).contains("has no terms"))
        #expect(
            reason(["a": ["x", ""]]).contains("with the label 'a' is empty")
                && reason(["": ["x"]]).contains("a label of the gazetteer is empty"))
        #expect(reason(["a": ["x"], "b": ["x"]]).contains("the term 'x' of the gazetteer has the labels 'a' and 'b'"))
    }

    @Test("Data that are damaged or contradict themselves are an error")
    func hostileData() throws {
        typealias Parameters = Specification.GazetteerParameters
        let whole = try NLGazetteer(dictionary: Self.planets, language: nil).data
        for count in 0..<whole.count { #expect(throws: MLModelError.self) { try NLGazetteer(data: whole.prefix(count)) } }
        let message = try Specification.CoreMLModels.Gazetteer(parsing: Bytes(copying: whole))
        func load(_ change: (inout Parameters) -> Void) throws -> NLGazetteer {
            var (changed, parameters) = (message, try Parameters(parsing: message.modelParameterData))
            change(&parameters)
            changed.modelParameterData = Bytes(copying: parameters.encoded())
            return try NLGazetteer(data: changed.encoded())
        }
        #expect(try load { _ in }.label(for: "Hoth") == "told")
        #expect(throws: MLModelError.self) { try load { $0.labels[0] = 2 } }
        #expect(throws: MLModelError.self) { try load { $0.labels[0] = .max } }
        #expect(throws: MLModelError.self) { try load { $0.labels.removeLast() } }
        #expect(throws: MLModelError.self) { try load { ($0.terms, $0.labels) = ([], []) } }
        #expect(throws: MLModelError.self) { try load { $0.terms[0] = "" } }
        #expect(throws: MLModelError.self) { try load { $0.form = "another" } }
    }
}
