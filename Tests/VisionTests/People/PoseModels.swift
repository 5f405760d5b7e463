import CoreML
import CoreMLSpecification
import Foundation
import VisionRuntime

/// Networks that say the same of every picture: maps made up for people whose joints are known.
enum PoseModels {
    /// An output, which does not depend on the picture.
    struct Output {
        let name: String
        let shape: [Int]
        let values: [Float]
    }

    /// The model that takes pictures of a size.
    static func network(width: Int, height: Int, outputs: [Output]) throws -> MLModel {
        let configuration = MLModelConfiguration()
        configuration.computeUnits = .cpuOnly
        let package = ModelPackage(model: specification(width: width, height: height, outputs: outputs))
        return try MLModel(package: package, configuration: configuration, name: "test")
    }

    /// The same, not yet loaded.
    static func specification(width: Int, height: Int, outputs: [Output]) -> Specification.Model {
        let network = Specification.NeuralNetwork.with { network in
            network.arrayInputShapeMapping = .exactArrayMapping
            network.imageInputShapeMapping = .rank4ImageMapping
            network.layers = outputs.map { output in
                .with { layer in
                    layer.name = output.name
                    layer.output = [output.name]
                    layer.layer = .loadConstantND(
                        .with { constant in
                            constant.shape = output.shape.map { UInt64($0) }
                            constant.data = .with { $0.floatValue = PackedFloats(output.values) }
                        })
                }
            }
        }
        return TestModels.model(
            input: [TestModels.image("image", width: width, height: height)],
            output: outputs.map { TestModels.array($0.name, $0.shape.map { Int64($0) }) }, network: network, version: 4)
    }

    /// A standing person who looks at the camera: places in the order of ``BodyJoint``, from the top left, 120 pixels high.
    static func standing(atX left: Float, y top: Float = 0) -> [SIMD2<Float>] {
        let places: [SIMD2<Float>] = [
            [30, 14], [33, 11], [27, 11], [36, 13], [24, 13], [42, 32], [18, 32], [50, 52], [10, 52], [54, 72], [6, 72], [38, 72],
            [22, 72],
            [40, 94], [20, 94], [41, 116], [19, 116],
        ]
        return places.map { $0 + SIMD2(left, top) }
    }

    /// The limbs of networks for several people.
    private static let limbs: [(Int, Int)] = [
        (0, 1), (1, 3), (0, 2), (2, 4), (0, 5), (5, 7), (7, 9), (5, 11), (11, 13), (13, 15), (0, 6), (6, 8), (8, 10), (6, 12), (12, 14),
        (14, 16),
    ]

    /// The maps of people, as a network for several people gives them.
    ///
    /// - Parameters:
    ///   - people: places of 17 joints in pixels of the network's input, and how likely each joint is.
    ///   - stride: in pixels.
    static func bodyMaps(_ people: [(places: [SIMD2<Float>], likelihood: Float)], side: Int, stride: Int) -> [Output] {
        let cells = side / stride
        var (heat, offsets) = (Map(17, cells), Map(34, cells))
        var (forward, backward) = (Map(32, cells), Map(32, cells))
        for (places, likelihood) in people {
            for (joint, place) in places.enumerated() {
                let center = Cell(place, stride)
                heat[joint, center] = likelihood
                for cell in center.around(2, cells) {
                    let way = place - cell.place(stride)
                    (offsets[joint, cell], offsets[17 + joint, cell]) = (way.y, way.x)
                }
            }
            for (limb, (from, to)) in limbs.enumerated() {
                let way = places[to] - places[from]
                for cell in Cell(places[from], stride).around(1, cells) {
                    (forward[limb, cell], forward[16 + limb, cell]) = (way.y, way.x)
                }
                for cell in Cell(places[to], stride).around(1, cells) {
                    (backward[limb, cell], backward[16 + limb, cell]) = (-way.y, -way.x)
                }
            }
        }
        return [
            heat.output("heatmap"), offsets.output("offsets"), forward.output("displacementFwd"), backward.output("displacementBwd"),
        ]
    }

    /// The maps of one body or hand.
    static func jointMaps(_ places: [SIMD2<Float>], likelihood: Float, side: Int, stride: Int, hasOffsets: Bool = true) -> [Output] {
        let cells = side / stride
        var (heat, offsets) = (Map(places.count, cells), Map(2 * places.count, cells))
        for (joint, place) in places.enumerated() {
            let cell = Cell(place, stride)
            heat[joint, cell] = likelihood
            let way = place - cell.place(stride)
            (offsets[joint, cell], offsets[places.count + joint, cell]) = (way.y, way.x)
        }
        return [heat.output("heatmap")] + (hasOffsets ? [offsets.output("offsets")] : [])
    }

    /// A person 3 m before a camera whose focal length is the picture's side, a little to the right of its axis.
    static let personInSpace: (points: [SIMD3<Float>], pixels: [SIMD2<Float>], camera: SIMD3<Float>) = {
        let camera = SIMD3<Float>(-0.2, 0.1, 3)
        let points: [SIMD3<Float>] = (0..<17).map { index in
            let angle = Float(index)
            let place = SIMD3<Float>(0.3 * sin(angle), 0.1 * angle - 0.8, 0.2 * cos(2 * angle))
            return index == 0 ? .zero : place
        }
        let pixels: [SIMD2<Float>] = points.map { point in
            let seen = point - camera
            let scale = 128 / -seen.z
            return SIMD2<Float>(64 + scale * seen.x, 64 - scale * seen.y)
        }
        return (points, pixels, camera)
    }()

    /// The outputs of a network that sees that person in a picture of 128 × 128 pixels.
    static func space(confidence: Float = 0.9) -> [Output] {
        let (points, pixels, _) = personInSpace
        return [
            .init(name: "points", shape: [17, 3], values: points.flatMap { [$0.x, $0.y, $0.z] }),
            .init(name: "pixels", shape: [17, 2], values: pixels.flatMap { [$0.x, $0.y] }),
            .init(name: "confidence", shape: [1], values: [confidence]),
        ]
    }

    private struct Cell {
        let row: Int
        let column: Int

        init(row: Int, column: Int) { (self.row, self.column) = (row, column) }

        init(_ place: SIMD2<Float>, _ stride: Int) {
            self.init(row: Int((place.y / Float(stride)).rounded()), column: Int((place.x / Float(stride)).rounded()))
        }

        func place(_ stride: Int) -> SIMD2<Float> { SIMD2(Float(column * stride), Float(row * stride)) }

        func around(_ reach: Int, _ cells: Int) -> [Cell] {
            (row - reach...row + reach).flatMap { row in (column - reach...column + reach).map { Cell(row: row, column: $0) } }
                .filter { (0..<cells).contains($0.row) && (0..<cells).contains($0.column) }
        }
    }

    private struct Map {
        private let channels: Int
        private let cells: Int
        private var values: [Float]

        init(_ channels: Int, _ cells: Int) {
            (self.channels, self.cells) = (channels, cells)
            values = Array(repeating: 0, count: channels * cells * cells)
        }

        subscript(channel: Int, cell: Cell) -> Float {
            get { values[(channel * cells + cell.row) * cells + cell.column] }
            set { values[(channel * cells + cell.row) * cells + cell.column] = newValue }
        }

        func output(_ name: String) -> Output { Output(name: name, shape: [channels, cells, cells], values: values) }
    }
}
