import CoreMLSpecification

/// The Swift source that Xcode would generate for a model. It has three classes: for the model, the inputs and the outputs.
///
/// An ML Program with several functions gets these classes for each function. The classes of the default function have the model's name. The classes
/// of another function `F` are called `Name_F`.
package struct ModelClass {
    /// The access level of the classes.
    package enum Access: String, CaseIterable {
        case `internal`
        case `public`
    }

    /// The bundle in which the class looks for its compiled model.
    package enum ResourceBundle {
        /// The resources of the SwiftPM target to which the class belongs.
        case module
        /// The bundle of the class, the bundle of the program, or a bundle in one of their folders.
        case any
    }

    package struct Options {
        package var access = Access.internal
        package var bundle = ResourceBundle.any

        package init() {}
    }

    /// The name of the class.
    package let name: String

    /// The content of the Swift file.
    package let source: String

    /// - Parameters:
    ///   - modelName: the name of the class. Characters that Swift does not allow in a name are replaced.
    ///   - resourceName: the name of the compiled model without `.mlmodelc`.
    /// - Throws: ``GenerationError`` if no Swift property can have the type of a feature.
    package init(_ model: Specification.Model, modelName: String, resourceName: String, options: Options = Options()) throws {
        let name = SwiftName.identifier(modelName)
        var names = NameTable()
        let metadata = model.description?.metadata
        let summary = metadata?.shortDescription ?? ""
        let functions = ModelFunction.list(model.description ?? .init())
        let sections = try functions.map { function in
            let base = names.unique(function.isDefault ? name : name + "_" + SwiftName.identifier(function.name))
            return try FunctionClasses(base, function: function, resourceName: resourceName, summary: summary, options: options).source
        }
        self.name = name
        source = """
            //
            // \(SwiftText.line(resourceName)).swift
            //
            // Generated from the model; changes to this file are lost.
            //

            import CoreML

            \(sections.joined(separator: "\n"))
            """
    }
}

/// A function of a model. Only ML Programs may have several functions; all other models have one.
struct ModelFunction {
    let name: String
    let isDefault: Bool
    /// Whether the model's configuration must name this function.
    let isNamed: Bool
    let inputs: [Specification.FeatureDescription]
    let outputs: [Specification.FeatureDescription]
    let trainingInputs: [Specification.FeatureDescription]
    let hasStates: Bool

    /// The functions of a model, the default function first.
    static func list(_ description: Specification.ModelDescription) -> [ModelFunction] {
        guard !description.functions.isEmpty else {
            return [
                ModelFunction(
                    name: "", isDefault: true, isNamed: false, inputs: description.input, outputs: description.output,
                    trainingInputs: description.trainingInput, hasStates: !description.state.isEmpty)
            ]
        }
        let first = description.functions.firstIndex { $0.name == description.defaultFunctionName } ?? 0
        let functions = description.functions.enumerated().map { index, function in
            ModelFunction(
                name: function.name, isDefault: index == first, isNamed: true, inputs: function.input, outputs: function.output,
                trainingInputs: [], hasStates: !function.state.isEmpty)
        }
        return functions.filter(\.isDefault) + functions.filter { !$0.isDefault }
    }
}
