import CoreGraphics
import CoreMLRuntime
import Foundation

extension MLObjectDetector {
    /// The coordinate system of the boxes of a data source.
    public enum AnnotationType: Sendable {
        /// Bounding boxes. `units` is the unit of the numbers. `origin` is the picture's corner with the coordinates (0, 0). `anchor` is the point
        /// of a box that `x` and `y` give.
        case boundingBox(
            units: MLBoundingBoxUnits = .pixel, origin: MLBoundingBoxCoordinatesOrigin = .topLeft, anchor: MLBoundingBoxAnchor = .center)
    }

    /// The parameters of a detector's training.
    public struct ModelParameters: CustomStringConvertible, CustomDebugStringConvertible, Sendable {
        /// The network that turns a picture into feature maps.
        public enum FeatureExtractorType: Sendable {
            /// The network of Osprey's feature print, which is not the same network as Apple's. Revisions 1 and 2 are both the network of the
            /// default classifier. The module `OspreyExtras` adds revisions for other networks.
            case objectPrint(revision: Int = 1)
        }

        /// The types of networks that can be trained.
        public enum ModelAlgorithmType: Equatable, Sendable {
            /// A full network: all stages of the feature print. Almost all of its layers are trained.
            case darknetYolo
            /// The stages of the feature print up to a stride of 16. The weights of the stages with finer strides stay unchanged. Compared to
            /// `darknetYolo`, the model has a smaller file and a shorter training time.
            case transferLearning(FeatureExtractorType)

            public static func == (a: Self, b: Self) -> Bool {
                switch (a, b) {
                case (.darknetYolo, .darknetYolo): true
                case (.transferLearning(.objectPrint(let a)), .transferLearning(.objectPrint(let b))): a == b
                default: false
                }
            }
        }

        /// The pictures for validation after training.
        public enum ValidationData: Sendable {
            /// A part of the training data, chosen by the strategy.
            case split(strategy: MLSplitStrategy)
            /// Separate pictures, with their objects.
            case dataSource(DataSource)
            /// A table with a row for each picture: the path or address, and the objects in Create ML's format.
            case table(MLDataTable, imageColumn: String, annotationColumn: String)
            /// No validation. All data are used for training.
            case none
        }

        /// The data for validation after training.
        public var validation: ValidationData
        /// The number of pictures in a batch; 8 if `nil`. Each batch gives one update of the weights.
        public var batchSize: Int?
        /// The number of updates; `nil` for a number that depends on the number of pictures.
        public var maxIterations: Int?
        /// The number of cells across and down, from 4 to 64 each. An odd number is rounded up. A cell is 16 pixels wide and high. The model's
        /// input therefore has 16 times as many pixels across and down.
        public var gridSize: CGSize
        /// The network that is trained.
        public var algorithm: ModelAlgorithmType
        /// Osprey's addition: the seed for the initial weights, the order of the pictures and their augmentation. The same seed gives the same model.
        public var seed = 0
        /// Osprey's addition: the revision of the feature print that the training of ``ModelAlgorithmType/darknetYolo`` starts from. The numbers
        /// are those of ``FeatureExtractorType/objectPrint(revision:)``.
        public var featurePrintRevision = 1
        /// Whether the grid size is chosen from the size of the objects, instead of ``gridSize``.
        package var choosesGrid = false

        /// Parameters of a detector. Training checks their ranges first and throws `MLCreateError.generic` if one is out of range.
        public init(
            validation: ValidationData = .split(strategy: .automatic), batchSize: Int? = nil, maxIterations: Int? = nil,
            gridSize: CGSize = CGSize(width: 13, height: 13), algorithm: ModelAlgorithmType = .darknetYolo
        ) {
            self.validation = validation
            self.batchSize = batchSize
            self.maxIterations = maxIterations
            self.gridSize = gridSize
            self.algorithm = algorithm
        }

        /// Parameters of a detector. Training checks their ranges first and throws `MLCreateError.generic` if one is out of range.
        public init(validation: ValidationData = .split(strategy: .automatic), batchSize: Int? = nil, maxIterations: Int? = nil) {
            self.init(
                validation: validation, batchSize: batchSize, maxIterations: maxIterations, gridSize: CGSize(width: 13, height: 13),
                algorithm: .darknetYolo)
        }

        /// Parameters of a detector with separate validation data.
        ///
        /// - Throws: no errors. It is marked `throws` only because Apple's initialiser is.
        @available(*, deprecated, message: "use init(validation:batchSize:maxIterations:)")
        public init(validationData: DataSource, batchSize: Int? = nil, maxIterations: Int? = nil) throws {
            self.init(validation: .dataSource(validationData), batchSize: batchSize, maxIterations: maxIterations)
        }

        public var description: String {
            let print = printRevision == 1 ? "" : " from the feature print, \(PrintNetwork.title(ofRevision: printRevision))"
            let network = (algorithm == .darknetYolo ? "full network" : "transfer learning") + print
            let iterations = maxIterations.map { "\($0) iterations" } ?? "iterations by the number of pictures"
            let grid = String(format: "%.0f × %.0f", gridSize.width, gridSize.height)
            return "\(network), grid \(grid), \(iterations), batches of \(batchSize ?? 8)"
        }

        public var debugDescription: String { description }

        /// The revision of the feature print whose network the training starts from.
        var printRevision: Int {
            switch algorithm {
            case .darknetYolo: featurePrintRevision
            case .transferLearning(.objectPrint(let revision)): revision
            }
        }

        /// The configuration of a training on `images`.
        ///
        /// - Throws: `MLCreateError.generic` if a parameter is out of range. The error names the parameter.
        func configuration(for images: [AnnotatedImage]) throws -> DetectorConfiguration {
            var configuration = DetectorConfiguration()
            func check(_ value: Int, _ name: String, _ range: ClosedRange<Int>) throws -> Int {
                guard range.contains(value) else { throw MLCreateError.generic(reason: "\(name) must be in \(range), not \(value)") }
                return value
            }
            func cells(_ value: CGFloat, _ name: String) throws -> Int {
                guard value.isFinite, abs(value) < 1e6 else { throw MLCreateError.generic(reason: "\(name) is not a number") }
                let count = try check(Int(value), name, 4...64)
                // The number is made even, because the coarsest cells are 32 pixels wide and high.
                return count + count % 2
            }
            configuration.columns = try cells(gridSize.width, "the grid's width")
            configuration.rows = try cells(gridSize.height, "the grid's height")
            configuration.batchSize = try check(batchSize ?? 8, "batchSize", 1...256)
            configuration.iterations = try check(
                maxIterations ?? Self.iterations(epoch: PictureSampling(images).epochLength), "maxIterations", 1...1_000_000)
            configuration.seed = seed
            configuration.network = try PrintNetwork(ofScenePrint: printRevision)
            if case .transferLearning = algorithm {
                configuration.deepestStride = 16
                configuration.trainedStride = 16
                configuration.headChannels = 64
            }
            return configuration
        }

        /// The number of iterations for seventy epochs in batches of eight, from 600 to 6,000. Repeated pictures with rare labels make an
        /// epoch longer.
        private static func iterations(epoch: Int) -> Int { min(max(epoch * 70 / 8, 600), 6000) }
    }
}
