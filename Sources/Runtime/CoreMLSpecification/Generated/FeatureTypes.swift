// Written by Scripts/generate_specification.py from the messages of FeatureTypes.proto.

extension Specification {
    package struct Int64FeatureType: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct DoubleFeatureType: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct StringFeatureType: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}

extension Specification {
    package struct SizeRange: Message {
        package var lowerBound: UInt64 = 0
        package var upperBound: Int64 = 0
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&lowerBound)
            case 2: try reader.decode(&upperBound)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(lowerBound, field: 1)
            writer.write(upperBound, field: 2)
        }
    }
}

extension Specification {
    package struct ImageFeatureType: Message {
        package var width: Int64 = 0
        package var height: Int64 = 0
        package var colorSpace = Specification.ImageFeatureType.ColorSpace(rawValue: 0)
        package var sizeFlexibility: SizeFlexibility?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&width)
            case 2: try reader.decode(&height)
            case 3: try reader.decode(&colorSpace)
            default:
                if let member = try SizeFlexibility.decode(field, from: &reader) {
                    sizeFlexibility = member
                } else {
                    return false
                }
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(width, field: 1)
            writer.write(height, field: 2)
            writer.write(colorSpace, field: 3)
            sizeFlexibility?.encode(to: &writer)
        }

        package enum ColorSpace: WireEnum {
            case invalidColorSpace
            case grayscale
            case rgb
            case bgr
            case grayscaleFloat16
            case unrecognized(Int32)

            package init(rawValue: Int32) {
                switch rawValue {
                case 0: self = .invalidColorSpace
                case 10: self = .grayscale
                case 20: self = .rgb
                case 30: self = .bgr
                case 40: self = .grayscaleFloat16
                default: self = .unrecognized(rawValue)
                }
            }

            package var rawValue: Int32 {
                switch self {
                case .invalidColorSpace: 0
                case .grayscale: 10
                case .rgb: 20
                case .bgr: 30
                case .grayscaleFloat16: 40
                case .unrecognized(let number): number
                }
            }
        }

        package indirect enum SizeFlexibility: OneOf {
            case enumeratedSizes(Specification.ImageFeatureType.EnumeratedImageSizes)
            case imageSizeRange(Specification.ImageFeatureType.ImageSizeRange)

            package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                switch field {
                case 21: return .enumeratedSizes(try reader.decode(Specification.ImageFeatureType.EnumeratedImageSizes.self))
                case 31: return .imageSizeRange(try reader.decode(Specification.ImageFeatureType.ImageSizeRange.self))
                default: return nil
                }
            }

            package func encode(to writer: inout WireWriter) {
                switch self {
                case .enumeratedSizes(let value): writer.writeMember(value, field: 21)
                case .imageSizeRange(let value): writer.writeMember(value, field: 31)
                }
            }
        }

        package struct ImageSize: Message {
            package var width: UInt64 = 0
            package var height: UInt64 = 0
            package var unknownFields = UnknownFields()

            package init() {}

            package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
                switch field {
                case 1: try reader.decode(&width)
                case 2: try reader.decode(&height)
                default: return false
                }
                return true
            }

            package func encodeFields(to writer: inout WireWriter) {
                writer.write(width, field: 1)
                writer.write(height, field: 2)
            }
        }

        package struct EnumeratedImageSizes: Message {
            package var sizes: [Specification.ImageFeatureType.ImageSize] = []
            package var unknownFields = UnknownFields()

            package init() {}

            package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
                switch field {
                case 1: try reader.decode(&sizes)
                default: return false
                }
                return true
            }

            package func encodeFields(to writer: inout WireWriter) {
                writer.write(sizes, field: 1)
            }
        }

        package struct ImageSizeRange: Message {
            @Indirect package var widthRange: Specification.SizeRange?
            @Indirect package var heightRange: Specification.SizeRange?
            package var unknownFields = UnknownFields()

            package init() {}

            package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
                switch field {
                case 1: try reader.decode(&_widthRange)
                case 2: try reader.decode(&_heightRange)
                default: return false
                }
                return true
            }

            package func encodeFields(to writer: inout WireWriter) {
                writer.write(widthRange, field: 1)
                writer.write(heightRange, field: 2)
            }
        }
    }
}

extension Specification {
    package struct ArrayFeatureType: Message {
        package var shape: [Int64] = []
        package var dataType = Specification.ArrayFeatureType.ArrayDataType(rawValue: 0)
        package var shapeFlexibility: ShapeFlexibility?
        package var defaultOptionalValue: DefaultOptionalValue?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&shape)
            case 2: try reader.decode(&dataType)
            default:
                if let member = try ShapeFlexibility.decode(field, from: &reader) {
                    shapeFlexibility = member
                } else {
                    if let member = try DefaultOptionalValue.decode(field, from: &reader) {
                        defaultOptionalValue = member
                    } else {
                        return false
                    }
                }
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(shape, field: 1)
            writer.write(dataType, field: 2)
            shapeFlexibility?.encode(to: &writer)
            defaultOptionalValue?.encode(to: &writer)
        }

        package enum ArrayDataType: WireEnum {
            case invalidArrayDataType
            case float32
            case double
            case int32
            case int8
            case float16
            case unrecognized(Int32)

            package init(rawValue: Int32) {
                switch rawValue {
                case 0: self = .invalidArrayDataType
                case 65568: self = .float32
                case 65600: self = .double
                case 131104: self = .int32
                case 131080: self = .int8
                case 65552: self = .float16
                default: self = .unrecognized(rawValue)
                }
            }

            package var rawValue: Int32 {
                switch self {
                case .invalidArrayDataType: 0
                case .float32: 65568
                case .double: 65600
                case .int32: 131104
                case .int8: 131080
                case .float16: 65552
                case .unrecognized(let number): number
                }
            }
        }

        package indirect enum ShapeFlexibility: OneOf {
            case enumeratedShapes(Specification.ArrayFeatureType.EnumeratedShapes)
            case shapeRange(Specification.ArrayFeatureType.ShapeRange)

            package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                switch field {
                case 21: return .enumeratedShapes(try reader.decode(Specification.ArrayFeatureType.EnumeratedShapes.self))
                case 31: return .shapeRange(try reader.decode(Specification.ArrayFeatureType.ShapeRange.self))
                default: return nil
                }
            }

            package func encode(to writer: inout WireWriter) {
                switch self {
                case .enumeratedShapes(let value): writer.writeMember(value, field: 21)
                case .shapeRange(let value): writer.writeMember(value, field: 31)
                }
            }
        }

        package enum DefaultOptionalValue: OneOf {
            case intDefaultValue(Int32)
            case floatDefaultValue(Float)
            case doubleDefaultValue(Double)

            package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                switch field {
                case 41: return .intDefaultValue(try reader.decode(Int32.self))
                case 51: return .floatDefaultValue(try reader.decode(Float.self))
                case 61: return .doubleDefaultValue(try reader.decode(Double.self))
                default: return nil
                }
            }

            package func encode(to writer: inout WireWriter) {
                switch self {
                case .intDefaultValue(let value): writer.writeMember(value, field: 41)
                case .floatDefaultValue(let value): writer.writeMember(value, field: 51)
                case .doubleDefaultValue(let value): writer.writeMember(value, field: 61)
                }
            }
        }

        package struct Shape: Message {
            package var shape: [Int64] = []
            package var unknownFields = UnknownFields()

            package init() {}

            package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
                switch field {
                case 1: try reader.decode(&shape)
                default: return false
                }
                return true
            }

            package func encodeFields(to writer: inout WireWriter) {
                writer.write(shape, field: 1)
            }
        }

        package struct EnumeratedShapes: Message {
            package var shapes: [Specification.ArrayFeatureType.Shape] = []
            package var unknownFields = UnknownFields()

            package init() {}

            package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
                switch field {
                case 1: try reader.decode(&shapes)
                default: return false
                }
                return true
            }

            package func encodeFields(to writer: inout WireWriter) {
                writer.write(shapes, field: 1)
            }
        }

        package struct ShapeRange: Message {
            package var sizeRanges: [Specification.SizeRange] = []
            package var unknownFields = UnknownFields()

            package init() {}

            package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
                switch field {
                case 1: try reader.decode(&sizeRanges)
                default: return false
                }
                return true
            }

            package func encodeFields(to writer: inout WireWriter) {
                writer.write(sizeRanges, field: 1)
            }
        }
    }
}

extension Specification {
    package struct DictionaryFeatureType: Message {
        package var keyType: KeyType?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            if let member = try KeyType.decode(field, from: &reader) {
                keyType = member
            } else {
                return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            keyType?.encode(to: &writer)
        }

        package indirect enum KeyType: OneOf {
            case int64KeyType(Specification.Int64FeatureType)
            case stringKeyType(Specification.StringFeatureType)

            package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                switch field {
                case 1: return .int64KeyType(try reader.decode(Specification.Int64FeatureType.self))
                case 2: return .stringKeyType(try reader.decode(Specification.StringFeatureType.self))
                default: return nil
                }
            }

            package func encode(to writer: inout WireWriter) {
                switch self {
                case .int64KeyType(let value): writer.writeMember(value, field: 1)
                case .stringKeyType(let value): writer.writeMember(value, field: 2)
                }
            }
        }
    }
}

extension Specification {
    package struct SequenceFeatureType: Message {
        @Indirect package var sizeRange: Specification.SizeRange?
        package var type: Kind?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 101: try reader.decode(&_sizeRange)
            default:
                if let member = try Kind.decode(field, from: &reader) {
                    type = member
                } else {
                    return false
                }
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            type?.encode(to: &writer)
            writer.write(sizeRange, field: 101)
        }

        package indirect enum Kind: OneOf {
            case int64Type(Specification.Int64FeatureType)
            case stringType(Specification.StringFeatureType)

            package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                switch field {
                case 1: return .int64Type(try reader.decode(Specification.Int64FeatureType.self))
                case 3: return .stringType(try reader.decode(Specification.StringFeatureType.self))
                default: return nil
                }
            }

            package func encode(to writer: inout WireWriter) {
                switch self {
                case .int64Type(let value): writer.writeMember(value, field: 1)
                case .stringType(let value): writer.writeMember(value, field: 3)
                }
            }
        }
    }
}

extension Specification {
    package struct StateFeatureType: Message {
        package var type: Kind?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            if let member = try Kind.decode(field, from: &reader) {
                type = member
            } else {
                return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            type?.encode(to: &writer)
        }

        package indirect enum Kind: OneOf {
            case arrayType(Specification.ArrayFeatureType)

            package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                switch field {
                case 1: return .arrayType(try reader.decode(Specification.ArrayFeatureType.self))
                default: return nil
                }
            }

            package func encode(to writer: inout WireWriter) {
                switch self {
                case .arrayType(let value): writer.writeMember(value, field: 1)
                }
            }
        }
    }
}

extension Specification {
    package struct FeatureType: Message {
        package var isOptional: Bool = false
        package var type: Kind?
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1000: try reader.decode(&isOptional)
            default:
                if let member = try Kind.decode(field, from: &reader) {
                    type = member
                } else {
                    return false
                }
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            type?.encode(to: &writer)
            writer.write(isOptional, field: 1000)
        }

        package indirect enum Kind: OneOf {
            case int64Type(Specification.Int64FeatureType)
            case doubleType(Specification.DoubleFeatureType)
            case stringType(Specification.StringFeatureType)
            case imageType(Specification.ImageFeatureType)
            case multiArrayType(Specification.ArrayFeatureType)
            case dictionaryType(Specification.DictionaryFeatureType)
            case sequenceType(Specification.SequenceFeatureType)
            case stateType(Specification.StateFeatureType)

            package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {
                switch field {
                case 1: return .int64Type(try reader.decode(Specification.Int64FeatureType.self))
                case 2: return .doubleType(try reader.decode(Specification.DoubleFeatureType.self))
                case 3: return .stringType(try reader.decode(Specification.StringFeatureType.self))
                case 4: return .imageType(try reader.decode(Specification.ImageFeatureType.self))
                case 5: return .multiArrayType(try reader.decode(Specification.ArrayFeatureType.self))
                case 6: return .dictionaryType(try reader.decode(Specification.DictionaryFeatureType.self))
                case 7: return .sequenceType(try reader.decode(Specification.SequenceFeatureType.self))
                case 8: return .stateType(try reader.decode(Specification.StateFeatureType.self))
                default: return nil
                }
            }

            package func encode(to writer: inout WireWriter) {
                switch self {
                case .int64Type(let value): writer.writeMember(value, field: 1)
                case .doubleType(let value): writer.writeMember(value, field: 2)
                case .stringType(let value): writer.writeMember(value, field: 3)
                case .imageType(let value): writer.writeMember(value, field: 4)
                case .multiArrayType(let value): writer.writeMember(value, field: 5)
                case .dictionaryType(let value): writer.writeMember(value, field: 6)
                case .sequenceType(let value): writer.writeMember(value, field: 7)
                case .stateType(let value): writer.writeMember(value, field: 8)
                }
            }
        }
    }
}
