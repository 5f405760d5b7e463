import Foundation

extension MLObjectDetector.DataSource {
    /// The names of the columns of ``imagesWithObjectAnnotations()``.
    private enum Column {
        static let image = "image"
        static let annotations = "annotations"
    }

    /// The pictures with their boxes, as a table. The column `image` has the path of a picture, and the column `annotations` the list of its
    /// annotations, as in Create ML's file. The case `table` takes such a table.
    ///
    /// Boxes have the numbers of the source, except from Pascal VOC, COCO and CSV files. These are converted to centres in pixels from the
    /// upper left, Create ML's default. Those of YOLO and Label Studio are centres, too, and stay normalised. A picture is left out if its
    /// own annotation file cannot be read.
    ///
    /// - Throws: `MLCreateError.io` that names the folder or annotation file that cannot be read, and the reason.
    public func imagesWithObjectAnnotations() throws -> MLDataTable {
        let listing = try listing()
        let annotations = listing.pictures.map { _, boxes in
            MLDataValue.sequence(MLDataValue.SequenceType(boxes.map { $0.value(isCorner: listing.convention?.anchor == .topLeft) }))
        }
        return try MLDataTable(
            ordered: [
                (Column.image, MLUntypedColumn(listing.pictures.map(\.url.path))),
                (Column.annotations, MLUntypedColumn(values: annotations, type: .sequence)),
            ])
    }

    /// The table of the data with a column `partition`, the number of the part that each row belongs to. Every label is distributed over the parts in
    /// proportion, as far as pictures with several labels allow.
    ///
    /// - Parameter annotationColumn: the column of the annotations in that table.
    /// - Throws: `MLCreateError` if the data cannot be read, or the proportions are not parts of a whole.
    public func stratifiedSplit(proportions: [Double], seed: Int = timestampSeed(), annotationColumn: String) throws -> MLDataTable {
        var table = try table()
        let labels = try table.column(annotationColumn).values.map(Self.labels)
        var name = "label"
        while table.columnNames.contains(name) { name += "_" }
        table[name] = MLUntypedColumn(LabelStrata.strata(labels))
        var result = try table.stratifiedSplit(proportions: proportions, on: name, seed: seed)
        result.removeColumn(named: name)
        return result
    }

    private func table() throws -> MLDataTable {
        if case .table(let table, _, _) = self { return table }
        return try imagesWithObjectAnnotations()
    }

    /// The labels in a cell of annotations.
    private static func labels(_ value: MLDataValue) -> Set<String> {
        guard let data = value.isValid ? Data(value.json.utf8) : nil,
            let list = try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed) as? [[String: Any]]
        else { return [] }
        return Set(list.compactMap { $0["label"] as? String })
    }
}

extension RawAnnotation {
    /// The annotation as an entry of a list of annotations.
    ///
    /// - Parameter isCorner: whether `x` and `y` are the box's upper left corner, and must be converted to its centre.
    fileprivate func value(isCorner: Bool) -> MLDataValue {
        let (centerX, centerY) = isCorner ? (x + width / 2, y + height / 2) : (x, y)
        let numbers = [("x", centerX), ("y", centerY), ("width", width), ("height", height)]
        let coordinates = MLDataValue.DictionaryType(
            Dictionary(numbers.map { (MLDataValue.string($0), MLDataValue.double($1)) }) { first, _ in first })
        return .dictionary(.init([.string("label"): .string(label), .string("coordinates"): .dictionary(coordinates)]))
    }
}
