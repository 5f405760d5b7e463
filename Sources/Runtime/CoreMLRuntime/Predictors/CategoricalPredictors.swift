import CoreMLSpecification

/// Encodes a category as a one-hot vector: zeros, with a one at the category's index.
final class OneHotEncoderPredictor: ModelPredictor {
    private let places: CategoryPlaces
    private let isSparse: Bool
    private let ignoresUnknown: Bool
    private let input: String

    /// - Throws: `RuntimeError.invalidModel` for an encoder without categories, `unsupported` for an unknown treatment of unknown categories.
    init(_ specification: Specification.OneHotEncoder, interface: ModelInterface) throws {
        switch specification.categoryType {
        case .stringCategories(let categories): places = CategoryPlaces(categories.vector)
        case .int64Categories(let categories): places = CategoryPlaces(categories.vector)
        case nil: throw RuntimeError.invalidModel("the one-hot encoder has no categories")
        }
        if case .unrecognized(let number) = specification.handleUnknown {
            throw RuntimeError.unsupported("the treatment \(number) of unknown categories is not supported")
        }
        input = interface.inputs.first?.name ?? ""
        isSparse = specification.outputSparse
        ignoresUnknown = specification.handleUnknown == .ignoreUnknown
    }

    func predict(_ inputs: [PredictorValue?]) throws -> [PredictorValue?] {
        let place: Int?
        let value: String
        switch inputs.first ?? nil {
        case .string(let text): (place, value) = (places.strings[text], "'\(text)'")
        case .int64(let number): (place, value) = (places.integers[number], "\(number)")
        case .double(let number): (place, value) = (Int64(exactly: number).flatMap { places.integers[$0] }, "\(number)")
        default: throw RuntimeError.invalidInput("the one-hot encoder takes a string or an integer")
        }
        if place == nil, !ignoresUnknown {
            throw RuntimeError.invalidInput("input '\(input)' cannot be \(value); the categories are \(places.list)")
        }
        if isSparse { return [.int64Dictionary(place.map { [Int64($0): 1] } ?? [:])] }
        var values = [Double](repeating: 0, count: places.count)
        if let place { values[place] = 1 }
        return [.tensor(Tensor(doubles: values, shape: [values.count]))]
    }
}

/// Converts a dictionary to a vector with one element for every known key.
final class DictionaryVectorizerPredictor: ModelPredictor {
    private let places: CategoryPlaces

    /// - Throws: `RuntimeError.invalidModel` for a vectorizer without keys.
    init(_ specification: Specification.DictVectorizer, interface: ModelInterface) throws {
        switch specification.map {
        case .stringToIndex(let keys): places = CategoryPlaces(keys.vector)
        case .int64ToIndex(let keys): places = CategoryPlaces(keys.vector)
        case nil: throw RuntimeError.invalidModel("the dictionary vectorizer has no keys")
        }
    }

    func predict(_ inputs: [PredictorValue?]) throws -> [PredictorValue?] {
        var values = [Double](repeating: 0, count: places.count)
        switch (inputs.first ?? nil)?.withPlainDictionary {
        case .stringDictionary(let dictionary):
            for (key, value) in dictionary { if let place = places[key] { values[place] = value } }
        case .int64Dictionary(let dictionary):
            for (key, value) in dictionary { if let place = places[key] { values[place] = value } }
        default: throw RuntimeError.invalidInput("the dictionary vectorizer takes a dictionary")
        }
        return [.tensor(Tensor(doubles: values, shape: [values.count]))]
    }
}

/// The index of each category in a list.
private struct CategoryPlaces: Sendable {
    var strings: [String: Int] = [:]
    var integers: [Int64: Int] = [:]
    let count: Int

    /// Converters may describe dictionaries with integer keys as dictionaries with string keys, so a key of either type is found.
    subscript(key: String) -> Int? { strings[key] ?? Int64(key).flatMap { integers[$0] } }
    subscript(key: Int64) -> Int? { integers[key] ?? strings[String(key)] }

    /// The categories in their order, for messages. If there are many, only the first twenty.
    var list: String {
        let texts = strings.sorted { $0.value < $1.value }.map { "'\($0.key)'" }
        let numbers = integers.sorted { $0.value < $1.value }.map { "\($0.key)" }
        let all = texts + numbers
        return all.prefix(20).joined(separator: ", ") + (all.count > 20 ? " and \(all.count - 20) more" : "")
    }

    init(_ categories: [String]) {
        strings = Dictionary(categories.enumerated().map { ($1, $0) }) { first, _ in first }
        count = categories.count
    }

    init(_ categories: [Int64]) {
        integers = Dictionary(categories.enumerated().map { ($1, $0) }) { first, _ in first }
        count = categories.count
    }
}

/// Maps strings to integers, or integers to strings.
final class CategoricalMappingPredictor: ModelPredictor {
    private let toInteger: [String: Int64]
    private let toString: [Int64: String]
    private let unknown: PredictorValue?

    /// - Throws: `RuntimeError.invalidModel` for a mapping that is missing.
    init(_ specification: Specification.CategoricalMapping, interface: ModelInterface) throws {
        switch specification.mappingType {
        case .stringToInt64Map(let map):
            toInteger = map.map.dictionary
            toString = [:]
        case .int64ToStringMap(let map):
            toInteger = [:]
            toString = map.map.dictionary
        case nil: throw RuntimeError.invalidModel("the categorical mapping is missing")
        }
        unknown =
            switch specification.valueOnUnknown {
            case .strValue(let value): .string(value)
            case .int64Value(let value): .int64(value)
            case nil: nil
            }
    }

    func predict(_ inputs: [PredictorValue?]) throws -> [PredictorValue?] {
        let mapped: PredictorValue?
        switch inputs.first ?? nil {
        case .string(let value): mapped = toInteger[value].map { .int64($0) }
        case .int64(let value): mapped = toString[value].map { .string($0) }
        default: throw RuntimeError.invalidInput("the categorical mapping takes a string or an integer")
        }
        guard let value = mapped ?? unknown else { throw RuntimeError.invalidInput("the categorical mapping does not know the value") }
        return [value]
    }
}
