import CoreGraphics

/// The output of a network for the poses of several people, as in Papandreou et al., "PersonLab" (2018).
///
/// - `heatmap` [17, h, w]: the probability, 0…1, that a joint lies at a cell.
/// - `offsets` [34, h, w]: the offset from a cell to a joint, in pixels of the input. The first 17 channels are the offsets down, the
///   others the offsets to the right.
/// - `displacementFwd` [32, h, w]: the displacement from the beginning of each limb to its end, in pixels of the input. The first 16
///   channels are displacements down, the others displacements to the right.
/// - `displacementBwd` [32, h, w]: the reverse displacements.
///
/// A cell stands for the input's pixel at column × stride and row × stride. The stride follows from the sizes of the input and the map.
struct PoseMaps: Sendable {
    let scores: CellMap
    let offsets: CellMap
    let forward: CellMap
    let backward: CellMap
    /// The horizontal and vertical distances between neighbouring cells, in pixels of the input.
    let strideX: Float
    let strideY: Float
    /// The longer side of the input, in pixels.
    let inputSide: Float

    /// The limbs, from the nose outwards. Each begins at the nose or at the end of another limb.
    static let limbs: [(from: BodyJoint, to: BodyJoint)] = [
        (.nose, .leftEye), (.leftEye, .leftEar), (.nose, .rightEye), (.rightEye, .rightEar), (.nose, .leftShoulder),
        (.leftShoulder, .leftElbow), (.leftElbow, .leftWrist), (.leftShoulder, .leftHip), (.leftHip, .leftKnee), (.leftKnee, .leftAnkle),
        (.nose, .rightShoulder), (.rightShoulder, .rightElbow), (.rightElbow, .rightWrist), (.rightShoulder, .rightHip),
        (.rightHip, .rightKnee), (.rightKnee, .rightAnkle),
    ]

    /// The possible names of the displacement maps. They differ between makers of networks.
    private static let forwardNames = ["displacementFwd", "displacements_fwd"]
    private static let backwardNames = ["displacementBwd", "displacements_bwd"]

    /// Whether the names of a network's outputs are those of pose maps.
    static func areOutputs(_ names: [String]) -> Bool {
        names.contains("heatmap") && names.contains("offsets") && forwardNames.contains(where: names.contains)
            && backwardNames.contains(where: names.contains)
    }

    /// - Parameter inputSize: the size of the network's image input, in pixels.
    /// - Throws: `invalidModel` if the maps have another form, `operationFailed` if a number is not finite.
    init(_ outputs: NetworkOutputs, inputSize: CGSize) throws {
        func map(_ names: [String]) throws -> CellMap { try outputs.map(names.first(where: outputs.contains) ?? names[0]) }
        self.init(
            scores: try map(["heatmap"]), offsets: try map(["offsets"]), forward: try map(Self.forwardNames),
            backward: try map(Self.backwardNames), inputSize: inputSize)
        let (joints, limbs) = (BodyJoint.networkCount, Self.limbs.count)
        let maps = [("heatmap", scores, joints), ("offsets", offsets, 2 * joints)]
        for (name, map, channels) in maps + [("displacementFwd", forward, 2 * limbs), ("displacementBwd", backward, 2 * limbs)] {
            let expected = [channels, scores.rows, scores.columns]
            guard map.shape == expected else {
                throw VisionFailure(.invalidModel, "the pose model's output \(name) has the shape \(map.shape) instead of \(expected)")
            }
        }
    }

    init(scores: CellMap, offsets: CellMap, forward: CellMap, backward: CellMap, inputSize: CGSize) {
        (self.scores, self.offsets, self.forward, self.backward) = (scores, offsets, forward, backward)
        strideX = CellMap.stride(side: Int(inputSize.width), cells: scores.columns)
        strideY = CellMap.stride(side: Int(inputSize.height), cells: scores.rows)
        inputSide = Float(max(inputSize.width, inputSize.height))
    }

    /// The cell nearest to a position in the input.
    func cell(_ place: SIMD2<Float>) -> (row: Int, column: Int) {
        // Displacements may lead anywhere; a place far outside must not overflow.
        let column = min(max((place.x / strideX).rounded(), 0), Float(scores.columns - 1))
        let row = min(max((place.y / strideY).rounded(), 0), Float(scores.rows - 1))
        return (Int(row), Int(column))
    }

    /// The position of a joint according to a cell's offset, in pixels of the input.
    func place(of joint: BodyJoint, row: Int, column: Int) -> SIMD2<Float> {
        let down = offsets[joint.rawValue, row, column]
        let right = offsets[BodyJoint.networkCount + joint.rawValue, row, column]
        return SIMD2(Float(column) * strideX + right, Float(row) * strideY + down)
    }

    /// The displacement from a limb's beginning to its end, or the reverse displacement.
    func displacement(_ limb: Int, isForward: Bool, row: Int, column: Int) -> SIMD2<Float> {
        let map = isForward ? forward : backward
        return SIMD2(map[Self.limbs.count + limb, row, column], map[limb, row, column])
    }
}
