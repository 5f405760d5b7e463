import Foundation

/// Elements on their way from one thread to another, a few at a time: who makes them waits while it is full, who takes them while it is empty.
package final class BoundedQueue<Element>: @unchecked Sendable {
    private let condition = NSCondition()
    private let capacity: Int
    private var elements: [Element] = []
    private var end: Result<Void, any Error>?
    private var isClosed = false

    package init(capacity: Int) { self.capacity = max(capacity, 1) }

    /// Adds an element.
    ///
    /// - Returns: whether somebody still wants elements.
    package func put(_ element: Element) -> Bool {
        condition.lock()
        defer { condition.unlock() }
        while elements.count >= capacity, !isClosed { condition.wait() }
        guard !isClosed else { return false }
        elements.append(element)
        condition.broadcast()
        return true
    }

    /// No elements follow; an error is thrown after those that are still there.
    package func finish(_ error: (any Error)? = nil) {
        condition.lock()
        defer { condition.unlock() }
        if end == nil { end = error.map { .failure($0) } ?? .success(()) }
        condition.broadcast()
    }

    /// Waits for the next element; `nil` after the last one, or when the queue was closed.
    ///
    /// - Throws: after the last element, the error that the queue was finished with; so does each further call.
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
