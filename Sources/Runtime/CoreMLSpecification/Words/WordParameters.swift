extension Specification {
    /// The parameters of a word embedding in Osprey's form. They are stored in Apple's message, where Apple's own parameters have a private form.
    package struct WordEmbeddingParameters: Message {
        /// The first field of every message of this form.
        package static let form = "osprey.wordEmbedding.1"

        package var form = ""
        package var words: [String] = []
        /// The number of elements of each vector.
        package var dimension: UInt64 = 0
        /// The vectors in the order of the words, one after the other.
        package var values = PackedFloats()
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&form)
            case 2: try reader.decode(&words)
            case 3: try reader.decode(&dimension)
            case 4: try reader.decode(&values)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(form, field: 1)
            writer.write(words, field: 2)
            writer.write(dimension, field: 3)
            writer.write(values, field: 4)
        }
    }

    /// The parameters of a gazetteer in Osprey's form. They are stored in Apple's message, where Apple's own parameters have a private form.
    package struct GazetteerParameters: Message {
        /// The first field of every message of this form.
        package static let form = "osprey.gazetteer.1"

        package var form = ""
        package var terms: [String] = []
        /// The index of each term's label among the labels of the gazetteer.
        package var labels: [UInt32] = []
        package var unknownFields = UnknownFields()

        package init() {}

        package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {
            switch field {
            case 1: try reader.decode(&form)
            case 2: try reader.decode(&terms)
            case 3: try reader.decode(&labels)
            default: return false
            }
            return true
        }

        package func encodeFields(to writer: inout WireWriter) {
            writer.write(form, field: 1)
            writer.write(terms, field: 2)
            writer.write(labels, field: 3)
        }
    }
}
