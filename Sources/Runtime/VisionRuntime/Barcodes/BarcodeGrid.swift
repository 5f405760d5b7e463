import CoreGraphics

/// Samples the modules of a code in a plane, given the code's corners.
struct BarcodeGrid {
    private let plane: GrayPlane
    /// The map from the unit square to pixels.
    private let square: Homography
    private let isInverted: Bool

    /// - Returns: `nil` if the corners do not span an area.
    init?(_ plane: GrayPlane, corners: [CGPoint], isInverted: Bool) {
        guard let square = Homography(unitSquareTo: corners) else { return nil }
        self.plane = plane
        self.square = square
        self.isInverted = isInverted
    }

    /// The darkness of the middle of a module, 0…255.
    func darkness(_ module: GridModule, of size: GridSize) -> Float {
        let point = square.apply((Double(module.column) + 0.5) / Double(size.columns), (Double(module.row) + 0.5) / Double(size.rows))
        guard point.x.isFinite, point.y.isFinite else { return 0 }
        let light = plane.sample(point.x, point.y)
        return isInverted ? light : 255 - light
    }

    /// Whether each module is dark: darker than the middle between the darkest and the lightest module.
    func areDark(_ modules: [GridModule], of size: GridSize) -> [Bool] {
        let values = modules.map { darkness($0, of: size) }
        let middle = ((values.min() ?? 0) + (values.max() ?? 0)) / 2
        return values.map { $0 > middle }
    }
}

struct GridSize: Hashable {
    let columns: Int
    let rows: Int
}

/// A module, counted from the code's own top left.
struct GridModule: Hashable {
    let column: Int
    let row: Int

    /// The module mirrored at the diagonal.
    var transposed: GridModule { GridModule(column: row, row: column) }

    /// The position of the module after a clockwise quarter turn of a square of `side` × `side` modules.
    func turned(in side: Int) -> GridModule { GridModule(column: side - 1 - row, row: column) }
}

/// The number of places in which two sequences differ.
func differences(_ one: [Bool], _ other: [Bool]) -> Int {
    zip(one, other).reduce(0) { $0 + ($1.0 == $1.1 ? 0 : 1) }
}
