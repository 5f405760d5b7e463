import CreateML
import JSON

extension JSON {
    /// A line about the progress of a training: the phase, its completed fraction (0…1), and the metrics of the iteration.
    package init(_ progress: MLProgress, metrics: [(String, JSON)] = []) {
        let total = max(progress.totalItemCount ?? 0, progress.itemCount, 1)
        var members: [(String, JSON)] = [
            ("phase", .string(progress.phase.rawValue)), ("progress", .number(Double(progress.itemCount) / Double(total))),
        ]
        if progress.phase == .training { members.append(("iteration", .integer(progress.itemCount))) }
        self = .object(members + [("metrics", .object(metrics))])
    }
}
