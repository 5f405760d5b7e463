import AVFoundation
import CoreML
import Foundation
import Vision

/// Plays a game: hands the frames to the controller of the present phase, and draws over them.
final class RootController: CameraControllerOutputDelegate, GameStateChangeObserver {
    let gameManager = GameManager()
    private let cameraController = CameraController()
    private let setupController: SetupController
    private let gameController: GameController
    private let events: GameEvents
    private let output: URL?
    private var videoWriter: VideoWriter?
    private var frameSize = CGSize.zero
    /// Frames that still show the summary.
    private var summaryFrames = 60

    /// - Parameters:
    ///   - output: where the frames are written, with what is known drawn over them; `nil` for nowhere.
    init(boardDetector: MLModel, throwClassifier: MLModel, events: GameEvents, output: URL?) throws {
        setupController = SetupController(gameManager: gameManager, boardDetector: try VNCoreMLModel(for: boardDetector))
        gameController = GameController(gameManager: gameManager, throwClassifier: try ThrowClassifier(model: throwClassifier))
        self.events = events
        self.output = output
        cameraController.deliversColor = output != nil
        cameraController.outputDelegate = self
        gameManager.addObserver(self)
        gameManager.addObserver(events)
        events.player = { [gameController] in gameController.playerBoundingBox }
    }

    /// Plays until the source ends, or the summary has been shown.
    func play(_ source: Source) throws {
        gameManager.enter(.detectingBoard)
        // What was written before an error is kept.
        let playing = Result { try cameraController.run(source) }
        if gameManager.state == .trackingThrows || gameManager.state == .throwCompleted {
            try gameController.finish(frameSize: frameSize)
            gameManager.enter(.showingSummary)
        }
        try videoWriter?.finish()
        try playing.get()
        switch gameManager.state {
        case .showingSummary: return
        case .detectingPlayer: throw GameError.noPlayer
        default: throw GameError.noBoard
        }
    }

    func gameManager(_ manager: GameManager, didEnter state: GameState, from previous: GameState) {
        // The board is told before the player is looked for.
        if state == .showingSummary, output == nil { cameraController.stop() }
    }

    func cameraController(_ controller: CameraController, didReceive buffer: CMSampleBuffer) throws {
        guard let image = buffer.imageBuffer else { return }
        let time = CMSampleBufferGetPresentationTimeStamp(buffer)
        frameSize = CGSize(width: CVPixelBufferGetWidth(image), height: CVPixelBufferGetHeight(image))
        (events.time, events.frameSize) = (time.seconds, frameSize)
        switch gameManager.state {
        case .inactive, .showingSummary: break
        case .detectingBoard: try setupController.cameraController(controller, didReceive: buffer)
        case .detectedBoard: gameManager.enter(.detectingPlayer)
        case .detectingPlayer, .detectedPlayer, .trackingThrows, .throwCompleted:
            try gameController.cameraController(controller, didReceive: buffer)
        }
        if let failure = events.failure { throw failure }
        if let output { try write(image, at: time, to: output) }
    }

    private func write(_ image: CVPixelBuffer, at time: CMTime, to output: URL) throws {
        let writer = try videoWriter ?? VideoWriter(output, size: frameSize)
        videoWriter = writer
        try writer.write(image, at: time) { draw(GameOverlay(context: $0, size: frameSize)) }
        if gameManager.state == .showingSummary {
            summaryFrames -= 1
            if summaryFrames == 0 { cameraController.stop() }
        }
    }

    private func draw(_ overlay: GameOverlay) {
        if gameManager.state == .showingSummary { return overlay.drawSummary(gameManager.playerStats) }
        if let board = gameManager.board {
            overlay.draw(board)
        } else if let box = setupController.boardBoundingBox {
            overlay.draw(boardBox: box)
        }
        switch gameManager.state {
        case .detectingBoard:
            overlay.draw(banner: setupController.boardBoundingBox == nil ? "looking for the board" : "hold the camera still")
        case .detectedBoard, .detectingPlayer: overlay.draw(banner: "waiting for the player")
        default:
            if let pose = gameController.playerPose { overlay.draw(pose) }
            overlay.draw(trajectory: gameController.trajectory)
            overlay.draw(gameManager.playerStats)
        }
    }
}
