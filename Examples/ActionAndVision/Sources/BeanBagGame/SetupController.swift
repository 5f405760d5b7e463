import CoreML
import Foundation
import Vision

/// Finds the board, waits until the camera is still, and then measures the board.
final class SetupController {
    enum SetupStage {
        case detectingBoard
        case detectingSceneStability
        case detectingBoardContours
    }

    /// The minimum confidence of a detected board.
    static let minimumConfidence: VNConfidence = 0.6

    private let gameManager: GameManager
    private let boardDetectionRequest: VNCoreMLRequest
    private(set) var setupStage = SetupStage.detectingBoard
    /// The detector's box of the board, normalised, with the origin at the lower left.
    private(set) var boardBoundingBox: CGRect?
    private var sceneStability = SceneStability()
    private let sceneStabilityRequestHandler = VNSequenceRequestHandler()
    private var previousBuffer: CMSampleBuffer?

    init(gameManager: GameManager, boardDetector: VNCoreMLModel) {
        self.gameManager = gameManager
        boardDetectionRequest = VNCoreMLRequest(model: boardDetector)
        boardDetectionRequest.imageCropAndScaleOption = .scaleFill
    }

    /// Processes the next frame.
    func process(_ buffer: CMSampleBuffer) throws {
        switch setupStage {
        case .detectingBoard: try detectBoard(in: buffer)
        case .detectingSceneStability: try detectSceneStability(in: buffer)
        case .detectingBoardContours: try detectBoardContours(in: buffer)
        }
        previousBuffer = buffer
    }

    private func detectBoard(in buffer: CMSampleBuffer) throws {
        try VNImageRequestHandler(cmSampleBuffer: buffer).perform([boardDetectionRequest])
        let boards = boardDetectionRequest.results as? [VNRecognizedObjectObservation] ?? []
        guard let board = boards.first(where: { $0.confidence >= Self.minimumConfidence }) else { return }
        boardBoundingBox = board.boundingBox
        setupStage = .detectingSceneStability
    }

    private func detectSceneStability(in buffer: CMSampleBuffer) throws {
        guard let previousBuffer, let previousImage = previousBuffer.imageBuffer else { return }
        let request = VNTranslationalImageRegistrationRequest(targetedCMSampleBuffer: buffer)
        try sceneStabilityRequestHandler.perform([request], on: previousImage)
        guard let transform = request.results?.first?.alignmentTransform else { return }
        sceneStability.append(CGPoint(x: transform.tx, y: transform.ty))
        // The board is detected again in the next frame, because it may have moved in the picture.
        if sceneStability.isStable { setupStage = .detectingBoardContours }
    }

    private func detectBoardContours(in buffer: CMSampleBuffer) throws {
        try VNImageRequestHandler(cmSampleBuffer: buffer).perform([boardDetectionRequest])
        let boards = boardDetectionRequest.results as? [VNRecognizedObjectObservation] ?? []
        guard let found = boards.first(where: { $0.confidence >= Self.minimumConfidence }), let image = buffer.imageBuffer else {
            return startAgain()
        }
        boardBoundingBox = found.boundingBox
        let size = CGSize(width: CVPixelBufferGetWidth(image), height: CVPixelBufferGetHeight(image))
        guard let board = try BoardMeasurement(boundingBox: found.boundingBox, frameSize: size).measure(in: buffer) else {
            return startAgain()
        }
        gameManager.board = board
        gameManager.enter(.detectedBoard)
    }

    private func startAgain() {
        setupStage = .detectingBoard
        boardBoundingBox = nil
        sceneStability = SceneStability()
    }
}

/// Tells whether the camera is still: the sum of the shifts between the last frames must be nearly zero.
struct SceneStability {
    static let historyLength = 15
    /// The maximum sum of the horizontal and the vertical shift, in pixels.
    static let maximumDistance: CGFloat = 10

    private(set) var historyPoints: [CGPoint] = []

    mutating func append(_ point: CGPoint) {
        historyPoints.append(point)
        if historyPoints.count > Self.historyLength { historyPoints.removeFirst() }
    }

    /// Whether the picture has moved by less than ``maximumDistance``. The distance is the sum of the shifts between the last frames.
    var isStable: Bool {
        guard historyPoints.count == Self.historyLength else { return false }
        let sum = historyPoints.reduce(CGPoint.zero) { CGPoint(x: $0.x + $1.x, y: $0.y + $1.y) }
        return abs(sum.x) + abs(sum.y) < Self.maximumDistance
    }
}
