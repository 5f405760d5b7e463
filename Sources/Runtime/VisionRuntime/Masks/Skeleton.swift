import CoreGraphics

/// The cells of a grid over an image through which the limbs of a body run.
struct Skeleton {
    let cells: [Int]
    /// The smallest rectangle around the cells; null if there are no cells.
    let box: CGRect

    /// The least confidence of a joint that is used.
    private static let leastConfidence: Float = 0.2
    /// The least fraction of a skeleton's cells that must lie in a connected part of a mask. A part with fewer cells cannot belong to the
    /// body.
    static let leastShare = 0.15

    init(_ body: PoseFinding, width: Int, height: Int) {
        var cells: [Int] = []
        func cell(_ point: CGPoint) -> Int {
            let (x, y) = (Int(point.x * CGFloat(width)), Int((1 - point.y) * CGFloat(height)))
            return min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)
        }
        let torso: [(from: BodyJoint, to: BodyJoint)] = [(.nose, .neck), (.neck, .root)]
        for limb in PoseMaps.limbs + torso {
            let (from, to) = (body[limb.from], body[limb.to])
            guard min(from.confidence, to.confidence) >= Self.leastConfidence else { continue }
            let across = to.location.x - from.location.x, up = to.location.y - from.location.y
            let steps = max(1, Int(max(abs(across) * CGFloat(width), abs(up) * CGFloat(height)).rounded(.up)))
            for step in 0...steps {
                let share = CGFloat(step) / CGFloat(steps)
                cells.append(cell(CGPoint(x: from.location.x + across * share, y: from.location.y + up * share)))
            }
        }
        self.cells = cells
        box = cells.reduce(.null) { $0.union(CGRect(x: $1 % width, y: $1 / width, width: 1, height: 1)) }
    }
}

/// Finds the nearest of several bodies for each cell of a mask.
struct BodyOwners {
    private static let outside = -2
    private static let open = -1
    /// The intersection over union above which the boxes of two poses show one person. Then only the most confident pose is used.
    private static let overlap = 0.5

    private let width: Int
    private let height: Int
    private let skeletons: [Skeleton]
    /// The state of each cell of a part of the mask: the index of the body, `open` or `outside`. `open` means that the body is not known
    /// yet. `outside` means that the cell does not belong to the part.
    private var owner: [Int]

    /// - Parameter bodies: the bodies, the most certain first.
    init(width: Int, height: Int, bodies: [PoseFinding]) {
        (self.width, self.height) = (width, height)
        var skeletons: [Skeleton] = []
        for skeleton in bodies.map({ Skeleton($0, width: width, height: height) })
        where !skeletons.contains(where: { $0.box.intersectionOverUnion(with: skeleton.box) > Self.overlap }) {
            skeletons.append(skeleton)
        }
        self.skeletons = skeletons
        owner = [Int](repeating: Self.outside, count: width * height)
    }

    /// The nearest body for each cell of a connected part of the mask. Distances are measured along paths inside the part. Bodies that hardly lie in
    /// the part are ignored.
    ///
    /// - Returns: pairs of a cell and the index of its body; empty if no body lies in the part.
    mutating func owners(of part: [Int]) -> [(cell: Int, body: Int)] {
        for cell in part { owner[cell] = Self.open }
        defer { for cell in part { owner[cell] = Self.outside } }
        var reached: [(cell: Int, body: Int)] = []
        for (body, skeleton) in skeletons.enumerated() {
            let inside = skeleton.cells.filter { owner[$0] != Self.outside }
            guard !inside.isEmpty, Double(inside.count) >= Skeleton.leastShare * Double(skeleton.cells.count) else { continue }
            for cell in inside where owner[cell] == Self.open {
                owner[cell] = body
                reached.append((cell, body))
            }
        }
        var next = 0
        while next < reached.count {
            let (cell, body) = reached[next]
            next += 1
            let (x, y) = (cell % width, cell / width)
            for (column, row) in [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)] {
                guard (0..<width).contains(column), (0..<height).contains(row), owner[row * width + column] == Self.open else { continue }
                owner[row * width + column] = body
                reached.append((row * width + column, body))
            }
        }
        return reached
    }
}
