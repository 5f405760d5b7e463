import CoreML
import Foundation
import Vision

/// A game. It passes each frame to the controller of the current phase, and provides the values to draw over the frame.
package final class Game {
    package let gameManager = GameManager()
    private let setupController: SetupController
    private let gameController: GameController
    private let events: GameEvents
    /// The size of the frames in pixels; zero before the first frame.
    package private(set) var frameSize = CGSize.zero

    /// - Throws: an error if a model does not have the required inputs and outputs.
    package init(boardDetector: MLModel, throwClassifier: MLModel, events: GameEvents) throws {
        setupController = SetupController(gameManager: gameManager, boardDetector: try VNCoreMLModel(for: boardDetector))
        gameController = GameController(gameManager: gameManager, throwClassifier: try ThrowClassifier(model: throwClassifier))
        self.events = events
        gameManager.addObserver(events)
        events.player = { [gameController] in gameController.playerBoundingBox }
        gameManager.enter(.detectingBoard)
    }

    /// Processes the next frame, which must have a presentation time.
    package func take(_ buffer: CMSampleBuffer) throws {
        guard let image = buffer.imageBuffer else { return }
        frameSize = CGSize(width: CVPixelBufferGetWidth(image), height: CVPixelBufferGetHeight(image))
        (events.time, events.frameSize) = (CMSampleBufferGetPresentationTimeStamp(buffer).seconds, frameSize)
        switch gameManager.state {
        case .inactive, .showingSummary: break
        case .detectingBoard: try setupController.process(buffer)
        case .detectedBoard: gameManager.enter(.detectingPlayer)
        case .detectingPlayer, .detectedPlayer, .trackingThrows, .throwCompleted: try gameController.process(buffer)
        }
        if let failure = events.failure { throw failure }
    }

    /// Ends the game with the throws made so far, for example at the end of a video.
    package func finish() throws {
        guard gameManager.state == .trackingThrows || gameManager.state == .throwCompleted else { return }
        try gameController.finish(frameSize: frameSize)
        gameManager.enter(.showingSummary)
    }

    // MARK: The latest frame

    /// The detector's box of the board, normalised; `nil` after the board has been measured.
    package var boardBoundingBox: CGRect? { gameManager.board == nil ? setupController.boardBoundingBox : nil }

    /// The player's pose; `nil` before the game waits for throws.
    package var playerPose: PlayerPose? { hint == nil ? gameController.playerPose : nil }

    /// The visible trajectory of the current throw, in pixels with the origin at the lower left.
    package var trajectory: [CGPoint] { hint == nil ? gameController.trajectory : [] }

    /// The hint before the first throw, which says what the game waits for.
    package var hint: String? {
        switch gameManager.state {
        case .inactive, .detectingBoard: setupController.boardBoundingBox == nil ? "looking for the board" : "hold the camera still"
        case .detectedBoard, .detectingPlayer: "waiting for the player"
        case .detectedPlayer, .trackingThrows, .throwCompleted, .showingSummary: nil
        }
    }
}
