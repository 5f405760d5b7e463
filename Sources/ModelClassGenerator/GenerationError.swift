/// Why there can be no class for a model; the reason is a sentence without a full stop.
package struct GenerationError: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}
