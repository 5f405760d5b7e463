import Foundation

/// Labels of whole pictures, listed in a file in the folder of the pictures. The file is Roboflow's `_classes.csv`, or Label Studio's JSON with
/// choices.
package enum ListedLabels {
    /// The names of the formats, for errors about a missing file.
    package static let forms = "Roboflow's _classes.csv, or Label Studio's JSON with choices"

    /// The file with labels in a folder; `nil` if there is no such file, or more than one.
    package static func file(in folder: URL) -> URL? {
        let files = ((try? folder.folderContents()) ?? []).filter {
            switch AnnotationFileKind($0) {
            case .labelTable, .labelStudioChoices: true
            default: false
            }
        }
        return files.count == 1 ? files[0] : nil
    }

    /// The pictures that a file lists, with their labels. Pictures that nobody has labelled are left out.
    ///
    /// - Throws: `MLCreateError.io` that names the file and, for an invalid entry, its line or task.
    static func read(_ file: URL, picturesAt folder: URL) throws -> [(picture: URL, labels: Set<String>)] {
        let listed: [(name: String, labels: Set<String>)] =
            if file.pathExtension.lowercased() == "csv" {
                try LabelTable.read(file).map { ($0.image, $0.labels) }
            } else {
                try LabelStudioTasks(contentsOf: file).tasks.filter(\.isDone).map { ($0.picture, $0.choices) }
            }
        let pictures = PictureIndex(folder).files(listed.map(\.name))
        return try zip(listed, pictures).map { listed, picture in
            guard let picture else { throw MLCreateError.io(reason: "\(file.path) names '\(listed.name)': \(PictureIndex.doubt)") }
            return (picture, listed.labels)
        }
    }

    /// The pictures of each label. The file must give each picture at most one label.
    ///
    /// - Throws: `MLCreateError.generic` for a picture with several labels.
    static func byLabel(_ file: URL, picturesAt folder: URL) throws -> [String: [URL]] {
        var found: [String: [URL]] = [:]
        for (picture, labels) in try read(file, picturesAt: folder) {
            guard labels.count < 2 else {
                throw MLCreateError.generic(
                    reason:
                        "\(file.path) gives \(picture.lastPathComponent) \(labels.count) labels: a classifier of several labels learns from it "
                        + "(MLMultiLabelImageClassifier, --multi-label)")
            }
            for label in labels { found[label, default: []].append(picture) }
        }
        return found
    }
}

/// Roboflow's table of labels. It has a row for each picture and a column for each label. A cell is 1 if the picture has the label, or else 0.
enum LabelTable {
    static let fileName = "_classes.csv"

    static func read(_ file: URL) throws -> [(image: String, labels: Set<String>)] {
        let rows = try CSVRows.read(file)
        guard let header = rows.first, header.fields.count > 1 else { throw JSONFile.invalid(file, "has no columns of labels") }
        return try rows.dropFirst().map { row in
            var labels: Set<String> = []
            for (name, field) in zip(header.fields, row.fields).dropFirst() {
                guard let number = Double(field), number == 0 || number == 1 else {
                    throw JSONFile.invalid(file, "line \(row.line) has '\(field)' for '\(name)', where 0 or 1 is expected")
                }
                if number == 1 { labels.insert(name) }
            }
            return (row.fields[0], labels)
        }
    }
}
