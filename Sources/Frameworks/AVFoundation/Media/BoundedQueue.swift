import Foundation

/// A bounded queue between two threads. The producer waits while the queue is full, and the consumer waits while it is empty.
package final class BoundedQueue<Element>: @unchecked Sendable {
    private let condition = NSCondition()
    private let capacity: Int
    private var elements: [Element] = []
    private var end: Result<Void, any Error>?
    private var isClosed = false

    package init(capacity: Int) { self.capacity = max(capacity, 1) }

    /// Adds an element.
    ///
    /// - Returns: whether the queue is still open.
    package func put(_ element: Element) -> Bool {
        condition.lock()
        defer { condition.unlock() }
        while elements.count >= capacity, !isClosed { condition.wait() }
        guard !isClosed else { return false }
        elements.append(element)
        condition.broadcast()
        return true
    }

    /// Ends the queue: no more elements follow. After the remaining elements, `take` throws the error.
    package func finish(_ error: (any Error)? = nil) {
        condition.lock()
        defer { condition.unlock() }
        if end == nil { end = error.map { .failure($0) } ?? .success(()) }
        condition.broadcast()
    }

    /// Waits for the next element. Returns `nil` after the last one, or if the queue was closed.
    ///
    /// - Throws: after the last element, the error that the queue was finished with, on this and every further call.
    package func take() throws -> Element? {
        condition.lock()
        defer { condition.unlock() }
        while elements.isEmpty, end == nil, !isClosed { condition.wait() }
        guard !isClosed else { return nil }
        guard !elements.isEmpty else {
            try end?.get()
            return nil
        }
        let element = elements.removeFirst()
        condition.broadcast()
        return element
    }

    /// Drops the remaining elements and wakes all waiting threads. `take` returns `nil` from now on.
    package func close() {
        condition.lock()
        defer { condition.unlock() }
        isClosed = true
        elements = []
        condition.broadcast()
    }
}
