import CoreGraphics

/// The connected regions of a map in which the values reach a threshold.
struct MapRegions {
    struct Region {
        /// The indices of the region's cells. All cells of the map are counted row by row.
        var cells: [Int] = []
        /// The bounds of the region, in cells.
        var box = CGRect.null
        var sum: Float = 0

        var mean: Float { cells.isEmpty ? 0 : sum / Float(cells.count) }
    }

    /// The regions, the largest first.
    let regions: [Region]

    /// - Parameter minimumArea: the least number of cells of a region. Regions below this size are left out.
    init(_ map: ProbabilityMap, threshold: Float, minimumArea: Int = 1) {
        var isOpen = map.values.map { $0 >= threshold }
        var regions: [Region] = []
        var stack: [Int] = []
        for start in isOpen.indices where isOpen[start] {
            var region = Region()
            isOpen[start] = false
            stack.append(start)
            while let cell = stack.popLast() {
                region.cells.append(cell)
                region.sum += map.values[cell]
                let (x, y) = (cell % map.width, cell / map.width)
                region.box = region.box.union(CGRect(x: x, y: y, width: 1, height: 1))
                for (dx, dy) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
                    let (column, row) = (x + dx, y + dy)
                    guard (0..<map.width).contains(column), (0..<map.height).contains(row) else { continue }
                    let next = row * map.width + column
                    if isOpen[next] {
                        isOpen[next] = false
                        stack.append(next)
                    }
                }
            }
            if region.cells.count >= minimumArea { regions.append(region) }
        }
        self.regions = regions.sorted { $0.cells.count > $1.cells.count }
    }
}
