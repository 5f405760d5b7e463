import CreateML
import Foundation
import Reports

/// The labels of a set that Studio learns from or measures on.
enum LabelLimit {
    /// Every pair of labels has a number in the measurements, which are read again for each look at a training.
    static let maximumCount = 1_000

    /// - Throws: `UsageError` for more labels.
    static func check(_ count: Int) throws {
        guard count <= maximumCount else { throw UsageError(text(count)) }
    }

    static func text(_ count: Int) -> String { "There are \(count) labels, and Studio takes \(maximumCount) at most." }

    /// Checks the labels of photos in folders.
    ///
    /// - Throws: as ``check(_:)``, and what reading throws.
    static func checkPhotos(_ folder: URL) throws {
        try check(MLImageClassifier.DataSource.labeledDirectories(at: folder).labeledImages().count)
    }

    /// Checks the labels of boxes. What is read for it takes no room from what is read afterwards.
    ///
    /// - Throws: as ``check(_:)``, and what reading throws.
    static func checkBoxes(_ folder: URL) throws {
        try AnnotationReach.ofServer {
            let data = try BoxFormat.source(folder: folder, annotations: nil, nil)
                .annotatedImages(.boundingBox(units: .pixel, origin: .topLeft, anchor: .center))
            try check(data.labels.count)
        }
    }
}
