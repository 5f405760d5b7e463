import CoreMLSpecification

/// The parameters that a caller set in place of those in the model's file, each for one part of it.
package struct ModelParameters: Sendable {
    package enum Name: String, Sendable {
        case numberOfNeighbors
        case linkedModelFileName
        case linkedModelSearchPath
    }

    package enum Value: Sendable {
        case integer(Int64)
        case string(String)
    }

    private struct Entry: Sendable {
        var name: Name
        /// The names of the models around the one concerned, outermost first, joined by dots; nil for any model.
        var scope: String?
        var value: Value
    }

    private var entries: [Entry] = []

    package init() {}

    package mutating func set(_ name: Name, scope: String?, _ value: Value) {
        entries.append(Entry(name: name, scope: scope, value: value))
    }

    /// What concerns the model `name` of a pipeline that these concern. What was set without a scope holds for every model.
    func inside(_ name: String) -> ModelParameters {
        var result = ModelParameters()
        for var entry in entries {
            if let scope = entry.scope {
                guard scope == name || scope.hasPrefix(name + ".") else { continue }
                entry.scope = scope == name ? "" : String(scope.dropFirst(name.count + 1))
            }
            result.entries.append(entry)
        }
        return result
    }

    private func value(_ name: Name) -> Value? {
        let matching = entries.filter { $0.name == name && ($0.scope ?? "").isEmpty }
        // The scope of exactly this model beats none.
        return (matching.last { $0.scope != nil } ?? matching.last)?.value
    }

    /// A whole number: the caller's where the model allows it.
    ///
    /// - Throws: `RuntimeError.invalidInput` for a value that the model does not allow.
    func integer(_ name: Name, _ parameter: Specification.Int64Parameter?) throws -> Int64? {
        guard let given = value(name) else { return parameter?.defaultValue }
        guard case .integer(let value) = given else { throw RuntimeError.invalidInput("the parameter \(name.rawValue) is no whole number") }
        let isAllowed =
            switch parameter?.allowedValues {
            case .range(let range): value >= range.minValue && value <= range.maxValue
            case .set(let set): set.values.contains(value)
            case nil: true
            }
        guard isAllowed else { throw RuntimeError.invalidInput("the model does not allow \(value) as \(name.rawValue)") }
        return value
    }

    func string(_ name: Name, _ parameter: Specification.StringParameter?) throws -> String {
        guard let given = value(name) else { return parameter?.defaultValue ?? "" }
        guard case .string(let value) = given else { throw RuntimeError.invalidInput("the parameter \(name.rawValue) is no text") }
        return value
    }
}
