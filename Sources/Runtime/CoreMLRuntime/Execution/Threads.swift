import COneDNN
import CThreads

/// The threads that oneDNN's loops and our kernels share.
enum Threads {
    /// Sets the number of threads for the primitives of the current thread. The number applies both when a primitive is made and when it
    /// runs.
    static func setLimit(_ count: Int) { onednn_set_threads(Int32(clamping: count)) }

    /// Runs `body`, and then restores the current thread's number of threads, which `body` may have changed.
    static func restoringLimit(_ body: () -> Void) {
        let limit = self.limit
        defer { setLimit(limit) }
        body()
    }

    /// The number of parts of a work that the current thread may run in parallel. It is the number that was set for the thread; but it is 1 within a
    /// part that already runs in parallel.
    static var limit: Int { Int(team_thread_limit()) }

    /// Runs `body` for the parts 0..<`parts`, in parallel on free threads.
    static func run(_ parts: Int, _ body: (_ index: Int) -> Void) {
        if parts < 2 { return body(0) }
        // `withoutActuallyEscaping` stores the path of this file in the program. `#sourceLocation` keeps the build machine's path out of it.
        #sourceLocation(file:"ParallelParts.swift",line:1)
        withoutActuallyEscaping(body) { body in
            var body = body
            withUnsafeMutablePointer(to: &body) { context in
                team_run(
                    Int32(clamping: parts),
                    { index, count, context in
                        guard let context else { return }
                        context.assumingMemoryBound(to: ((Int) -> Void).self).pointee(Int(index))
                    }, context)
            }
        }
        #sourceLocation()
    }
}
