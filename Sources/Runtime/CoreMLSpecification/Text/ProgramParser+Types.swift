extension ProgramParser {
    /// Parses a type: `tensor<fp32, [1, ?]>`, `list<…, length>`, `tuple<…>`, `dict<…, …>`, `state<…>`, or a scalar's type.
    mutating func valueType() throws -> MILSpec.ValueType {
        try valueType(named: try name("a type"))
    }

    /// Parses the rest of a type whose `name` has been read.
    mutating func valueType(named name: String) throws -> MILSpec.ValueType {
        try charge(2 * MemoryLayout<MILSpec.ValueType>.stride)
        return try nested { parser in
            var type = MILSpec.ValueType()
            switch name {
            case "tensor":
                type.type = .tensorType(try parser.tensorType())
            case "list":
                try parser.expect("<")
                let element = try parser.valueType()
                let length = try parser.accept(",") ? try parser.dimension() : MILSpec.Dimension.with { $0.dimension = .unknown(.init()) }
                try parser.expect(">")
                type.type = .listType(
                    .with {
                        $0.type = element
                        $0.length = length
                    })
            case "tuple":
                var tuple = MILSpec.TupleType()
                try parser.expect("<")
                try parser.list(upTo: ">") { tuple.types.append(try $0.valueType()) }
                type.type = .tupleType(tuple)
            case "dict":
                try parser.expect("<")
                let key = try parser.valueType()
                try parser.expect(",")
                let value = try parser.valueType()
                try parser.expect(">")
                type.type = .dictionaryType(
                    .with {
                        $0.keyType = key
                        $0.valueType = value
                    })
            case "state":
                try parser.expect("<")
                let wrapped = try parser.valueType()
                try parser.expect(">")
                type.type = .stateType(.with { $0.wrappedType = wrapped })
            default:
                let scalar = try parser.scalarType(name)
                type.type = .tensorType(.with { $0.dataType = scalar })
            }
            return type
        }
    }

    private func scalarType(_ name: String) throws -> MILSpec.DataType {
        guard let type = MILSpec.DataType(textName: name) else { throw malformed("the type '\(name.prefix(64))' is not known") }
        return type
    }

    /// Parses the rest of a tensor type: `<fp32, [1, ?]>`.
    private mutating func tensorType() throws -> MILSpec.TensorType {
        try expect("<")
        let type = try scalarType(try name("a type"))
        try expect(",")
        try expect("[")
        var dimensions: [MILSpec.Dimension] = []
        var rankIsOpen = false
        try list(upTo: "]") { parser in
            dimensions.append(try parser.dimension())
            if case .unknown(let open)? = dimensions.last?.dimension, open.variadic { rankIsOpen = true }
        }
        try expect(">")
        return .with {
            $0.dataType = type
            $0.rank = rankIsOpen ? -1 : Int64(dimensions.count)
            $0.dimensions = dimensions
        }
    }

    /// Parses a dimension: a size, `?` or a symbol for an unknown size, or `...` or `*?` for any number of dimensions.
    private mutating func dimension() throws -> MILSpec.Dimension {
        try charge(2 * MemoryLayout<MILSpec.Dimension>.stride)
        switch scanner.token {
        case .number("..."):
            try scanner.advance()
            return .with { $0.dimension = .unknown(.with { $0.variadic = true }) }
        case .number(let digits):
            guard let size = UInt64(digits) else { throw malformed("'\(digits)' is not a size") }
            try scanner.advance()
            return .with { $0.dimension = .constant(.with { $0.size = size }) }
        case .name, .punctuation("?"):
            try scanner.advance()
            return .with { $0.dimension = .unknown(.init()) }
        case .punctuation("*"):
            try scanner.advance()
            _ = try accept("?")
            return .with { $0.dimension = .unknown(.with { $0.variadic = true }) }
        default:
            throw malformed("a size is missing")
        }
    }
}
