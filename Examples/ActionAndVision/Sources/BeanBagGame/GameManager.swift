/// Keeps the state of the game and notifies its observers of changes.
package final class GameManager {
    /// The number of throws of a game.
    package static let throwCount = 8

    package private(set) var state = GameState.inactive
    /// The board; `nil` until it has been measured.
    package internal(set) var board: Board?
    package internal(set) var playerStats = PlayerStats()
    private var observers: [any GameStateChangeObserver] = []

    func addObserver(_ observer: any GameStateChangeObserver) { observers.append(observer) }

    func removeObserver(_ observer: any GameStateChangeObserver) { observers.removeAll { $0 === observer } }

    /// Enters a phase. Does nothing if the phase cannot follow the current one.
    ///
    /// - Returns: whether the phase was entered.
    @discardableResult
    func enter(_ next: GameState) -> Bool {
        guard state.isFollowed(by: next) else { return false }
        let previous = state
        state = next
        for observer in observers { observer.gameManager(self, didEnter: next, from: previous) }
        return true
    }
}
