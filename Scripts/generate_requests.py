#!/usr/bin/env python3
"""Writes Sources/Frameworks/Vision/Core/Generated: the enumerations with a case for each request of Vision's Swift interface.

    python3 Scripts/generate_requests.py [--check]

A request is a public type whose name ends in `Request` and which declares the type of its `Result`. There is no other list of the requests. With
--check nothing is written, and the exit status tells whether the existing files are up to date.
"""
import re
import sys

import generated

VISION = generated.ROOT / "Sources/Frameworks/Vision"
OUTPUT = VISION / "Core/Generated"
HEADING = "// Written by Scripts/generate_requests.py. Run it after a request is added or renamed.\n\n"
DECLARATION = re.compile(r"^public (?:final class|struct) (\w+)Request\b", re.M)
RESULT = re.compile(r"^    public typealias Result = (.+)$", re.M)


def requests():
    """The requests' names without `Request`, in alphabetical order of the types, with their results."""
    found = {}
    for file in VISION.rglob("*.swift"):
        text = file.read_text()
        declared, results = DECLARATION.findall(text), RESULT.findall(text)
        if len(declared) > 1 or declared and len(results) != 1:
            sys.exit(f"{file.relative_to(generated.ROOT)}: a request has a file of its own, with the line `public typealias Result = …`.")
        found.update(zip(declared, results))
    if not found:
        sys.exit("No requests are declared in Sources/Frameworks/Vision.")
    return sorted(found.items(), key=lambda item: item[0] + "Request")


def case(name):
    return name[0].lower() + name[1:]


def listed(result):
    """The pattern of a result, and the list of its observations."""
    if result.startswith("["):
        return "observations", "observations"
    return "observation", "observation.map { [$0] } ?? []" if result.endswith("?") else "[observation]"


def descriptor(found):
    yield "/// A type of request and its revision."
    yield "public enum RequestDescriptor: CustomStringConvertible, Equatable, Sendable, Codable, Hashable {"
    for name, _ in found:
        yield f"    /// A ``{name}Request`` of the given revision."
        yield f"    case {case(name)}Request({name}Request.Revision)"
    yield "\n    public var description: String {\n        switch self {"
    for name, _ in found:
        yield f'        case .{case(name)}Request(let revision): "{name}Request \\(revision)"'
    yield "        }\n    }\n}"


def result(found):
    yield "/// A request with its result or its error."
    yield "public enum VisionResult: Sendable {"
    yield "    /// A request that failed, with its error."
    yield "    case error(any VisionRequest, any Error)"
    for name, kind in found:
        yield f"    /// The result of a ``{name}Request``."
        yield f"    case {case(name)}({name}Request, {kind})"
    yield "\n    var request: any VisionRequest {\n        switch self {\n        case .error(let request, _): request"
    for name, _ in found:
        yield f"        case .{case(name)}(let request, _): request"
    yield "        }\n    }\n\n    /// The observations; `nil` if the request failed."
    yield "    var observations: [any VisionObservation]? {\n        switch self {\n        case .error: nil"
    for name, kind in found:
        pattern, value = listed(kind)
        yield f"        case .{case(name)}(_, let {pattern}): {value}"
    yield "        }\n    }\n}"


def main():
    found = requests()
    texts = {"RequestDescriptor.swift": descriptor(found), "VisionResult.swift": result(found)}
    generated.run(OUTPUT, {name: HEADING + "\n".join(lines) + "\n" for name, lines in texts.items()})


if __name__ == "__main__":
    main()
