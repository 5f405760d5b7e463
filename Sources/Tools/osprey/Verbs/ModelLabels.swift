import Foundation
import Reports
import VisionRuntime

/// `osprey model labels`: lists the labels of a classifier or a detector.
enum ModelLabels: Verb {
    static let command = Command(
        "model labels", "Lists the labels of a classifier or detector.", operands: "[MODEL]", operandCount: 0...1,
        options: [
            .flag("--tree", "each label below its parent, for a model whose labels form a tree"),
            .flag("--json", "a JSON object a label, with its parent if the labels form a tree"),
        ],
        discussion: "MODEL is a .mlmodel file, or a .mlpackage or .mlmodelc folder; where not given, the default scene model.")

    static func run(_ arguments: Arguments) throws -> ExitStatus {
        let file =
            try arguments.operands.first.map { URL(fileURLWithPath: $0) }
            ?? ModelStore.current.locate("scene", for: "'osprey \(command.name)'").file
        let listing = try LabelListing(contentsOf: file, asTree: arguments.flag("--tree"))
        if arguments.flag("--json") {
            for label in listing.json { try StandardOutput.write(json: label) }
        } else {
            for line in listing.lines { try StandardOutput.write(line: line) }
        }
        return .success
    }
}
