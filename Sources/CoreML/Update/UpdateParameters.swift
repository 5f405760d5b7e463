import CoreMLRuntime
import CoreMLSpecification
import Foundation

/// The parameters of an updatable model: what the file says about each, and how values become settings.
enum UpdateParameters {
    /// One parameter as the file describes it.
    private struct Parameter {
        var key: MLParameterKey
        var value: Any
        var range: ClosedRange<Double>?
        var allowed: [Int64]?
        /// Puts a number into settings.
        var store: (Double, inout UpdateSettings) -> Void
        /// The value in settings.
        var load: (UpdateSettings) -> Any

        func check(_ number: Double) throws {
            let isAllowed = number.isFinite && (range?.contains(number) ?? true) && (allowed?.contains { Double($0) == number } ?? true)
            guard isAllowed else { throw MLModelError(.parameters, "The model does not allow \(number) for \(key).") }
        }
    }

    // MARK: Of a model

    private static func parameters(of model: Specification.Model) -> [Parameter] {
        let part = model.updatedPart
        var list: [Parameter] = []
        func add(
            _ key: MLParameterKey, _ parameter: Specification.DoubleParameter?, _ path: WritableKeyPath<UpdateSettings, Float> & Sendable
        ) {
            guard let parameter else { return }
            var range: ClosedRange<Double>?
            if case .range(let allowed) = parameter.allowedValues, allowed.minValue <= allowed.maxValue {
                range = allowed.minValue...allowed.maxValue
            }
            list.append(
                Parameter(
                    key: key, value: parameter.defaultValue, range: range, store: { $1[keyPath: path] = Float($0) },
                    load: { Double($0[keyPath: path]) }))
        }
        func add(_ key: MLParameterKey, _ parameter: Specification.Int64Parameter?, _ path: WritableKeyPath<UpdateSettings, Int> & Sendable)
        {
            guard let parameter else { return }
            let (range, allowed) = limits(parameter)
            list.append(
                Parameter(
                    key: key, value: Int(clamping: parameter.defaultValue), range: range ?? 1...0x1p52, allowed: allowed,
                    store: { $1[keyPath: path] = Int($0) }, load: { $0[keyPath: path] }))
        }
        if let update = part.networkUpdate {
            switch update.optimizer?.optimizerType {
            case .sgdOptimizer(let optimizer):
                add(.learningRate, optimizer.learningRate, \.learningRate)
                add(.miniBatchSize, optimizer.miniBatchSize, \.miniBatchSize)
                add(.momentum, optimizer.momentum, \.momentum)
            case .adamOptimizer(let optimizer):
                add(.learningRate, optimizer.learningRate, \.learningRate)
                add(.miniBatchSize, optimizer.miniBatchSize, \.miniBatchSize)
                add(.beta1, optimizer.beta1, \.beta1)
                add(.beta2, optimizer.beta2, \.beta2)
                add(.eps, optimizer.eps, \.epsilon)
            case nil: break
            }
            add(.epochs, update.epochs, \.epochs)
            list.append(
                Parameter(
                    key: .shuffle, value: update.shuffle?.defaultValue ?? true, store: { $1.shuffles = $0 != 0 }, load: { $0.shuffles }))
            list.append(
                Parameter(
                    key: .seed, value: update.seed.map { Int(clamping: $0.defaultValue) } ?? 0, range: -0x1p62...0x1p62,
                    store: { $1.seed = Int($0) }, load: { $0.seed ?? 0 }))
        }
        if case .kNearestNeighborsClassifier(let classifier) = part.type {
            add(.numberOfNeighbors, classifier.numberOfNeighbors, \.neighbors)
        }
        return list
    }

    private static func limits(_ parameter: Specification.Int64Parameter) -> (ClosedRange<Double>?, [Int64]?) {
        switch parameter.allowedValues {
        case .range(let range) where range.minValue <= range.maxValue:
            // Some makers write 0 for a size that has no upper limit.
            (Double(max(range.minValue, 1))...Double(max(range.maxValue, 1)), nil)
        case .set(let set): (nil, set.values.isEmpty ? nil : set.values)
        default: (nil, nil)
        }
    }

    fileprivate static func descriptions(of model: Specification.Model) -> [MLParameterDescription] {
        parameters(of: model).map { parameter in
            let numbers = parameter.allowed.map { Set($0.map { NSNumber(value: $0) }) }
            let values = parameter.allowed ?? []
            var constraint: MLNumericConstraint?
            if let low = parameter.range?.lowerBound ?? values.min().map(Double.init),
                let high = parameter.range?.upperBound ?? values.max().map(Double.init)
            {
                constraint = MLNumericConstraint(
                    minNumber: NSNumber(value: low), maxNumber: NSNumber(value: high), enumeratedNumbers: numbers)
            }
            return MLParameterDescription(key: parameter.key, defaultValue: parameter.value, numericConstraint: constraint)
        }
    }

    // MARK: Values

    /// The value of each parameter that the model has.
    static func values(of settings: UpdateSettings, for model: Specification.Model) -> [MLParameterKey: Any] {
        Dictionary(parameters(of: model).map { ($0.key, $0.load(settings)) }) { first, _ in first }
    }

    /// Puts values into settings.
    ///
    /// - Throws: `MLModelError.parameters` for a parameter that the model has not, or a value that it does not allow; the settings are
    ///   then as before.
    static func apply(_ values: [MLParameterKey: Any], to settings: inout UpdateSettings, of model: Specification.Model) throws {
        guard !values.isEmpty else { return }
        let known = parameters(of: model)
        var changed = settings
        for (key, value) in values {
            // These tell where a linked model lies, and nothing about the update.
            if key == .linkedModelFileName || key == .linkedModelSearchPath { continue }
            guard let parameter = known.first(where: { $0.key == key }) else {
                throw MLModelError(.parameters, "The model has no parameter \(key).")
            }
            guard let number = number(value) else { throw MLModelError(.parameters, "The value of \(key), \(value), is not a number.") }
            try parameter.check(number)
            parameter.store(number, &changed)
        }
        settings = changed
    }

    private static func number(_ value: Any) -> Double? {
        switch value {
        case let value as Bool: value ? 1 : 0
        case let value as Int: Double(value)
        case let value as Int64: Double(value)
        case let value as Double: value
        case let value as Float: Double(value)
        case let value as NSNumber: value.doubleValue
        default: nil
        }
    }
}

extension MLParameterDescription {
    /// The parameters that a model lets its user set.
    static func descriptions(of model: Specification.Model) -> [MLParameterDescription] {
        model.isUpdatable ? UpdateParameters.descriptions(of: model) : []
    }
}
