/// The phases of a game, in the order in which they occur.
package enum GameState: String, CaseIterable, Sendable {
    case inactive
    case detectingBoard
    case detectedBoard
    case detectingPlayer
    case detectedPlayer
    case trackingThrows
    case throwCompleted
    case showingSummary

    /// Whether a phase may follow this one.
    func isFollowed(by next: GameState) -> Bool {
        switch (self, next) {
        case (.inactive, .detectingBoard), (.detectingBoard, .detectedBoard), (.detectedBoard, .detectingPlayer),
            (.detectingPlayer, .detectedPlayer), (.detectedPlayer, .trackingThrows), (.trackingThrows, .throwCompleted),
            (.throwCompleted, .trackingThrows), (.throwCompleted, .showingSummary):
            true
        // A game that ends before its last throw also has a summary.
        case (.trackingThrows, .showingSummary): true
        default: false
        }
    }
}

/// Receives each new phase of the game.
package protocol GameStateChangeObserver: AnyObject {
    func gameManager(_ manager: GameManager, didEnter state: GameState, from previous: GameState)
}
