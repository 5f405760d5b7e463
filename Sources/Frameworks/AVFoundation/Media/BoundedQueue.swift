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
    /// - Returns: whether the queue is still open. A closed queue discards the element.
    package func put(_ element: Element) -> Bool {
        condition.lock()
        defer { condition.unlock() }
        while elements.count >= capacity, !isClosed { condition.wait() }
        guard !isClosed else { return false }
        elements.append(element)
        condition.broadcast()
        return true
    }

    /// Ends the queue. No more elements follow. After the remaining elements, `take` throws the error.
    package func finish(_ error: (any Error)? = nil) {
        condition.lock()
        defer { condition.unlock() }
        if end == nil { end = error.map { .failure($0) } ?? .success(()) }
        condition.broadcast()
    }

    /// Waits for the next element. Returns `nil` after the last one, or if the queue was closed.
    ///
    /// - Throws: the error that was passed to ``finish(_:)``, on every call after the last element.
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

    /// Discards the remaining elements and wakes all waiting threads. `take` then returns `nil`.
    package func close() {
        condition.lock()
        defer { condition.unlock() }
        isClosed = true
        elements = []
        condition.broadcast()
    }
}
