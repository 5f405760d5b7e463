/// The classes of one function of a model.
struct FunctionClasses {
    /// The name of the class, without backticks.
    let name: String
    let function: ModelFunction
    let resourceName: String
    let summary: String
    let options: ModelClass.Options
    let inputs: [ClassFeature]
    let outputs: [ClassFeature]
    private let trainingInputs: [ClassFeature]

    init(_ name: String, function: ModelFunction, resourceName: String, summary: String, options: ModelClass.Options) throws {
        self.name = name
        self.function = function
        self.resourceName = resourceName
        self.summary = summary
        self.options = options
        // A parameter with a class' name would hide the class.
        let taken: Set = [name, name + "Input", name + "Output"]
        inputs = try ClassFeature.list(function.inputs, taken: taken)
        outputs = try ClassFeature.list(function.outputs, taken: taken)
        trainingInputs = try ClassFeature.list(function.trainingInputs, taken: taken)
    }

    /// The class name with backticks, if Swift needs them.
    var className: String { SwiftName.quoted(name) }
    var inputName: String { name + "Input" }
    var outputName: String { name + "Output" }

    /// The modifier before a declaration: `public ` or nothing.
    var access: String { options.access == .public ? "public " : "" }

    var source: String {
        var classes = [InputClass(name: inputName, title: "What the model predicts from.", features: inputs, access: access).source]
        classes.append(outputClass)
        if !trainingInputs.isEmpty {
            let title = "What the model learns from."
            classes.append(InputClass(name: name + "TrainingInput", title: title, features: trainingInputs, access: access).source)
        }
        classes.append(modelClass)
        return classes.joined(separator: "\n")
    }
}

/// Members of a class with an empty line between them.
func joined(_ members: [String]) -> String {
    members.filter { !$0.isEmpty }.joined(separator: "\n\n")
}
