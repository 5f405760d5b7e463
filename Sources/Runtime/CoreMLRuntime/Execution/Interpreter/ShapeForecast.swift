import Dispatch
import Glibc
import Locks

/// Predicts the shapes of a model's next inputs if some of them grow by the same number from one prediction to the next. For example, the attention
/// mask of a language model grows with each token.
final class ShapeForecast: @unchecked Sendable {
    private let lock = Lock()
    private var latest: [[Int]] = []
    private var growth: [[Int]]?

    /// Records the shapes of a prediction. If the last two predictions grew the shapes by equal amounts, returns the expected shapes of the
    /// next prediction.
    func next(after shapes: [[Int]]) -> [[Int]]? {
        lock.withLock {
            guard shapes != latest else {
                growth = nil
                return nil
            }
            let change = ShapeForecast.growth(from: latest, to: shapes)
            defer { (latest, growth) = (shapes, change) }
            guard let change, change == growth else { return nil }
            return zip(shapes, change).map { zip($0, $1).map { $0 &+ $1 } }
        }
    }

    /// The growth of each dimension; `nil` if a dimension shrinks, or if the number of inputs or dimensions changes.
    private static func growth(from old: [[Int]], to new: [[Int]]) -> [[Int]]? {
        guard old.count == new.count, zip(old, new).allSatisfy({ $0.count == $1.count && zip($0, $1).allSatisfy { $0 <= $1 } }) else {
            return nil
        }
        return zip(old, new).map { zip($0, $1).map { $1 - $0 } }
    }
}

/// Runs work for predictions that may come later, while other predictions run.
enum BackgroundWork {
    private static let group = DispatchGroup()
    private static let process = getpid()
    /// Waits for the background work when the process exits, because the work must not use objects that the exit destroys. A forked child does not
    /// wait, because it has none of the threads.
    private static let endsBeforeProcess: Void = {
        _ = process
        atexit { if getpid() == BackgroundWork.process { _ = BackgroundWork.group.wait(timeout: .now() + 5) } }
    }()

    /// Calls `body` on another thread.
    static func start(_ body: @escaping @Sendable () -> Void) {
        _ = endsBeforeProcess
        DispatchQueue.global(qos: .userInitiated).async(group: group) {
            Threads.restoringLimit(body)
        }
    }
}
