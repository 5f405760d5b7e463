// Written by Scripts/generate_specification.py from the messages of Identity.proto.

extension Specification {
    package struct Identity: EmptyMessage {
        package var unknownFields = UnknownFields()

        package init() {}
    }
}
