import CreateML
import Foundation
import Reports

/// Recordings of sensors on the command line: tables, or a folder with a folder of tables for each label.
struct ActivityData {
    static let recordingOption = Command.Option.value(
        "--recording", "COLUMN", "the column of a table that says of which recording a row is (a table is one where not given)")

    let features: [String]
    private let label: String?
    private let recording: String?

    /// - Parameter features: the columns of sensor values.
    init(_ arguments: Arguments, features: [String]) {
        self.features = features
        (label, recording) = (arguments.string("--label"), arguments.string("--recording"))
    }

    var columns: ActivityColumns { ActivityColumns(features: features, label: label ?? "label", recording: recording) }

    /// - Throws: `UsageError` if columns are given for a folder, `MLCreateError` for data that cannot be read.
    func read(_ paths: [String]) throws -> ActivityRecordings {
        var all = ActivityRecordings()
        for path in paths {
            let url = URL(fileURLWithPath: path)
            if url.isFolder {
                if label != nil || recording != nil {
                    throw UsageError("--label and --recording name columns of a table, and \(path) is a folder")
                }
                all.append(try MLActivityClassifier.DataSource.labeledDirectories(at: url).recordings(columns))
            } else {
                all.append(try ActivityRecordings(TableFile.read(url), columns, name: path))
            }
        }
        return all
    }
}
