/// The reason why no class can be generated for a model: a sentence without a full stop.
package struct GenerationError: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}
