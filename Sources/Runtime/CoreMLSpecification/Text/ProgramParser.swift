/// Reads the text form of ML Programs, in which Apple's compiler writes `model.mil`.
///
/// ```
/// program(1.3)
/// [buildInfo = dict<string, string>({{"coremlc-version", "3520.5.1"}})]
/// {
///     func main<ios17>(tensor<fp32, [1, ?]> x) [attributes] {
///             fp32 half = const()[name = string("half"), val = fp32(0x1p-1)];
///             tensor<fp32, [1, ?]> y = mul(x = x, y = half)[name = string("y")];
///         } -> (y);
/// }
/// ```
///
/// Both spellings of scalars are read, `string("a")` and `tensor<string, []>("a")`. A literal value may stand where a name is expected. The
/// blocks of an operation follow its attributes. Commas between the blocks are optional.
/// A block is written `(tensor<…> parameter, …) { … } -> (result, …)`. Without parameters, the first parentheses are left out.
///
/// Like the reader of messages, the parser trusts nothing. Nesting is limited to ``maximumDepth``. The memory that it allocates is limited
/// to ``WireReader/fixedBudget`` and ``WireReader/budgetFactor`` times the size of the text.
struct ProgramParser {
    typealias MILSpec = Specification.MILSpec

    static let maximumDepth = 32

    var scanner: TextScanner
    /// The folder that replaces `@model_path/` in the names of weight files.
    let weightFolder: String
    private var budget: Int
    private var depth = 0

    static let modelPath = "@model_path/"

    /// Parses the program in `text`.
    ///
    /// - Parameter folder: the program's folder relative to the model's, with a slash at the end. Empty if both folders are the same.
    /// - Throws: ``SpecificationError`` with the reason and the line.
    static func program(in text: Bytes, folder: String = "") throws -> MILSpec.Program {
        try text.withUnsafeBytes { bytes in
            var parser = try ProgramParser(bytes, weightFolder: modelPath + folder)
            return try parser.program()
        }
    }

    private init(_ bytes: UnsafeRawBufferPointer, weightFolder: String) throws {
        scanner = try TextScanner(bytes)
        self.weightFolder = weightFolder
        let (product, overflow) = bytes.count.multipliedReportingOverflow(by: WireReader.budgetFactor)
        budget = overflow ? .max / 2 : product + WireReader.fixedBudget
    }

    // MARK: Tokens

    func malformed(_ what: String) -> SpecificationError { scanner.malformed(what) }

    func isAhead(_ scalar: Unicode.Scalar) -> Bool { scanner.token == .punctuation(scalar) }

    /// Passes over `scalar` if it is the next token.
    ///
    /// - Returns: whether it was.
    mutating func accept(_ scalar: Unicode.Scalar) throws -> Bool {
        guard isAhead(scalar) else { return false }
        try scanner.advance()
        return true
    }

    mutating func expect(_ scalar: Unicode.Scalar) throws {
        guard try accept(scalar) else { throw malformed("'\(scalar)' is missing") }
    }

    mutating func name(_ what: String) throws -> String {
        guard case .name(let name) = scanner.token else { throw malformed("\(what) is missing") }
        try scanner.advance()
        return name
    }

    private mutating func keyword(_ word: String) throws {
        guard try name("'\(word)'") == word else { throw malformed("'\(word)' is missing") }
    }

    /// Parses elements with commas between them up to `close`, which is read, too.
    mutating func list(upTo close: Unicode.Scalar, _ element: (inout ProgramParser) throws -> Void) throws {
        while try !accept(close) {
            try element(&self)
            if try !accept(",") {
                try expect(close)
                return
            }
        }
    }

    /// Calls `body` with the nesting one level deeper.
    mutating func nested<Result>(_ body: (inout ProgramParser) throws -> Result) throws -> Result {
        guard depth < Self.maximumDepth else { throw malformed("nested more than \(Self.maximumDepth) deep") }
        depth += 1
        defer { depth -= 1 }
        return try body(&self)
    }

    /// Counts memory that parsing is about to use.
    mutating func charge(_ byteCount: Int) throws {
        budget -= byteCount
        guard budget >= 0 else { throw malformed("more values than a text of this size may hold") }
    }

    // MARK: The program

    private mutating func program() throws -> MILSpec.Program {
        try keyword("program")
        try expect("(")
        guard case .number(let version) = scanner.token else { throw malformed("the program's version is missing") }
        guard version.hasPrefix("1.") else { throw malformed("the version \(version) of programs is not known") }
        try scanner.advance()
        try expect(")")
        var program = MILSpec.Program()
        program.version = 1  // That of the message; the number in the text is that of its spelling.
        program.attributes = try attributes()
        try expect("{")
        var names = Set<String>()
        while try !accept("}") {
            let (name, function) = try function()
            guard names.insert(name).inserted else { throw malformed("a second function '\(name.prefix(64))'") }
            program.functions.append(name, function)
        }
        guard scanner.token == .end else { throw malformed("text after the program") }
        return program
    }

    private mutating func function() throws -> (name: String, MILSpec.Function) {
        try keyword("func")
        let name = try name("the function's name")
        var function = MILSpec.Function()
        try expect("<")
        function.opset = OperationSetName.message(fromText: try self.name("the operation set"))
        try expect(">")
        try expect("(")
        function.inputs = try typedNames()
        function.attributes = try attributes()
        var block = MILSpec.Block()
        try body(of: &block)
        _ = try accept(";")
        function.blockSpecializations[function.opset] = block
        return (name, function)
    }

    /// Parses types and names up to the closing parenthesis: `type name, …)`.
    private mutating func typedNames() throws -> [MILSpec.NamedValueType] {
        var names: [MILSpec.NamedValueType] = []
        try list(upTo: ")") { names.append(try $0.typedName()) }
        return names
    }

    private mutating func typedName() throws -> MILSpec.NamedValueType {
        try charge(MemoryLayout<MILSpec.NamedValueType>.stride)
        let type = try valueType()
        let name = try name("a value's name")
        return .with {
            $0.type = type
            $0.name = name
        }
    }

    /// Parses attributes: `[name = value, …]`, or nothing.
    private mutating func attributes() throws -> OrderedMap<String, MILSpec.Value> {
        var attributes = OrderedMap<String, MILSpec.Value>()
        guard try accept("[") else { return attributes }
        try list(upTo: "]") { parser in
            let name = try parser.name("an attribute's name")
            try parser.expect("=")
            attributes.append(name, try parser.value())
        }
        return attributes
    }

    // MARK: Blocks

    /// Parses the body of a block: `{ operations } -> (names)`.
    private mutating func body(of block: inout MILSpec.Block) throws {
        try charge(MemoryLayout<MILSpec.Block>.stride)
        try expect("{")
        while try !accept("}") { block.operations.append(try operation()) }
        guard scanner.token == .arrow else { throw malformed("'->' is missing") }
        try scanner.advance()
        try expect("(")
        var outputs: [String] = []
        try list(upTo: ")") { outputs.append(try $0.name("a result's name")) }
        try charge(outputs.count * MemoryLayout<String>.stride)
        block.outputs = outputs
        block.attributes = try attributes()
    }

    private mutating func operation() throws -> MILSpec.Operation {
        try charge(2 * MemoryLayout<MILSpec.Operation>.stride)
        var operation = MILSpec.Operation()
        // An operation without results begins with its own name and a parenthesis. Other operations begin with a type.
        var kind = try name("an operation")
        if !isAhead("(") {
            try charge(MemoryLayout<MILSpec.NamedValueType>.stride)
            let type = try valueType(named: kind)
            let name = try name("a value's name")
            operation.outputs.append(
                .with {
                    $0.type = type
                    $0.name = name
                })
            while try accept(",") { operation.outputs.append(try typedName()) }
            try expect("=")
            kind = try self.name("an operation")
        }
        operation.type = kind
        try expect("(")
        var inputs = OrderedMap<String, MILSpec.Argument>()
        try list(upTo: ")") { parser in
            let name = try parser.name("an argument's name")
            try parser.expect("=")
            inputs.append(name, try parser.argument())
        }
        operation.inputs = inputs
        operation.attributes = try attributes()
        while isAhead("{") || isAhead("(") {
            operation.blocks.append(try nested { try $0.block() })
            _ = try accept(",")
        }
        if operation.blocks.isEmpty { try expect(";") } else { _ = try accept(";") }
        return operation
    }

    private mutating func block() throws -> MILSpec.Block {
        var block = MILSpec.Block()
        if try accept("(") { block.inputs = try typedNames() }
        try body(of: &block)
        return block
    }

    /// Parses an argument: a name, a value, or several of them in parentheses.
    private mutating func argument() throws -> MILSpec.Argument {
        var argument = MILSpec.Argument()
        guard try accept("(") else {
            argument.arguments = [try binding()]
            return argument
        }
        try list(upTo: ")") { argument.arguments.append(try $0.binding()) }
        return argument
    }

    private mutating func binding() throws -> MILSpec.Argument.Binding {
        try charge(2 * MemoryLayout<MILSpec.Argument.Binding>.stride)
        var binding = MILSpec.Argument.Binding()
        if case .name(let name) = scanner.token, Bool(name) == nil {
            try scanner.advance()
            if isAhead("<") || isAhead("(") {
                binding.binding = .value(try value(ofTypeNamed: name))
            } else {
                binding.binding = .name(name)
            }
        } else {
            binding.binding = .value(try value())
        }
        return binding
    }
}
