import Foundation
import InputChecks

/// The log of a session's reported metrics, with a line of JSON for each reported iteration. It preserves the curves of the metrics when a training
/// is interrupted.
///
/// Lines are appended during the training. An incomplete line and the lines after it are dropped, as are the lines after the iteration from which a
/// training resumes.
struct TrainingLog {
    /// The metrics of an iteration, as `Double`s.
    struct Entry {
        var iteration: Int
        var metrics: [MLProgress.Metric: Any]
    }

    private struct Line: Codable {
        var iteration: Int
        var metrics: [String: MetricValues]
    }

    private let url: URL

    init(_ url: URL) { self.url = url }

    /// The entries up to an iteration, in order.
    func entries(upTo iteration: Int) -> [Entry] {
        guard let data = try? Data(contentsOfFile: url) else { return [] }
        let decoder = JSONDecoder()
        var entries: [Entry] = []
        for text in data.split(separator: UInt8(ascii: "\n")) {
            guard let line = try? decoder.decode(Line.self, from: Data(text)) else { break }
            guard line.iteration <= iteration, line.iteration > entries.last?.iteration ?? 0 else { break }
            entries.append(Entry(iteration: line.iteration, metrics: MetricValues.metrics(of: line.metrics)))
        }
        return entries
    }

    /// Drops the entries after an iteration.
    ///
    /// - Throws: `MLCreateError.io` if the file cannot be written.
    func truncate(after iteration: Int) throws {
        guard FileManager.default.fileExists(atPath: url.path) else { return }
        try AtomicFile.write(entries(upTo: iteration).reduce(into: Data()) { $0 += try Self.data($1) }, to: url, replaces: true)
    }

    /// Appends an entry. If the disk is full, the entry is lost, but the training continues.
    func append(_ entry: Entry) {
        guard let data = try? Self.data(entry) else { return }
        AtomicFile.append(data, to: url)
    }

    private static func data(_ entry: Entry) throws -> Data {
        // JSON cannot represent numbers that are not finite.
        let metrics = entry.metrics.filter { ($0.value as? Double)?.isFinite ?? true }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try encoder.encode(Line(iteration: entry.iteration, metrics: MetricValues.values(of: metrics))) + Data("\n".utf8)
    }
}
