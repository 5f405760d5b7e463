import CoreMLRuntime
import Foundation
import Locks

/// Looks up the app's classes for custom layers and custom models.
final class CustomClasses: @unchecked Sendable {
    static let shared = CustomClasses()

    private let lock = Lock()
    private var layers: [String: any MLCustomLayer.Type] = [:]
    private var models: [String: any MLCustomModel.Type] = [:]

    func register(layer: any MLCustomLayer.Type, _ name: String) {
        lock.withLock { layers[name] = layer }
    }

    func register(model: any MLCustomModel.Type, _ name: String) {
        lock.withLock { models[name] = model }
    }

    /// - Throws: `MLModelError.customLayer` that names the class, if the class does not exist or is not an `MLCustomLayer`.
    func layer(named name: String) throws -> any MLCustomLayer.Type {
        if let registered = lock.withLock({ layers[name] }) { return registered }
        guard let type = Self.type(named: name) else {
            throw MLModelError(.customLayer, "There is no class '\(name)'; MLModel.registerCustomLayer can name one.")
        }
        guard let layer = type as? any MLCustomLayer.Type else {
            throw MLModelError(.customLayer, "The class '\(name)' is no MLCustomLayer.")
        }
        return layer
    }

    /// - Throws: `MLModelError.customModel` that names the class, if the class does not exist or is not an `MLCustomModel`.
    func model(named name: String) throws -> any MLCustomModel.Type {
        if let registered = lock.withLock({ models[name] }) { return registered }
        guard let type = Self.type(named: name) else {
            throw MLModelError(.customModel, "There is no class '\(name)'; MLModel.registerCustomModel can name one.")
        }
        guard let model = type as? any MLCustomModel.Type else {
            throw MLModelError(.customModel, "The class '\(name)' is no MLCustomModel.")
        }
        return model
    }

    /// Looks up the class `Module.Class` in this program. The name comes from a model file and is not trusted, so only two plain
    /// identifiers are passed to the runtime's demangler.
    private static func type(named name: String) -> Any.Type? {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        let isPlain = parts.allSatisfy { part in
            part.utf8.allSatisfy {
                $0 == UInt8(ascii: "_") || ($0 < 0x80 && Character(UnicodeScalar($0)).isLetter) || (0x30...0x39).contains($0)
            }
                && part.utf8.first.map { !(0x30...0x39).contains($0) } == true
        }
        guard parts.count == 2, isPlain else { return nil }
        return _typeByName(name)
    }
}

extension CustomParameter {
    /// The value as Core ML passes it to the app. Numbers and Booleans are `NSNumber`s, which cast to all of Swift's number types.
    var object: Any {
        switch self {
        case .double(let value): NSNumber(value: value)
        case .integer(let value): NSNumber(value: value)
        case .bool(let value): NSNumber(value: value)
        case .string(let value): value
        case .bytes(let value): value.withUnsafeBytes { Data($0) }
        }
    }
}
