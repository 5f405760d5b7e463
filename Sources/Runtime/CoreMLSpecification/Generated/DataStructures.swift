// Written by Scripts/generate_specification.py from the messages of DataStructures.proto.

extension Specification {
    package struct StringToInt64Map: Message {
        package var map = OrderedMap<String, Int64>()
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&map)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(map, field: 1)
        }
    }
}

extension Specification {
    package struct Int64ToStringMap: Message {
        package var map = OrderedMap<Int64, String>()
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&map)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(map, field: 1)
        }
    }
}

extension Specification {
    package struct StringToDoubleMap: Message {
        package var map = OrderedMap<String, Double>()
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&map)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(map, field: 1)
        }
    }
}

extension Specification {
    package struct Int64ToDoubleMap: Message {
        package var map = OrderedMap<Int64, Double>()
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&map)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(map, field: 1)
        }
    }
}

extension Specification {
    package struct StringVector: Message {
        package var vector: [String] = []
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&vector)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(vector, field: 1)
        }
    }
}

extension Specification {
    package struct Int64Vector: Message {
        package var vector: [Int64] = []
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&vector)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(vector, field: 1)
        }
    }
}

extension Specification {
    package struct FloatVector: Message {
        package var vector = PackedFloats()
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&vector)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(vector, field: 1)
        }
    }
}

extension Specification {
    package struct DoubleVector: Message {
        package var vector = PackedDoubles()
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&vector)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(vector, field: 1)
        }
    }
}

extension Specification {
    package struct Int64Range: Message {
        package var minValue: Int64 = 0
        package var maxValue: Int64 = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&minValue)
            case 2: try reader.decode(&maxValue)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(minValue, field: 1)
            writer.write(maxValue, field: 2)
        }
    }
}

extension Specification {
    package struct Int64Set: Message {
        package var values: [Int64] = []
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&values)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(values, field: 1)
        }
    }
}

extension Specification {
    package struct DoubleRange: Message {
        package var minValue: Double = 0
        package var maxValue: Double = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&minValue)
            case 2: try reader.decode(&maxValue)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(minValue, field: 1)
            writer.write(maxValue, field: 2)
        }
    }
}

extension Specification {
    package struct PrecisionRecallCurve: Message {
        @Indirect package var precisionValues: Specification.FloatVector?
        @Indirect package var precisionConfidenceThresholds: Specification.FloatVector?
        @Indirect package var recallValues: Specification.FloatVector?
        @Indirect package var recallConfidenceThresholds: Specification.FloatVector?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&_precisionValues)
            case 2: try reader.decode(&_precisionConfidenceThresholds)
            case 3: try reader.decode(&_recallValues)
            case 4: try reader.decode(&_recallConfidenceThresholds)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(precisionValues, field: 1)
            writer.write(precisionConfidenceThresholds, field: 2)
            writer.write(recallValues, field: 3)
            writer.write(recallConfidenceThresholds, field: 4)
        }
    }
}
