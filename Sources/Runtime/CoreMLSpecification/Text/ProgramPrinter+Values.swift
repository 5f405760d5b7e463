import InputChecks

extension ProgramPrinter {
    // MARK: Types

    mutating func write(_ type: MILSpec.ValueType?) throws {
        switch type?.type {
        case .tensorType(let tensor):
            guard let name = tensor.dataType.textName else { throw SpecificationError("a tensor of an unknown type") }
            let isScalar = tensor.dimensions.isEmpty && !spellsScalarsAsTensors
            append(isScalar ? name : "tensor<\(name), [\(tensor.dimensions.map(text).joined(separator: ", "))]>")
        case .listType(let list):
            append("list<")
            try write(list.type)
            append(", \(list.length.map(text) ?? "?")>")
        case .tupleType(let tuple):
            append("tuple<")
            try separate(tuple.types) { try $0.write($1) }
            append(">")
        case .dictionaryType(let dictionary):
            append("dict<")
            try write(dictionary.keyType)
            append(", ")
            try write(dictionary.valueType)
            append(">")
        case .stateType(let state):
            append("state<")
            try write(state.wrappedType)
            append(">")
        case nil: throw SpecificationError("a value has no type")
        }
    }

    private func text(_ dimension: MILSpec.Dimension) -> String {
        switch dimension.dimension {
        case .constant(let constant): "\(constant.size)"
        case .unknown(let unknown): unknown.variadic ? "..." : "?"
        case nil: "?"
        }
    }

    // MARK: Values

    /// The maximum rank of literals with inner brackets. Literals of higher rank are written without them, so that a long type does not nest the text
    /// deeply.
    private static let maximumNestedRank = 16

    mutating func write(_ value: MILSpec.Value) throws {
        try write(value.type)
        append("(")
        try writeLiteral(value, of: value.type)
        append(")")
    }

    /// Writes the value without its type. Elements are later read with the types that the list, tuple or dictionary gives.
    private mutating func writeLiteral(_ value: MILSpec.Value, of type: MILSpec.ValueType?) throws {
        switch value.value {
        case .blobFileValue(let reference):
            let (string, uint64) = spellsScalarsAsTensors ? ("tensor<string, []>", "tensor<uint64, []>") : ("string", "uint64")
            append("BLOBFILE(path = \(string)(\(Self.quoted(reference.fileName))), offset = \(uint64)(\(reference.offset)))")
        case .immediateValue(let immediate):
            switch (immediate.value, type?.type) {
            case (.tensor(let tensor)?, .tensorType(let type)?):
                try write(tensor, type)
            case (.list(let list)?, .listType(let type)?):
                append("[")
                try separate(list.values) { try $0.writeLiteral($1, of: type.type) }
                append("]")
            case (.tuple(let tuple)?, .tupleType(let type)?) where tuple.values.count == type.types.count:
                append("(")
                try separate(zip(tuple.values, type.types)) { try $0.writeLiteral($1.0, of: $1.1) }
                append(")")
            case (.dictionary(let dictionary)?, .dictionaryType(let type)?):
                append("{")
                try separate(dictionary.values) { printer, pair in
                    guard let key = pair.key, let value = pair.value else { throw SpecificationError("a dictionary without a value") }
                    printer.append("{")
                    try printer.writeLiteral(key, of: type.keyType)
                    printer.append(", ")
                    try printer.writeLiteral(value, of: type.valueType)
                    printer.append("}")
                }
                append("}")
            case (nil, _): throw SpecificationError("a constant has no value")
            default: throw SpecificationError("a value of another type")
            }
        case nil: throw SpecificationError("a constant has no value")
        }
    }

    private mutating func write(_ tensor: MILSpec.TensorValue, _ type: MILSpec.TensorType) throws {
        let sizes = type.dimensions.compactMap { dimension -> Int? in
            guard case .constant(let constant)? = dimension.dimension else { return nil }
            return Int(clamping: constant.size)
        }
        let isOpen = sizes.count < type.dimensions.count
        let count: Int? = try isOpen ? nil : Self.product(sizes)
        let elements = try TensorText(tensor, type.dataType, count: count)
        if let count, count != elements.count { throw SpecificationError("\(elements.count) elements where the type has \(count)") }
        guard elements.count > 0 else {
            append("[]")
            return
        }
        let isFlat = isOpen || sizes.count > Self.maximumNestedRank
        try write(elements, 0..<elements.count, isFlat ? [elements.count] : sizes[...])
    }

    private static func product(_ sizes: [Int]) throws -> Int {
        guard !sizes.contains(0) else { return 0 }
        guard let product = sizes.checkedProduct() else { throw SpecificationError("a shape of too many elements") }
        return product
    }

    /// Writes the elements of `range` in brackets, one pair of brackets for each dimension. No size is 0.
    private mutating func write(_ elements: TensorText, _ range: Range<Int>, _ sizes: ArraySlice<Int>) throws {
        guard let size = sizes.first else {
            try checkLength()
            append(elements.element(at: range.lowerBound))
            return
        }
        append("[")
        let stride = range.count / size
        for index in 0..<size {
            if index > 0 { append(", ") }
            let start = range.lowerBound + index * stride
            try write(elements, start..<start + stride, sizes.dropFirst())
        }
        append("]")
    }

    static func quoted(_ string: String) -> String {
        var quoted = "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            case "\r": quoted += "\\r"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                quoted += "\\x" + (scalar.value < 0x10 ? "0" : "") + String(scalar.value, radix: 16)
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
