import Foundation
import TabularData

/// A CSV file with a row for each bounding box, as Roboflow and TensorFlow's tools write it.
///
/// ```
/// filename,width,height,class,xmin,ymin,xmax,ymax
/// 1.jpg,640,480,cup,80,144,208,264
/// ```
enum BoxTable {
    /// The index of each field in a row.
    struct Columns {
        let file, label: Int
        /// The indices of the fields with the left, top, right and bottom edges of the box.
        let edges: [Int]

        /// - Returns: `nil` if the names are not the header of a table of boxes.
        init?(_ names: [String]) {
            func place(_ words: [String]) -> Int? { names.firstIndex { words.contains($0.lowercased()) } }
            let edges = ["xmin", "ymin", "xmax", "ymax"].compactMap { place([$0]) }
            guard let file = place(["filename", "image", "file"]), let label = place(["class", "label"]), edges.count == 4 else {
                return nil
            }
            (self.file, self.label, self.edges) = (file, label, edges)
        }
    }

    /// The pictures and their boxes, in the order of the file.
    ///
    /// - Throws: `MLCreateError.io` that names the file and, for an invalid row, its line.
    static func read(_ file: URL) throws -> [(image: String, annotations: [RawAnnotation])] {
        let rows = try CSVRows.read(file)
        guard let header = rows.first, let columns = Columns(header.fields) else {
            throw JSONFile.invalid(file, "has no columns filename, class, xmin, ymin, xmax and ymax")
        }
        var order: [String] = []
        var boxes: [String: [RawAnnotation]] = [:]
        for row in rows.dropFirst() {
            let edges = columns.edges.compactMap { Double(row.fields[$0]) }
            guard edges.count == 4 else { throw JSONFile.invalid(file, "line \(row.line) has no four numbers of a box") }
            let image = row.fields[columns.file]
            if boxes[image] == nil { order.append(image) }
            boxes[image, default: []].append(
                RawAnnotation(
                    label: row.fields[columns.label], x: edges[0], y: edges[1], width: edges[2] - edges[0], height: edges[3] - edges[1]))
        }
        return order.map { ($0, boxes[$0] ?? []) }
    }
}

/// The rows of a CSV file, including the header. Every row has as many fields as the header.
enum CSVRows {
    /// - Throws: `MLCreateError.io` if the file cannot be read, or a row has another number of fields than the header. The error names the file,
    ///   and the line of the row.
    static func read(_ file: URL) throws -> [CSVReader.Row] {
        let data = try file.annotationData()
        do {
            var reader = try CSVReader(data, MLDataTable.ParsingOptions(escape: "").format)
            var rows: [CSVReader.Row] = []
            while var row = try reader.next() {
                row.fields = row.fields.map { $0.trimmingCharacters(in: .whitespaces) }
                if let first = rows.first, row.fields.count != first.fields.count {
                    throw JSONFile.invalid(file, "line \(row.line) has \(row.fields.count) fields instead of \(first.fields.count)")
                }
                rows.append(row)
            }
            return rows
        } catch let error as MLCreateError {
            throw error
        } catch {
            throw JSONFile.invalid(file, "\(error)")
        }
    }
}
