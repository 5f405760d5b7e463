import Foundation

extension MLObjectDetector.DataSource {
    /// The names of the columns of ``imagesWithObjectAnnotations()``.
    private enum Column {
        static let image = "image"
        static let annotations = "annotations"
    }

    /// The pictures with their boxes: in each row the path of a picture in the column `image`, and the list of its annotations, as in Create
    /// ML's file, in the column `annotations`. The case `table` takes such a table.
    ///
    /// The numbers of the boxes are those of the source, but Pascal VOC's and COCO's, which become centres in pixels from the upper left,
    /// Create ML's default. Pictures whose own annotation file cannot be read are left out.
    ///
    /// - Throws: `MLCreateError.io` for a folder or an annotation file that cannot be read, naming the file and the reason.
    public func imagesWithObjectAnnotations() throws -> MLDataTable {
        let listing = try listing()
        let annotations = listing.pictures.map { _, boxes in
            MLDataValue.sequence(MLDataValue.SequenceType(boxes.map { $0.value(isCorner: listing.convention == .corner) }))
        }
        return try MLDataTable(
            ordered: [
                (Column.image, MLUntypedColumn(listing.pictures.map(\.url.path))),
                (Column.annotations, MLUntypedColumn(values: annotations, type: .sequence)),
            ])
    }

    /// The table of the data with a column `partition`: the number of the part that a row belongs to. Every label is shared among the parts
    /// in proportion, as far as pictures with several labels allow.
    ///
    /// - Parameter annotationColumn: the column of the annotations in that table.
    /// - Throws: `MLCreateError` where the data cannot be read, or the proportions are not parts of a whole.
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
    /// As an entry of a list of annotations.
    ///
    /// - Parameter isCorner: whether `x` and `y` are the box's upper left corner, and are to become its centre.
    fileprivate func value(isCorner: Bool) -> MLDataValue {
        let (centerX, centerY) = isCorner ? (x + width / 2, y + height / 2) : (x, y)
        let numbers = [("x", centerX), ("y", centerY), ("width", width), ("height", height)]
        let coordinates = MLDataValue.DictionaryType(
            Dictionary(numbers.map { (MLDataValue.string($0), MLDataValue.double($1)) }) { first, _ in first })
        return .dictionary(.init([.string("label"): .string(label), .string("coordinates"): .dictionary(coordinates)]))
    }
}
