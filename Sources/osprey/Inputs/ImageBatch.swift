import Foundation

/// Runs the same work on many images with as many threads as there are cores, and hands the results over in the images' order.
struct ImageBatch {
    let paths: [String]
    let workers: Int

    init(_ paths: [String]) {
        self.paths = paths
        workers = max(1, min(paths.count, ProcessInfo.processInfo.activeProcessorCount))
    }

    /// `work` runs on several threads at once, one image a call; `consume` runs on the caller's thread, in the images' order. An error of
    /// one image is handed to `consume` and does not stop the others.
    func run<Answer: Sendable>(
        _ work: @escaping @Sendable (String) throws -> Answer, consume: (String, Result<Answer, any Error>) throws -> Void
    ) rethrows {
        if workers == 1 {
            for path in paths { try consume(path, Result { try work(path) }) }
            return
        }
        let queue = WorkQueue<Result<Answer, any Error>>(count: paths.count)
        let paths = self.paths
        for _ in 0..<workers {
            let thread = Thread {
                while let index = queue.next() { queue.put(Result { try work(paths[index]) }, at: index) }
            }
            thread.stackSize = 8 << 20
            thread.start()
        }
        for (index, path) in paths.enumerated() { try consume(path, queue.take(at: index)) }
    }

    /// The answers of `work` in the images' order, and a line for each image that it failed on, which standard error names too. Shows a bar.
    ///
    /// - Throws: a `UsageError` of `work`, which other images would have too.
    func collect<Answer: Sendable>(_ work: @escaping @Sendable (String) throws -> Answer) throws -> (answers: [Answer], skipped: [String]) {
        var (answers, skipped): ([Answer], [String]) = ([], [])
        var bar = ProgressBar(total: paths.count)
        try run(work) { path, result in
            switch result {
            case .success(let answer): answers.append(answer)
            case .failure(let error as UsageError): throw error
            case .failure(let error):
                let reason = ErrorText.describe(error)
                skipped.append("\(path) was skipped: \(reason)")
                bar.finish()
                StandardError.write("\(path): error: \(reason)\n")
            }
            bar.update(answers.count + skipped.count)
        }
        bar.finish()
        return (answers, skipped)
    }
}

/// Hands out indices in order, and holds the results, which arrive in any order, until they are taken.
private final class WorkQueue<Element: Sendable>: @unchecked Sendable {
    private let condition = NSCondition()
    private var slots: [Element?]
    private var handedOut = 0

    init(count: Int) {
        slots = Array(repeating: nil, count: count)
    }

    func next() -> Int? {
        condition.lock()
        defer { condition.unlock() }
        guard handedOut < slots.count else { return nil }
        handedOut += 1
        return handedOut - 1
    }

    func put(_ element: Element, at index: Int) {
        condition.lock()
        slots[index] = element
        condition.signal()
        condition.unlock()
    }

    func take(at index: Int) -> Element {
        condition.lock()
        defer { condition.unlock() }
        while true {
            if let element = slots[index] {
                slots[index] = nil
                return element
            }
            condition.wait()
        }
    }
}
