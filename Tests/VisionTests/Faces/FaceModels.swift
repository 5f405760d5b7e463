import CoreML
import CoreMLSpecification
import Foundation
import TestSupport
import VisionRuntime

/// Networks for faces whose answers can be told from the pixels by hand.
enum FaceModels {
    /// The side of the detector's input, in pixels.
    static let side = 64

    /// Finds a face around each cell of 8 × 8 pixels that is blue, as certainly as it is blue: from 8 pixels to the left of the cell's middle to
    /// 16 to the right, 12 above it to 8 below. Red, less a half and doubled, is the cosine of its roll, and green the sine.
    ///
    /// - Parameter smallerSide: of the pictures that it takes as well.
    static func detector(planes: Int = 7, smallerSide: Int? = nil) -> Specification.Model {
        let outputs = [8, 16, 32].map { stride in
            TestModels.array("map\(stride)", smallerSide == nil ? [Int64(planes), Int64(side / stride), Int64(side / stride)] : [0])
        }
        let network = Specification.NeuralNetwork.with { network in
            network.layers = [8, 16, 32].flatMap { stride in
                [means(over: stride), cells("map\(stride)", of: "mean\(stride)", planes: planes, isUsed: stride == 8)]
            }
            network.preprocessing = TestModels.unitScale
        }
        var image = TestModels.image("image", width: side, height: side)
        if let smallerSide, case .imageType(var type)? = image.type?.type {
            let sizes = [side, smallerSide].map { side in
                Specification.ImageFeatureType.ImageSize.with { ($0.width, $0.height) = (UInt64(side), UInt64(side)) }
            }
            type.sizeFlexibility = .enumeratedSizes(.with { $0.sizes = sizes })
            image.type?.type = .imageType(type)
        }
        return TestModels.model(input: [image], output: outputs, network: network, version: smallerSide == nil ? 1 : 3)
    }

    private static func means(over stride: Int) -> Specification.NeuralNetworkLayer {
        TestModels.layer(
            "mean\(stride)", "image", "mean\(stride)",
            .pooling(
                .with { pooling in
                    pooling.type = .average
                    pooling.kernelSize = [UInt64(stride), UInt64(stride)]
                    pooling.stride = [UInt64(stride), UInt64(stride)]
                    pooling.poolingPaddingType = .valid(.init())
                }))
    }

    /// - Parameter isUsed: whether any cell of this map may be a face.
    private static func cells(_ output: String, of input: String, planes: Int, isUsed: Bool) -> Specification.NeuralNetworkLayer {
        var weights = [[Float]](repeating: [0, 0, 0], count: planes)
        weights[0] = [0, 0, isUsed ? 1 : 0]
        if planes == 7 { (weights[5], weights[6]) = ([2, 0, 0], [0, 2, 0]) }
        return TestModels.layer(
            output, input, output,
            .convolution(
                .with { convolution in
                    (convolution.outputChannels, convolution.kernelChannels, convolution.kernelSize) = (UInt64(planes), 3, [1, 1])
                    convolution.weights = .with { $0.floatValue = PackedFloats(weights.flatMap(\.self)) }
                    convolution.hasBias = true
                    convolution.bias = .with { $0.floatValue = PackedFloats([0, 1, 1.5, 2, 1, -1, -1].prefix(planes).map { Float($0) }) }
                    convolution.convolutionPaddingType = .valid(.init())
                }))
    }

    /// Says the same 68 points of every crop.
    static func landmarks(_ points: [SIMD2<Double>] = face, side: Int = 32) -> Specification.Model {
        let numbers = points.flatMap { [Float($0.x), Float($0.y)] }
        let network = Specification.NeuralNetwork.with { network in
            network.arrayInputShapeMapping = .exactArrayMapping
            network.imageInputShapeMapping = .rank4ImageMapping
            network.layers = [
                .with { layer in
                    (layer.name, layer.output) = ("points", ["points"])
                    layer.layer = .loadConstantND(
                        .with { constant in
                            constant.shape = [UInt64(numbers.count)]
                            constant.data = .with { $0.floatValue = PackedFloats(numbers) }
                        })
                }
            ]
        }
        return TestModels.model(
            input: [TestModels.image("image", width: side, height: side)], output: [TestModels.array("points", [Int64(numbers.count)])],
            network: network, version: 4)
    }

    /// Half the distance of the eyes in a crop that is 3.7 times as wide as they are apart, which is what faces are looked at in.
    static let eye = 0.5 / 3.7

    /// A face as 68 points of the 300-W challenge's scheme, 0…1 from the top left, that looks the same in a mirror and fills the crop as faces
    /// do: what lies between eyes and mouth is in its middle.
    static let face: [SIMD2<Double>] = {
        func circle(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ part: Double) -> SIMD2<Double> {
            SIMD2(x - width * cos(2 * .pi * part), y - height * sin(2 * .pi * part))
        }
        let steps = (0..<12).map { Double($0) }
        let jaw = (0...16).map { circle(0.5, 0.45, 0.35, -0.4, Double($0) / 32) }
        let brows = [0.25, 0.55].flatMap { x in steps.prefix(5).map { SIMD2(x + 0.05 * $0, 0.28) } }
        let nose = steps.prefix(4).map { SIMD2(0.5, 0.38 + 0.05 * $0) } + steps.prefix(5).map { SIMD2(0.42 + 0.04 * $0, 0.55) }
        let eyes = [0.5 - eye, 0.5 + eye].flatMap { x in steps.prefix(6).map { circle(x, 0.37, 0.06, 0.02, $0 / 6) } }
        let lips = steps.map { circle(0.5, 0.63, 0.12, 0.05, $0 / 12) } + steps.prefix(8).map { circle(0.5, 0.63, 0.08, 0.02, $0 / 8) }
        return jaw + brows + nose + eyes + lips
    }()

    /// A store of models that lie in a folder for as long as it lives.
    struct Store {
        let models: ModelStore
        private let folder: TemporaryFolder

        /// - Parameter landmarks: `nil` for a catalogue that names the model, whose file is missing.
        init(detector: Specification.Model = FaceModels.detector(), landmarks: Specification.Model? = FaceModels.landmarks()) throws {
            folder = try TemporaryFolder()
            try detector.write(to: folder.file("Faces.mlmodel"))
            try landmarks?.write(to: folder.file("FaceLandmarks.mlmodel"))
            let entries = [("faces", "Faces.mlmodel"), ("faceLandmarks", "FaceLandmarks.mlmodel")].map { name, file in
                [
                    "name": name, "file": file, "summary": name, "requests": [String](), "licence": "none", "source": "made for a test",
                    "sha256": "", "cropAndScale": "scaleFit",
                ] as [String: Any]
            }
            try JSONSerialization.data(withJSONObject: ["models": entries]).write(to: folder.file("catalog.json"))
            models = ModelStore(ModelFolders([folder.url]))
        }
    }

    /// A dark picture of 128 × 128 pixels with blocks in which the detector sees faces.
    ///
    /// - Parameter blocks: the column and row of each block, in cells of 16 × 16 pixels, and its colour.
    static func picture(_ blocks: [(column: Int, row: Int, color: TestImages.Color)], side: Int = 128) throws -> CGImage {
        let cell = side / 8
        return try TestImages.image(width: side, height: side) { x, y in
            blocks.first { $0.column == x / cell && $0.row == y / cell }?.color ?? [0, 0, 0]
        }
    }

    /// The colour of a certain face that is upright.
    static let upright = TestImages.Color(255, 128, 255)
    /// The colour of a face that is turned by a quarter counterclockwise, less certain.
    static let turned = TestImages.Color(128, 255, 204)
}
