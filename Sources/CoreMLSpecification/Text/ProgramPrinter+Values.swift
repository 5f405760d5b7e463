extension ProgramPrinter {
    // MARK: Types

    mutating func write(_ type: MILSpec.ValueType?) throws {
        switch type?.type {
        case .tensorType(let tensor):
            guard let name = tensor.dataType.textName else { throw SpecificationError("a tensor of an unknown type") }
            append(tensor.dimensions.isEmpty ? name : "tensor<\(name), [\(tensor.dimensions.map(text).joined(separator: ", "))]>")
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

    mutating func write(_ value: MILSpec.Value) throws {
        try write(value.type)
        append("(")
        try writeLiteral(value)
        append(")")
    }

    /// The value without its type.
    private mutating func writeLiteral(_ value: MILSpec.Value) throws {
        switch value.value {
        case .blobFileValue(let reference):
            append("BLOBFILE(path = string(\(Self.quoted(reference.fileName))), offset = uint64(\(reference.offset)))")
        case .immediateValue(let immediate):
            switch immediate.value {
            case .tensor(let tensor):
                guard case .tensorType(let type)? = value.type?.type else { throw SpecificationError("a tensor of another type") }
                try write(tensor, type)
            case .list(let list):
                append("[")
                try separate(list.values) { try $0.writeLiteral($1) }
                append("]")
            case .tuple(let tuple):
                append("(")
                try separate(tuple.values) { try $0.writeLiteral($1) }
                append(")")
            case .dictionary(let dictionary):
                append("{")
                try separate(dictionary.values) { printer, pair in
                    guard let key = pair.key, let value = pair.value else { throw SpecificationError("a dictionary without a value") }
                    printer.append("{")
                    try printer.writeLiteral(key)
                    printer.append(", ")
                    try printer.writeLiteral(value)
                    printer.append("}")
                }
                append("}")
            case nil: throw SpecificationError("a constant has no value")
            }
        case nil: throw SpecificationError("a constant has no value")
        }
    }

    private mutating func write(_ tensor: MILSpec.TensorValue, _ type: MILSpec.TensorType) throws {
        let elements = try TensorText.elements(of: tensor, type.dataType)
        let shape = type.dimensions.map { dimension -> Int in
            guard case .constant(let constant)? = dimension.dimension else { return elements.count }
            return Int(clamping: constant.size)
        }
        let count = shape.reduce(1) { $0.multipliedReportingOverflow(by: $1).partialValue }
        guard count == elements.count else { throw SpecificationError("\(elements.count) elements where the type has \(count)") }
        if elements.isEmpty { append("[]") } else { write(elements[...], shape[...]) }
    }

    /// The elements in brackets, one pair for each dimension.
    private mutating func write(_ elements: ArraySlice<String>, _ shape: ArraySlice<Int>) {
        guard let size = shape.first else {
            append(elements.first ?? "")
            return
        }
        append("[")
        let stride = elements.count / size
        for index in 0..<size {
            if index > 0 { append(", ") }
            let start = elements.startIndex + index * stride
            write(elements[start..<start + stride], shape.dropFirst())
        }
        append("]")
    }

    static func quoted(_ string: String) -> String {
        var quoted = "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\n": quoted += "\\n"
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
