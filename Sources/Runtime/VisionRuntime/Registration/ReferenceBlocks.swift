import CKernels

/// Blocks of the reference that are compared with floating images, at every size of the image. At the smallest size, they cover the image. At each
/// larger size, a block is replaced by its quarter with the most texture, or by all four quarters.
struct ReferenceBlocks {
    /// The blocks at one size of the image.
    struct Level {
        let plane: GrayPlane
        let corners: [RegistrationCorner]
        let templates: [Float]
        let blocks: [RegistrationBlock]
        /// The middles of the blocks, in pixels of the level. The first pixel covers 0…1.
        let middles: [SIMD2<Double>]

        init(plane: GrayPlane, corners: [RegistrationCorner]) {
            self.plane = plane
            self.corners = corners
            let floats = corners.count * REGISTRATION_BLOCK_FLOATS
            var blocks: [RegistrationBlock] = []
            templates = withExtendedLifetime(plane) {
                [Float](unsafeUninitializedCapacity: floats) { templates, templateCount in
                    blocks = [RegistrationBlock](unsafeUninitializedCapacity: corners.count) { buffer, count in
                        var input = plane.view
                        registration_blocks(&input, corners, Int32(corners.count), templates.baseAddress, buffer.baseAddress)
                        count = corners.count
                    }
                    templateCount = floats
                }
            }
            self.blocks = blocks
            let half = Double(REGISTRATION_BLOCK_SIDE) / 2
            middles = corners.map { SIMD2(Double($0.x) + half, Double($0.y) + half) }
        }
    }

    /// The blocks of the smallest size.
    let smallest: Level
    private let image: RegistrationImage

    /// The approximate number of blocks in an image.
    private static let wanted = 160.0
    /// The least variance of a block with texture. Noise and rounding have a variance below this.
    private static let leastVariance: Float = 1

    init(_ image: RegistrationImage) {
        self.image = image
        let plane = image.smallest
        let side = REGISTRATION_BLOCK_SIDE
        let distance = min(max(Int((Double(plane.width * plane.height) / Self.wanted).squareRoot()), side / 4), side)
        let corners = Self.places(in: plane.height, distance: distance).flatMap { y in
            Self.places(in: plane.width, distance: distance).map { x in RegistrationCorner(x: x, y: y) }
        }
        let all = Level(plane: plane, corners: corners)
        let least = Self.leastVariance * Float(side * side)
        smallest = Level(plane: plane, corners: zip(corners, all.blocks).filter { $1.energy >= least }.map(\.0))
    }

    /// The positions of blocks along a side, evenly spaced, one pixel away from the edges.
    private static func places(in side: Int, distance: Int) -> [Int32] {
        let room = side - REGISTRATION_BLOCK_SIDE - 2
        guard room >= 0 else { return [] }
        let steps = (room + distance - 1) / distance
        return (0...steps).map { Int32(1 + (steps == 0 ? 0 : room * $0 / steps)) }
    }

    /// The blocks at the next larger size. Each block is replaced by its quarter with the most texture, or by all four quarters.
    func larger(than level: Level, index: Int, takesAll: Bool = false) -> Level {
        let plane = image.levels[index]
        let fineCount = level.corners.count * (takesAll ? 4 : 1)
        let fine = withExtendedLifetime(plane) {
            [RegistrationCorner](unsafeUninitializedCapacity: fineCount) { buffer, count in
                var input = plane.view
                registration_descend(&input, level.corners, Int32(level.corners.count), takesAll, buffer.baseAddress)
                count = fineCount
            }
        }
        return Level(plane: plane, corners: fine)
    }
}
