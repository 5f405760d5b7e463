import CoreML
import CreateML
import Foundation
import Reports

/// Measures the model of a finished training on another table, as `osprey evaluate` does.
enum TableTest {
    /// Writes the page about the rows of the table in a folder.
    ///
    /// - Throws: `WebFailure` if there is no table, or the model does not predict from rows. `MLCreateError` for rows that do not fit the model.
    static func write(_ job: Job, on folder: URL) throws {
        guard let choice = job.record.settings.table else { throw WebFailure(409, "the model of this training is not one of rows") }
        guard let upload = TableUpload(in: folder) else { throw WebFailure(422, "there is no table in it, or more than one") }
        var (table, warnings) = (try upload.read(), [String]())
        if choice.leavesOutMissing { try TabularTraining.leaveOutMissing(choice.target, of: &table, &warnings) }
        guard table.size.rows > 0 else { throw WebFailure(422, "the table has no rows to measure on") }
        let page = TableReport(
            title: "\(job.record.name) on \(upload.file.lastPathComponent)",
            facts: [("rows", String(table.size.rows)), ("predicts", choice.target)], warnings: warnings)
        let model = try MLModel(contentsOf: job.model, configuration: MLModelConfiguration())
        try page.report(of: model, on: table, target: choice.target)?.write(to: job.test)
    }
}
