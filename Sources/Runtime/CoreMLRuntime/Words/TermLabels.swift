import CoreMLSpecification

/// A dictionary of terms (words or phrases) with a label each. Terms are compared by Unicode's canonical equivalence. The comparison
/// distinguishes upper and lower case.
package struct TermLabels: Sendable {
    /// The labels, in the order of the file.
    package let labels: [String]
    private let places: [String: Int]

    /// The number of terms.
    package var count: Int { places.count }

    /// - Parameter terms: the terms of each label.
    /// - Throws: `RuntimeError.invalidModel` for no terms, an empty term or label, and a term with two labels.
    package init(_ terms: [String: [String]]) throws {
        let labels = terms.keys.sorted()
        try self.init(
            labels, labels.indices.lazy.flatMap { place in (terms[labels[place]] ?? []).lazy.map { (term: $0, place: place) } })
    }

    /// - Parameters:
    ///   - labels: the labels of a gazetteer.
    ///   - parameters: the parameters of the gazetteer in a file.
    /// - Throws: `RuntimeError.invalidModel` for bytes that are damaged or have Apple's form, and for terms and labels that `init(_:)` rejects.
    package init(labels: [String], parameters: Bytes) throws {
        typealias Parameters = Specification.GazetteerParameters
        guard let message = try? Parameters(parsing: parameters), message.form == Parameters.form else {
            throw RuntimeError.invalidModel("the parameters of the gazetteer are damaged, or have Apple's form, which is private")
        }
        guard message.terms.count == message.labels.count else {
            throw RuntimeError.invalidModel("the gazetteer has \(message.labels.count) labels for \(message.terms.count) terms")
        }
        if let place = message.labels.first(where: { $0 >= labels.count }) {
            throw RuntimeError.invalidModel("the gazetteer has no label \(place) among \(labels.count)")
        }
        try self.init(labels, zip(message.terms, message.labels).lazy.map { (term: $0, place: Int($1)) })
    }

    /// - Precondition: the places are indices of labels.
    private init(_ labels: [String], _ terms: some Sequence<(term: String, place: Int)>) throws {
        guard !labels.contains("") else { throw RuntimeError.invalidModel("a label of the gazetteer is empty") }
        var places: [String: Int] = [:]
        for (term, place) in terms {
            guard !term.isEmpty else {
                throw RuntimeError.invalidModel("a term of the gazetteer with the label '\(labels[place])' is empty")
            }
            if let other = places.updateValue(place, forKey: term), other != place {
                throw RuntimeError.invalidModel(
                    "the term '\(term)' of the gazetteer has the labels '\(labels[other])' and '\(labels[place])'")
            }
        }
        guard !places.isEmpty else { throw RuntimeError.invalidModel("the gazetteer has no terms") }
        (self.labels, self.places) = (labels, places)
    }

    /// The parameters for a file, with the terms in the order of Unicode.
    package var parameters: Bytes {
        let terms = places.sorted { $0.key < $1.key }
        let message = Specification.GazetteerParameters.with {
            $0.form = Specification.GazetteerParameters.form
            $0.terms = terms.map(\.key)
            $0.labels = terms.map { UInt32($0.value) }
        }
        return Bytes(copying: message.encoded())
    }

    /// The label of a term; `nil` for an unknown term.
    package func label(for term: String) -> String? { places[term].map { labels[$0] } }
}
