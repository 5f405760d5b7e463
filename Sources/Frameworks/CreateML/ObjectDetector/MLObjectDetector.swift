import CoreGraphics
import CoreML
import CoreMLRuntime
import Foundation

/// A model that finds and classifies objects in a picture. It is trained on pictures with bounding boxes.
///
/// It consists of two parts: the network of Osprey's feature print, which was trained on other pictures, and a head that predicts boxes. Both parts
/// are trained together.
public struct MLObjectDetector: @unchecked Sendable {
    /// The objects of one picture.
    public typealias DetectedObjects = [ObjectAnnotation]

    /// An object that was found in a picture.
    public struct ObjectAnnotation: Sendable, CustomStringConvertible {
        /// The object's label.
        public var label: String
        /// The bounding box, in pixels of the upright picture, with the origin at the upper left.
        public var boundingBox: CGRect
        /// The confidence in the label, 0…1.
        public var confidence: Double

        /// An object with a label, a bounding box and a confidence.
        ///
        /// - Parameters:
        ///   - boundingBox: the bounding box, in pixels of the upright picture, with the origin at the upper left.
        ///   - confidence: the confidence in the label, 0…1.
        public init(label: String, boundingBox: CGRect, confidence: Double) {
            self.label = label
            self.boundingBox = boundingBox
            self.confidence = confidence
        }

        public var description: String {
            let numbers = [boundingBox.minX, boundingBox.minY, boundingBox.width, boundingBox.height].map { String(format: "%.0f", $0) }
            return "\(label) \(String(format: "%.0f", confidence * 100)) % at (\(numbers[0]), \(numbers[1])), \(numbers[2]) × \(numbers[3])"
        }
    }

    /// The parameters of the training.
    public let modelParameters: ModelParameters
    /// The trained model. Its inputs are an image, `iouThreshold` and `confidenceThreshold`. Its outputs are `confidence` [N × labels] and
    /// `coordinates` [N × 4]. With this model, Vision returns recognised objects.
    public var model: MLModel { predictor.model }
    /// The model's metrics on the training data.
    public let trainingMetrics: MLObjectDetectorMetrics
    /// The model's metrics on the data that was set aside. Not valid if no data was set aside.
    public let validationMetrics: MLObjectDetectorMetrics
    /// Osprey's addition: problems of the training data, and the pictures that could not be read.
    public let warnings: [String]
    /// Osprey's addition: the labels, sorted.
    public var labels: [String] { export.labels }

    /// The loss of each iteration.
    package let losses: [Double]
    /// The number of pictures that could not be read.
    package let skippedImages: Int
    /// The validation pictures with the objects that were detected in them.
    package let validationAnswers: [DetectorAnswer]

    let annotationType: AnnotationType
    let export: DetectorExport
    private let predictor: DetectorPredictor

    /// Trains a detector.
    ///
    /// - Parameter annotationType: the coordinate system of the bounding boxes.
    /// - Throws: `MLCreateError` if the data cannot be read, or no picture shows an object.
    public init(
        trainingData: DataSource, parameters: ModelParameters = .init(), annotationType: AnnotationType
    ) throws {
        self = try Self.makeTrainingSession(trainingData: trainingData, annotationType: annotationType, parameters: parameters).run()
    }

    /// Trains a detector on the pictures of a table. Each row has the path of a picture and the list of its annotations.
    ///
    /// - Throws: the errors of `init(trainingData:parameters:annotationType:)`.
    public init(
        trainingData: MLDataTable, imageColumn: String, annotationColumn: String, annotationType: AnnotationType,
        parameters: ModelParameters = ModelParameters()
    ) throws {
        let source = DataSource.table(trainingData, imageColumn: imageColumn, annotationColumn: annotationColumn)
        try self.init(trainingData: source, parameters: parameters, annotationType: annotationType)
    }

    init(
        _ export: DetectorExport, _ predictor: DetectorPredictor, _ parameters: ModelParameters, _ annotationType: AnnotationType,
        trainingMetrics: MLObjectDetectorMetrics, validationAnswers: [DetectorAnswer], losses: [Double], warnings: [String],
        skippedImages: Int
    ) {
        self.export = export
        self.predictor = predictor
        modelParameters = parameters
        self.annotationType = annotationType
        self.trainingMetrics = trainingMetrics
        self.validationAnswers = validationAnswers
        validationMetrics = MLObjectDetectorMetrics(validationAnswers)
        self.losses = losses
        self.warnings = warnings
        self.skippedImages = skippedImages
    }

    // MARK: Using the model

    /// Finds the objects in a picture. The most confident object comes first.
    ///
    /// - Throws: an error that names the file and the reason, if the file cannot be read.
    public func prediction(from image: URL) throws -> DetectedObjects {
        try predictor.detections(in: image)
    }

    /// Finds the objects in each picture.
    ///
    /// - Throws: an error if a file cannot be read. It names the first such file and the reason.
    public func predictions(from images: [URL]) throws -> [DetectedObjects] {
        let predictor = predictor
        return try Parallelism.map(images.count) { try predictor.detections(in: images[$0]) }.map { try $0.get() }
    }

    /// Evaluates the detector on pictures that it was not trained on. Their boxes must have the annotation type of the training data. Pictures that
    /// cannot be read are left out. They are listed in ``MLObjectDetectorMetrics/skipped``.
    public func evaluation(on annotatedImages: DataSource) -> MLObjectDetectorMetrics {
        do {
            let data = try annotatedImages.annotatedImages(annotationType)
            let (answers, skipped) = try predictor.answers(data.images)
            var metrics = MLObjectDetectorMetrics(answers)
            metrics.skipped = data.skipped.map(\.url) + skipped.map(\.image.url)
            return metrics
        } catch {
            return MLObjectDetectorMetrics(error: error)
        }
    }

    /// Evaluates the detector on the pictures of a table.
    public func evaluation(on annotatedImages: MLDataTable, imageColumn: String, annotationColumn: String) -> MLObjectDetectorMetrics {
        evaluation(on: .table(annotatedImages, imageColumn: imageColumn, annotationColumn: annotationColumn))
    }

    // MARK: Writing the model

    /// Writes the model as an `.mlmodel`: a pipeline of the network and non-maximum suppression. Core ML runs it from iOS 13 and macOS 10.15
    /// on. The file is written completely or not at all.
    ///
    /// - Parameter fileURL: the file, or a folder to write `ObjectDetector.mlmodel` into.
    public func write(to fileURL: URL, metadata: MLModelMetadata? = MLModelMetadata()) throws {
        try write(to: fileURL, metadata: metadata, weightBits: 16)
    }

    /// Writes the model as an `.mlmodel`.
    public func write(toFile path: String, metadata: MLModelMetadata? = MLModelMetadata()) throws {
        try write(to: URL(fileURLWithPath: path), metadata: metadata)
    }

    /// Osprey's addition: writes the model with 16 bits for each weight, or with 4 to 8 bits. A model with 8-bit weights is half as large and a
    /// little less accurate. Fewer bits make it smaller and less accurate.
    public func write(to fileURL: URL, metadata: MLModelMetadata? = MLModelMetadata(), weightBits: Int) throws {
        guard let precision = DetectorExport.Precision(bits: weightBits) else {
            throw MLCreateError.generic(reason: "weights have 16 bits, or 4 to 8, not \(weightBits)")
        }
        let target = fileURL.modelFile(named: "ObjectDetector.mlmodel")
        try AtomicFile.write(export.specification(metadata ?? MLModelMetadata(), precision).encoded(), to: target)
    }
}

extension MLObjectDetector: CustomStringConvertible, CustomDebugStringConvertible {
    public var description: String {
        "object detector of \(labels.count) labels\n\(modelParameters)\n\ntraining: \(trainingMetrics)\n\nvalidation: \(validationMetrics)"
    }

    public var debugDescription: String { description }
}
