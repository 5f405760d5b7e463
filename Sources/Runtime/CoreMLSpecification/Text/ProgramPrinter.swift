/// Writes an ML Program in the text form of Apple's compiler, which ``ProgramParser`` reads. Arguments and attributes are sorted by name.
/// The spelling is that of version 1.0 if all functions have operation sets before iOS 18. For newer operation sets, it is that of version
/// 1.3.
package struct ProgramPrinter {
    typealias MILSpec = Specification.MILSpec

    /// Whether a scalar's type is written `tensor<fp32, []>`, as in version 1.0, instead of `fp32`.
    let spellsScalarsAsTensors: Bool
    private let maximumByteCount: Int
    private var text = ""

    private init(spellsScalarsAsTensors: Bool, maximumByteCount: Int) {
        self.spellsScalarsAsTensors = spellsScalarsAsTensors
        self.maximumByteCount = maximumByteCount
    }

    /// The text of `program`.
    ///
    /// - Parameter maximumByteCount: the maximum size of the text. As text, a value takes up to 24 times its packed size in the message.
    /// - Throws: ``SpecificationError`` if a value or a type has no written form, or the text is too long.
    package static func text(of program: Specification.MILSpec.Program, maximumByteCount: Int = 128 << 20) throws -> String {
        let isOld = program.functions.entries.allSatisfy { OperationSetName.isBeforeIOS18($0.value.opset) }
        var printer = ProgramPrinter(spellsScalarsAsTensors: isOld, maximumByteCount: maximumByteCount)
        printer.text = "program(\(isOld ? "1.0" : "1.3"))\n"
        if !program.attributes.isEmpty {
            try printer.write(program.attributes)
            printer.text += "\n"
        }
        printer.text += "{\n"
        for (name, function) in program.functions { try printer.write(name, function) }
        return printer.text + "}\n"
    }

    private mutating func write(_ name: String, _ function: MILSpec.Function) throws {
        guard let block = function.blockSpecializations[function.opset] ?? function.blockSpecializations.values.last else {
            throw SpecificationError("function '\(name)' has no block")
        }
        text += "    func \(name)<\(OperationSetName.text(fromMessage: function.opset))>("
        try write(function.inputs)
        text += ")"
        if !function.attributes.isEmpty {
            text += " "
            try write(function.attributes)
        }
        text += " "
        try write(block, indentation: "        ")
        text += ";\n"
    }

    // MARK: Blocks

    private mutating func write(_ block: MILSpec.Block, indentation: String) throws {
        text += "{\n"
        for operation in block.operations { try write(operation, indentation: indentation + "    ") }
        text += "\(indentation)} -> (\(block.outputs.joined(separator: ", ")))"
        try write(block.attributes)
    }

    private mutating func write(_ operation: MILSpec.Operation, indentation: String) throws {
        try checkLength()
        text += indentation
        if !operation.outputs.isEmpty {
            try write(operation.outputs)
            text += " = "
        }
        text += "\(operation.type)("
        try separate(operation.inputs.sorted { $0.key < $1.key }) { printer, input in
            printer.text += "\(input.key) = "
            let bindings = input.value.arguments
            if bindings.count != 1 { printer.text += "(" }
            try printer.separate(bindings) { try $0.write($1) }
            if bindings.count != 1 { printer.text += ")" }
        }
        text += ")"
        try write(operation.attributes)
        for block in operation.blocks {
            text += " "
            if !block.inputs.isEmpty {
                text += "("
                try write(block.inputs)
                text += ") "
            }
            try write(block, indentation: indentation + "    ")
        }
        text += ";\n"
    }

    private mutating func write(_ binding: MILSpec.Argument.Binding) throws {
        switch binding.binding {
        case .name(let name): text += name
        case .value(let value): try write(value)
        case nil: throw SpecificationError("an argument is not bound")
        }
    }

    private mutating func write(_ names: [MILSpec.NamedValueType]) throws {
        try separate(names) { printer, value in
            try printer.write(value.type)
            printer.text += " \(value.name)"
        }
    }

    private mutating func write(_ attributes: OrderedMap<String, MILSpec.Value>) throws {
        guard !attributes.isEmpty else { return }
        text += "["
        try separate(attributes.sorted { $0.key < $1.key }) { printer, attribute in
            printer.text += "\(attribute.key) = "
            try printer.write(attribute.value)
        }
        text += "]"
    }

    mutating func separate<Elements: Sequence>(
        _ elements: Elements, _ write: (inout ProgramPrinter, Elements.Element) throws -> Void
    ) throws {
        for (index, element) in elements.enumerated() {
            if index > 0 { text += ", " }
            try write(&self, element)
        }
    }

    mutating func append(_ string: String) {
        text += string
    }

    /// Checks the length of the text. It is called wherever a small message may become much text.
    func checkLength() throws {
        guard text.utf8.count <= maximumByteCount else { throw SpecificationError("its text is longer than \(maximumByteCount) bytes") }
    }
}
