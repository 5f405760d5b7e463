import InputChecks

extension ProgramParser {
    /// Parses a type and the value that follows it. A string, number or Boolean may stand without a type.
    mutating func value() throws -> MILSpec.Value {
        switch scanner.token {
        case .name(let name) where Bool(name) == nil:
            try scanner.advance()
            return try value(ofTypeNamed: name)
        case .string: return try value(of: MILSpec.ValueType.scalar(.string))
        case .name: return try value(of: MILSpec.ValueType.scalar(.bool))
        case .number(let digits): return try value(of: MILSpec.ValueType.scalar(Int32(digits) == nil ? .float32 : .int32))
        default: throw malformed("a value is missing")
        }
    }

    /// Parses a value `(…)` whose type begins with `name`, which has been read.
    mutating func value(ofTypeNamed name: String) throws -> MILSpec.Value {
        let type = try valueType(named: name)
        try expect("(")
        let value = try value(of: type)
        try expect(")")
        return value
    }

    /// Parses the content of the parentheses that follow `type`.
    private mutating func value(of type: MILSpec.ValueType) throws -> MILSpec.Value {
        try charge(3 * MemoryLayout<MILSpec.Value>.stride)
        return try nested { parser in
            var value = MILSpec.Value()
            value.type = type
            if parser.scanner.token == .name("BLOBFILE") {
                value.value = .blobFileValue(try parser.weightReference())
                return value
            }
            var immediate = MILSpec.Value.ImmediateValue()
            switch type.type {
            case .tensorType(let tensor): immediate.value = .tensor(try parser.tensorValue(of: tensor))
            case .listType(let list):
                let elements = try parser.elements { _ in list.type }
                immediate.value = .list(.with { $0.values = elements })
            case .tupleType(let tuple):
                let elements = try parser.elements { index in index < tuple.types.count ? tuple.types[index] : nil }
                guard elements.count == tuple.types.count else { throw parser.malformed("a tuple of another length than its type's") }
                immediate.value = .tuple(.with { $0.values = elements })
            case .dictionaryType(let dictionary): immediate.value = .dictionary(try parser.dictionary(of: dictionary))
            default: throw parser.malformed("a state cannot be written")
            }
            value.value = .immediateValue(immediate)
            return value
        }
    }

    /// Parses `[a, b]` or `(a, b)`. `type` returns the type of each element by its index.
    private mutating func elements(_ type: (Int) -> MILSpec.ValueType?) throws -> [MILSpec.Value] {
        let close: Unicode.Scalar
        if try accept("[") {
            close = "]"
        } else {
            try expect("(")
            close = ")"
        }
        var elements: [MILSpec.Value] = []
        try list(upTo: close) { parser in
            guard let type = type(elements.count) else { throw parser.malformed("more elements than the type has") }
            elements.append(try parser.value(of: type))
        }
        return elements
    }

    /// Parses a dictionary: `{{key, value}, …}`.
    private mutating func dictionary(of type: MILSpec.DictionaryType) throws -> MILSpec.DictionaryValue {
        guard let keyType = type.keyType, let valueType = type.valueType else { throw malformed("a dictionary without types") }
        var dictionary = MILSpec.DictionaryValue()
        try expect("{")
        try list(upTo: "}") { parser in
            try parser.expect("{")
            let key = try parser.value(of: keyType)
            try parser.expect(",")
            let value = try parser.value(of: valueType)
            try parser.expect("}")
            dictionary.values.append(
                .with {
                    $0.key = key
                    $0.value = value
                })
        }
        return dictionary
    }

    /// Parses a reference to a weight file: `BLOBFILE(path = string("…"), offset = uint64(…))`.
    private mutating func weightReference() throws -> MILSpec.Value.BlobFileValue {
        try scanner.advance()
        try expect("(")
        var path: String?
        var offset: UInt64?
        try list(upTo: ")") { parser in
            let key = try parser.name("'path' or 'offset'")
            try parser.expect("=")
            let value = try parser.value()
            guard case .immediateValue(let immediate)? = value.value, case .tensor(let tensor)? = immediate.value else {
                throw parser.malformed("a reference to a weight file that is not simple")
            }
            switch (key, tensor.value) {
            case ("path", .strings(let strings)): path = strings.values.first
            case ("offset", .longInts(let numbers)): offset = numbers.values.first.flatMap { UInt64(exactly: $0) }
            case ("offset", .ints(let numbers)): offset = numbers.values.first.flatMap { UInt64(exactly: $0) }
            default: throw parser.malformed("a reference to a weight file by '\(key.prefix(64))'")
            }
        }
        guard let path, let offset else { throw malformed("a reference to a weight file without a path or an offset") }
        return .with {
            $0.fileName = path.hasPrefix(Self.modelPath) ? weightFolder + path.dropFirst(Self.modelPath.count) : path
            $0.offset = offset
        }
    }

    // MARK: Tensors

    /// Parses one number, string or Boolean, or as many in nested brackets as the shape needs.
    private mutating func tensorValue(of type: MILSpec.TensorType) throws -> MILSpec.TensorValue {
        var literals = TensorLiterals(type.dataType)
        try literal(into: &literals)
        try charge(literals.byteCount)
        if let count = type.elementCount, count != literals.count {
            throw malformed("\(literals.count) elements where the type has \(count)")
        }
        return .with { $0.value = literals.value }
    }

    private mutating func literal(into literals: inout TensorLiterals) throws {
        switch scanner.token {
        case .punctuation("["):
            try scanner.advance()
            try nested { parser in try parser.list(upTo: "]") { try $0.literal(into: &literals) } }
            return
        case .string(let string):
            guard literals.append(string: string) else { throw malformed("a string among values of another type") }
        case .number(let digits), .name(let digits):
            guard literals.append(digits) else { throw malformed("'\(digits.prefix(64))' is not a value of the type") }
        default: throw malformed("a value is missing")
        }
        try scanner.advance()
    }
}

extension Specification.MILSpec.ValueType {
    /// The type of one element.
    static func scalar(_ type: Specification.MILSpec.DataType) -> Self {
        .with { $0.type = .tensorType(.with { $0.dataType = type }) }
    }
}

extension Specification.MILSpec.TensorType {
    /// The number of elements; `nil` if a dimension is open, or if the number exceeds the length of any text.
    fileprivate var elementCount: Int? {
        var sizes: [Int] = []
        for dimension in dimensions {
            guard case .constant(let constant)? = dimension.dimension, let size = Int(exactly: constant.size) else { return nil }
            sizes.append(size)
        }
        return sizes.checkedProduct()
    }
}
