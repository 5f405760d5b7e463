import JSON
import Reports

/// The user's choices for training on a table.
struct TableSettings: Codable, Sendable {
    var target: String
    /// The feature columns; all columns except the target if `nil`.
    var features: [String]?
    /// The name of a trainer, as on the command line.
    var trainer: String
    /// Whether a target column of whole numbers is predicted as classes.
    var isClass: Bool
    /// Whether rows without a target are left out. If not, rows without a target are an error.
    var leavesOutMissing: Bool
    var depth: Int?
    var stepSize: Double?

    /// - Throws: `WebFailure` for missing and wrong members.
    init(_ json: JSON) throws {
        guard let target = json["target"]?.string else { throw WebFailure(400, "say which column is to be predicted") }
        self.target = target
        if let list = json["features"]?.array {
            let names = list.compactMap(\.string)
            guard !names.isEmpty, names.count == list.count else { throw WebFailure(400, "choose a column to learn from") }
            features = names
        }
        let trainer = json["trainer"]?.string ?? "auto"
        guard TableTrainers.kinds.contains(where: { $0.0 == trainer }) else {
            throw WebFailure(400, "a trainer is one of \(TableTrainers.kinds.map(\.0).joined(separator: ", "))")
        }
        self.trainer = trainer
        isClass = json["isClass"]?.boolean ?? false
        leavesOutMissing = json["leavesOutMissing"]?.boolean ?? false
        depth = try JobSettings.number(json["depth"], "depth", in: 1...64).map { Int($0) }
        stepSize = try JobSettings.number(json["stepSize"], "stepSize", in: 1e-6...1000)
    }

    /// The settings of the trainer. Settings that the trainer does not have are left out.
    func trainerSettings(iterations: Int?) throws -> TableTrainers.Settings {
        let kind = TableTrainers.kinds.first { $0.0 == trainer }?.1 ?? .auto
        return try TableTrainers.Settings(
            kind: kind, iterations: kind.hasIterations ? iterations : nil, stepSize: kind.hasStepSize ? stepSize : nil,
            depth: kind.hasDepth ? depth : nil)
    }
}
