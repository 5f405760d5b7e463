import Foundation

extension MLObjectDetector.DataSource {
    /// The names of the columns of ``imagesWithObjectAnnotations()``.
    private enum Column {
        static let image = "image"
        static let annotations = "annotations"
    }

    /// The pictures with their boxes, as a table. The column `image` has the path of a picture. The column `annotations` has the list of its
    /// annotations, as in Create ML's file. The case `table` reads this form.
    ///
    /// Boxes from Pascal VOC, COCO, CSV and Label Studio files are converted: their upper left corners become centres. The numbers of other boxes
    /// are unchanged. Boxes from YOLO and Label Studio files stay normalised. A picture is left out if its own annotation file cannot be read.
    ///
    /// - Throws: `MLCreateError.io` if a folder or an annotation file cannot be read. The error names it and the reason.
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

    /// The data as a table that is divided into parts. The column `partition` has the number of each row's part. Every label is distributed over
    /// the parts in proportion. Pictures with several labels may cause deviations.
    ///
    /// - Parameter annotationColumn: the column of annotations in the returned table.
    /// - Throws: `MLCreateError` if the data cannot be read, a proportion is negative, or all proportions are 0.
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

    /// The labels in a cell of the annotation column.
    private static func labels(_ value: MLDataValue) -> Set<String> {
        guard let data = value.isValid ? Data(value.json.utf8) : nil,
            let list = try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed) as? [[String: Any]]
        else { return [] }
        return Set(list.compactMap { $0["label"] as? String })
    }
}

extension RawAnnotation {
    /// The annotation as an entry of a list in Create ML's form.
    ///
    /// - Parameter isCorner: whether `x` and `y` are the box's upper left corner. They are then converted to its centre.
    fileprivate func value(isCorner: Bool) -> MLDataValue {
        let (centerX, centerY) = isCorner ? (x + width / 2, y + height / 2) : (x, y)
        let numbers = [("x", centerX), ("y", centerY), ("width", width), ("height", height)]
        let coordinates = MLDataValue.DictionaryType(
            Dictionary(numbers.map { (MLDataValue.string($0), MLDataValue.double($1)) }) { first, _ in first })
        return .dictionary(.init([.string("label"): .string(label), .string("coordinates"): .dictionary(coordinates)]))
    }
}
