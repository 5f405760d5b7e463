import Dispatch
import Glibc
import Locks

/// Foresees the shapes of a model's next inputs where some grow by the same number from one prediction to the next, as the mask does of a
/// language model that writes a text.
final class ShapeForecast: @unchecked Sendable {
    private let lock = Lock()
    private var latest: [[Int]] = []
    private var growth: [[Int]]?

    /// Notes the shapes of a prediction, and gives those of the next one if it goes on as from the last but one to this.
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

    /// `nil` where a dimension shrinks, or another number of them is there.
    private static func growth(from old: [[Int]], to new: [[Int]]) -> [[Int]]? {
        guard old.count == new.count, zip(old, new).allSatisfy({ $0.count == $1.count && zip($0, $1).allSatisfy { $0 <= $1 } }) else {
            return nil
        }
        return zip(old, new).map { zip($0, $1).map { $1 - $0 } }
    }
}

/// Work that is done beside predictions, for those that may come.
enum BackgroundWork {
    private static let group = DispatchGroup()
    private static let process = getpid()
    /// What a process destroys when it ends must not be in use. A child that was forked has none of the threads.
    private static let endsBeforeProcess: Void = {
        _ = process
        atexit { if getpid() == BackgroundWork.process { _ = BackgroundWork.group.wait(timeout: .now() + 5) } }
    }()

    /// Calls `body` on another thread.
    static func start(_ body: @escaping @Sendable () -> Void) {
        _ = endsBeforeProcess
        DispatchQueue.global(qos: .userInitiated).async(group: group) {
            OneDNN.restoringThreads(body)
        }
    }
}
