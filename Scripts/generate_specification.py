#!/usr/bin/env python3
"""Writes Sources/Runtime/CoreMLSpecification/Generated: Swift types for every message of the Core ML model format.

    pip install coremltools==9.0
    python3 Scripts/generate_specification.py

The facts (messages, fields, numbers, types) are read from the message descriptors that coremltools carries. For the meaning of the fields, see
Apple's documentation of the format: https://apple.github.io/coremltools/mlmodel/index.html
"""
import importlib
import pathlib
import pkgutil
import re
import subprocess

import coremltools.proto
from google.protobuf.descriptor import FieldDescriptor as Field

OUTPUT = pathlib.Path(__file__).resolve().parent.parent / "Sources/Runtime/CoreMLSpecification/Generated"
SCALARS = {
    Field.TYPE_DOUBLE: ("Double", "0"),
    Field.TYPE_FLOAT: ("Float", "0"),
    Field.TYPE_INT64: ("Int64", "0"),
    Field.TYPE_UINT64: ("UInt64", "0"),
    Field.TYPE_INT32: ("Int32", "0"),
    Field.TYPE_UINT32: ("UInt32", "0"),
    Field.TYPE_BOOL: ("Bool", "false"),
    Field.TYPE_STRING: ("String", '""'),
    Field.TYPE_BYTES: ("Bytes", "Bytes()"),
}
PACKED = {Field.TYPE_FLOAT: "PackedFloats", Field.TYPE_DOUBLE: "PackedDoubles"}
KEYWORDS = {"default", "in", "is", "as", "repeat", "where", "operator", "init", "self", "switch", "case", "for", "while", "return", "true",
            "false", "func", "import", "let", "var", "if", "else", "do", "break", "continue", "class", "struct", "enum", "extension"}


def words_to_camel(name):
    words = [word for word in name.split("_") if word]
    return words[0] + "".join(word[0].upper() + word[1:] for word in words[1:])


def lower_camel(name):
    """BOTTOM_RIGHT_HEAVY, NonMaximumSuppression, ReLU, L2, block_specializations → bottomRightHeavy, nonMaximumSuppression, relu, …"""
    if name.upper() == name:
        name = words_to_camel(name.lower())
    else:
        name = words_to_camel(name)
        capitals = re.match(r"[A-Z]+", name)
        if name in ("ReLU", "PReLU"):
            name = name.lower()
        elif capitals:
            count = len(capitals.group())
            count = count if count in (1, len(name)) else count - 1
            name = name[:count].lower() + name[count:]
    return name


def quoted(name):
    return f"`{name}`" if name in KEYWORDS else name


def swift_type(descriptor):
    """The full Swift name of a message or an enum."""
    return descriptor.full_name.removeprefix("CoreML.")


def extended_type(descriptor):
    """The Swift type in which the type of a top-level message or enum is nested."""
    return swift_type(descriptor).rpartition(".")[0]


def is_map(message):
    return message.GetOptions().map_entry


def value_type(field):
    if field.type == Field.TYPE_MESSAGE:
        return swift_type(field.message_type)
    if field.type == Field.TYPE_ENUM:
        return swift_type(field.enum_type)
    return SCALARS[field.type][0]


def oneof_type(oneof):
    """The name of a oneof's type. It must not be `Type`, which Swift reserves, or the name of an enclosing message."""
    name = words_to_camel(oneof.name)
    name = name[0].upper() + name[1:]
    return "Kind" if name == "Type" or name in MESSAGE_NAMES else name


def property_line(field):
    name = quoted(lower_camel(field.name))
    if field.type == Field.TYPE_MESSAGE and is_map(field.message_type):
        key, value = (value_type(f) for f in field.message_type.fields)
        return f"package var {name} = OrderedMap<{key}, {value}>()"
    if field.is_repeated and field.type in PACKED:
        return f"package var {name} = {PACKED[field.type]}()"
    if field.is_repeated:
        return f"package var {name}: [{value_type(field)}] = []"
    if field.type == Field.TYPE_MESSAGE:
        return f"@Indirect package var {name}: {value_type(field)}?"
    if field.type == Field.TYPE_ENUM:
        return f"package var {name} = {value_type(field)}(rawValue: 0)"
    kind, default = SCALARS[field.type]
    return f"package var {name}: {kind} = {default}"


def indented(lines, level=1):
    return [("    " * level + line) if line else line for line in lines]


def enum_lines(enum):
    cases, seen = [], set()
    for value in enum.values:
        if value.number not in seen:
            seen.add(value.number)
            cases.append((lower_camel(value.name), value.number))
    lines = [f"package enum {enum.name}: WireEnum {{"]
    lines += [f"    case {quoted(name)}" for name, _ in cases]
    lines += ["    case unrecognized(Int32)", "", "    package init(rawValue: Int32) {", "        switch rawValue {"]
    lines += [f"        case {number}: self = .{name}" for name, number in cases]
    lines += ["        default: self = .unrecognized(rawValue)", "        }", "    }", "",
              "    package var rawValue: Int32 {", "        switch self {"]
    lines += [f"        case .{name}: {number}" for name, number in cases]
    return lines + ["        case .unrecognized(let number): number", "        }", "    }", "}"]


def oneof_lines(oneof):
    members = [(quoted(lower_camel(f.name)), f.number, value_type(f), f) for f in oneof.fields]
    indirect = "indirect " if any(f.type == Field.TYPE_MESSAGE for *_, f in members) else ""
    lines = [f"package {indirect}enum {oneof_type(oneof)}: OneOf {{"]
    lines += [f"    case {name}({kind})" for name, _, kind, _ in members]
    lines += ["", "    package static func decode(_ field: Int, from reader: inout WireReader) throws -> Self? {", "        switch field {"]
    lines += [f"        case {number}: return .{name}(try reader.decode({kind}.self))" for name, number, kind, _ in members]
    lines += ["        default: return nil", "        }", "    }", "", "    package func encode(to writer: inout WireWriter) {", "        switch self {"]
    lines += [f"        case .{name}(let value): writer.writeMember(value, field: {number})" for name, number, _, _ in members]
    return lines + ["        }", "    }", "}"]


def coding_lines(message):
    plain = sorted((f for f in message.fields if f.containing_oneof is None), key=lambda f: f.number)
    oneofs = [(lower_camel(o.name), oneof_type(o)) for o in message.oneofs]
    lines = ["package mutating func decodeField(_ field: Int, from reader: inout WireReader) throws -> Bool {"]
    missing = ["return false"]
    for name, kind in reversed(oneofs):
        missing = [f"if let member = try {kind}.decode(field, from: &reader) {{", f"    {quoted(name)} = member", "} else {",
                   *indented(missing), "}"]
    if plain:
        lines += ["    switch field {"]
        for f in plain:
            boxed = f.type == Field.TYPE_MESSAGE and not f.is_repeated
            name = lower_camel(f.name)
            lines.append(f"    case {f.number}: try reader.decode(&{'_' + name if boxed else quoted(name)})")
        if oneofs:
            lines += ["    default:", *indented(missing, 2), "    }"]
        else:
            lines += ["    default: return false", "    }"]
    else:
        lines += indented(missing)
    if plain or oneofs:
        lines += ["    return true"]
    lines += ["}", "", "package func encodeFields(to writer: inout WireWriter) {"]
    # Fields go in the order of their numbers; a oneof's members must not have other fields between them.
    steps = [(f.number, f"writer.write({quoted(lower_camel(f.name))}, field: {f.number})") for f in plain]
    for oneof in message.oneofs:
        first, last = min(f.number for f in oneof.fields), max(f.number for f in oneof.fields)
        if any(first < number < last for number, _ in steps):
            print("note: fields between the members of", message.full_name, oneof.name)
        steps.append((first, f"{quoted(lower_camel(oneof.name))}?.encode(to: &writer)"))
    lines += ["    " + step for _, step in sorted(steps)]
    return lines + ["}"]


def message_lines(message):
    if not message.fields:
        return [f"package struct {message.name}: EmptyMessage {{", "    package var unknownFields = UnknownFields()", "",
                "    package init() {}", "}"]
    lines = [f"package struct {message.name}: Message {{"]
    lines += indented([property_line(f) for f in message.fields if f.containing_oneof is None])
    lines += indented([f"package var {quoted(lower_camel(o.name))}: {oneof_type(o)}?" for o in message.oneofs])
    lines += indented(["package var unknownFields = UnknownFields()", "", "package init() {}", ""])
    lines += indented(coding_lines(message))
    for enum in message.enum_types:
        lines += [""] + indented(enum_lines(enum))
    for oneof in message.oneofs:
        lines += [""] + indented(oneof_lines(oneof))
    for nested in message.nested_types:
        if not is_map(nested):
            lines += [""] + indented(message_lines(nested))
    return lines + ["}"]


def generate(proto):
    blocks = [(extended_type(e), enum_lines(e)) for e in proto.enum_types_by_name.values()]
    blocks += [(extended_type(m), message_lines(m)) for m in proto.message_types_by_name.values()]
    lines = [f"// Written by Scripts/generate_specification.py from the messages of {proto.name}."]
    for extended, block in blocks:
        lines += ["", f"extension {extended} {{", *indented(block), "}"]
    (OUTPUT / f"{proto.name.removesuffix('.proto')}.swift").write_text("\n".join(lines) + "\n")


modules = [importlib.import_module(f"coremltools.proto.{m.name}") for m in pkgutil.iter_modules(coremltools.proto.__path__)
           if m.name.endswith("_pb2")]
protos = [module.DESCRIPTOR for module in modules]
MESSAGE_NAMES = {name for proto in protos for name in proto.message_types_by_name}

OUTPUT.mkdir(parents=True, exist_ok=True)
for old in OUTPUT.glob("*.swift"):
    old.unlink()
for proto in protos:
    generate(proto)
subprocess.run(["swift", "format", "-i", "-r", str(OUTPUT)], check=True)
