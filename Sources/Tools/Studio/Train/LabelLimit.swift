import CreateML
import Foundation
import Reports

/// The limit for the number of labels in the data of a training or an evaluation.
enum LabelLimit {
    /// The maximum number of labels. The metrics have a number for every pair of labels, and are read anew whenever a training is shown.
    static let maximumCount = 1_000

    /// - Throws: `UsageError` if there are more labels than the maximum.
    static func check(_ count: Int) throws {
        guard count <= maximumCount else { throw UsageError(text(count)) }
    }

    static func text(_ count: Int) -> String { "There are \(count) labels, and Studio takes \(maximumCount) at most." }

    /// Checks the labels of photos in folders.
    ///
    /// - Throws: as ``check(_:)``, and the errors of reading the folder.
    static func checkPhotos(_ folder: URL) throws {
        try check(MLImageClassifier.DataSource.labeledDirectories(at: folder).labeledImages().count)
    }

    /// Checks the labels of boxes. The files are read with the limits of ``AnnotationReach``. The memory for them does not count when files are
    /// read later.
    ///
    /// - Throws: as ``check(_:)``, and the errors of reading the folder.
    static func checkBoxes(_ folder: URL) throws {
        try AnnotationReach.ofServer {
            let data = try BoxFormat.source(folder: folder, annotations: nil, nil)
                .annotatedImages(.boundingBox(units: .pixel, origin: .topLeft, anchor: .center))
            try check(data.labels.count)
        }
    }
}
