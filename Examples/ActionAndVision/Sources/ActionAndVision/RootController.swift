import AVFoundation
import BeanBagGame
import Foundation

/// Plays a game on the frames of a source and draws the overlay on them.
final class RootController: CameraControllerOutputDelegate {
    private let game: Game
    private let cameraController = CameraController()
    private let output: URL?
    private var videoWriter: VideoWriter?
    /// The number of frames that will still show the summary.
    private var summaryFrames = 60

    /// - Parameters:
    ///   - output: the video file for the annotated frames; `nil` for none.
    init(_ game: Game, output: URL?) {
        self.game = game
        self.output = output
        cameraController.deliversColor = output != nil
        cameraController.outputDelegate = self
    }

    /// Runs the game on the source's frames. The run ends when the source ends, or when the game is over. If a video is written, the summary is shown
    /// on 60 more frames before the end.
    ///
    /// - Throws: `GameError.noBoard` or `.noPlayer` if the source ended before the board or a player was found.
    func play(_ source: Source) throws {
        // The video is completed even after an error, so that its first part can be played.
        let playing = Result { try cameraController.run(source) }
        try game.finish()
        try videoWriter?.finish()
        try playing.get()
        switch game.gameManager.state {
        case .showingSummary: return
        case .detectingPlayer: throw GameError.noPlayer
        default: throw GameError.noBoard
        }
    }

    func cameraController(_ controller: CameraController, didReceive buffer: CMSampleBuffer) throws {
        guard let image = buffer.imageBuffer else { return }
        try game.take(buffer)
        if let output { try write(image, at: CMSampleBufferGetPresentationTimeStamp(buffer), to: output) }
        guard game.gameManager.state == .showingSummary else { return }
        summaryFrames -= 1
        if output == nil || summaryFrames == 0 { cameraController.stop() }
    }

    private func write(_ image: CVPixelBuffer, at time: CMTime, to output: URL) throws {
        let writer = try videoWriter ?? VideoWriter(output, size: game.frameSize)
        videoWriter = writer
        try writer.write(image, at: time) { draw(GameOverlay(context: $0, size: game.frameSize)) }
    }

    private func draw(_ overlay: GameOverlay) {
        let stats = game.gameManager.playerStats
        if game.gameManager.state == .showingSummary { return overlay.drawSummary(stats) }
        if let board = game.gameManager.board { overlay.draw(board) }
        if let box = game.boardBoundingBox { overlay.draw(boardBox: box) }
        if let hint = game.hint { return overlay.draw(banner: hint) }
        if let pose = game.playerPose { overlay.draw(pose) }
        overlay.draw(trajectory: game.trajectory)
        overlay.draw(stats)
    }
}
