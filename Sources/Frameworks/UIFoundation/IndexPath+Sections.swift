import Foundation

/// The places of a table's rows and of a collection's items: the first index is the section, the second one the row or item.
extension IndexPath {
    /// The place of a row in a section of a table.
    public init(row: Int, section: Int) { self.init(indexes: [section, row]) }
    /// The place of an item in a section of a collection.
    public init(item: Int, section: Int) { self.init(indexes: [section, item]) }

    /// The section of a row or item.
    ///
    /// - Precondition: the path has two indices.
    public var section: Int {
        get { self[checked: 0] }
        set { self[checked: 0] = newValue }
    }

    /// The row in its section.
    ///
    /// - Precondition: the path has two indices.
    public var row: Int {
        get { self[checked: 1] }
        set { self[checked: 1] = newValue }
    }

    /// The item in its section.
    ///
    /// - Precondition: the path has two indices.
    public var item: Int {
        get { self[checked: 1] }
        set { self[checked: 1] = newValue }
    }

    private subscript(checked place: Int) -> Int {
        get {
            precondition(count == 2, "an index path of \(count) indices has no section and row")
            return self[place]
        }
        set {
            precondition(count == 2, "an index path of \(count) indices has no section and row")
            self[place] = newValue
        }
    }
}
