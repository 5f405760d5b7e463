import Locks

// Operators that combine several publishers.

/// A publisher that sends the values of several publishers in the order in which they arrive. At most one value of each publisher waits for
/// a request.
func merged<Output, Failure: Error>(_ publishers: [AnyPublisher<Output, Failure>]) -> AnyPublisher<Output, Failure> {
    publishers.publisher.setFailureType(to: Failure.self).flatMap { $0 }
}

/// A publisher that combines values of several publishers into lists. A list contains the latest value of each publisher. If `isZip` is
/// true, the first list contains the first values, the second list the second values, and so on.
func joined<Failure: Error>(_ publishers: [AnyPublisher<Any, Failure>], isZip: Bool) -> AnyPublisher<[Any], Failure> {
    AnyPublisher { inbox in
        let sources = Sources()
        let outbox = Outbox(inbox)
        let count = publishers.count
        // The values of each publisher that wait, and whether each publisher has ended.
        let state = Locked((values: [[Any]](repeating: [], count: count), ended: [Bool](repeating: false, count: count)))
        outbox.start { sources.cancel() }
        /// Completes when there can be no further values.
        func finishIfOver() {
            let isOver = state.withLock { state in
                isZip
                    ? zip(state.values, state.ended).contains { $0.isEmpty && $1 }
                    : state.ended.allSatisfy { $0 } || zip(state.values, state.ended).contains { $0.isEmpty && $1 }
            }
            if isOver {
                outbox.finish(.finished)
                sources.cancel()
            }
        }
        for (index, publisher) in publishers.enumerated() {
            publisher.receive(
                subscriber: Inbox(
                    subscribed: { if sources.add($0, index) { $0.request(.unlimited) } },
                    value: { value in
                        // The list is made inside the lock, so that lists are in the order of their values.
                        let list = state.withLock { state -> [Any]? in
                            if isZip { state.values[index].append(value) } else { state.values[index] = [value] }
                            guard state.values.allSatisfy({ !$0.isEmpty }) else { return nil }
                            defer { if isZip { for i in 0..<count { state.values[i].removeFirst() } } }
                            return state.values.map { $0[0] }
                        }
                        if let list {
                            outbox.push(list)
                            if isZip { finishIfOver() }
                        }
                        return .none
                    },
                    completion: { completion in
                        sources.remove(index)
                        if case .failure = completion {
                            outbox.finish(completion, atOnce: true)
                            return sources.cancel()
                        }
                        state.withLock { $0.ended[index] = true }
                        finishIfOver()
                    }))
        }
    }
}

extension Publisher {
    fileprivate var untyped: AnyPublisher<Any, Failure> { mapped { $0 as Any } }

    /// Sends the values of both publishers in the order in which they arrive.
    public func merge<B: Publisher>(with other: B) -> AnyPublisher<Output, Failure> where B.Output == Output, B.Failure == Failure {
        merged([eraseToAnyPublisher(), other.eraseToAnyPublisher()])
    }

    /// Sends the values of all three publishers in the order in which they arrive.
    public func merge<B: Publisher, C: Publisher>(with b: B, _ c: C) -> AnyPublisher<Output, Failure>
    where B.Output == Output, C.Output == Output, B.Failure == Failure, C.Failure == Failure {
        merged([eraseToAnyPublisher(), b.eraseToAnyPublisher(), c.eraseToAnyPublisher()])
    }

    /// Sends the values of all four publishers in the order in which they arrive.
    public func merge<B: Publisher, C: Publisher, D: Publisher>(with b: B, _ c: C, _ d: D) -> AnyPublisher<Output, Failure>
    where B.Output == Output, C.Output == Output, D.Output == Output, B.Failure == Failure, C.Failure == Failure, D.Failure == Failure {
        merged([eraseToAnyPublisher(), b.eraseToAnyPublisher(), c.eraseToAnyPublisher(), d.eraseToAnyPublisher()])
    }

    /// Sends the latest values of both publishers whenever one of them sends a value.
    public func combineLatest<B: Publisher>(_ other: B) -> AnyPublisher<(Output, B.Output), Failure> where B.Failure == Failure {
        joined([untyped, other.untyped], isZip: false).mapped { ($0[0] as! Output, $0[1] as! B.Output) }
    }

    /// Sends the result of `transform` for the latest values of both publishers whenever one of them sends a value.
    public func combineLatest<B: Publisher, T>(
        _ other: B, _ transform: @escaping (Output, B.Output) -> T
    ) -> AnyPublisher<T, Failure> where B.Failure == Failure { combineLatest(other).mapped { transform($0.0, $0.1) } }

    /// Sends the latest values of three publishers whenever one of them sends a value.
    public func combineLatest<B: Publisher, C: Publisher>(_ b: B, _ c: C) -> AnyPublisher<(Output, B.Output, C.Output), Failure>
    where B.Failure == Failure, C.Failure == Failure {
        joined([untyped, b.untyped, c.untyped], isZip: false).mapped { ($0[0] as! Output, $0[1] as! B.Output, $0[2] as! C.Output) }
    }

    /// Sends the result of `transform` for the latest values of three publishers whenever one of them sends a value.
    public func combineLatest<B: Publisher, C: Publisher, T>(
        _ b: B, _ c: C, _ transform: @escaping (Output, B.Output, C.Output) -> T
    ) -> AnyPublisher<T, Failure> where B.Failure == Failure, C.Failure == Failure {
        combineLatest(b, c).mapped { transform($0.0, $0.1, $0.2) }
    }

    /// Sends the latest values of four publishers whenever one of them sends a value.
    public func combineLatest<B: Publisher, C: Publisher, D: Publisher>(
        _ b: B, _ c: C, _ d: D
    ) -> AnyPublisher<(Output, B.Output, C.Output, D.Output), Failure>
    where B.Failure == Failure, C.Failure == Failure, D.Failure == Failure {
        joined([untyped, b.untyped, c.untyped, d.untyped], isZip: false).mapped {
            ($0[0] as! Output, $0[1] as! B.Output, $0[2] as! C.Output, $0[3] as! D.Output)
        }
    }

    /// Sends the result of `transform` for the latest values of four publishers whenever one of them sends a value.
    public func combineLatest<B: Publisher, C: Publisher, D: Publisher, T>(
        _ b: B, _ c: C, _ d: D, _ transform: @escaping (Output, B.Output, C.Output, D.Output) -> T
    ) -> AnyPublisher<T, Failure> where B.Failure == Failure, C.Failure == Failure, D.Failure == Failure {
        combineLatest(b, c, d).mapped { transform($0.0, $0.1, $0.2, $0.3) }
    }

    /// Sends pairs of values: the first values of both publishers, then the second values, and so on.
    public func zip<B: Publisher>(_ other: B) -> AnyPublisher<(Output, B.Output), Failure> where B.Failure == Failure {
        joined([untyped, other.untyped], isZip: true).mapped { ($0[0] as! Output, $0[1] as! B.Output) }
    }

    /// Sends the results of `transform` for pairs of values: the first values of both publishers, then the second values, and so on.
    public func zip<B: Publisher, T>(
        _ other: B, _ transform: @escaping (Output, B.Output) -> T
    ) -> AnyPublisher<T, Failure> where B.Failure == Failure { zip(other).mapped { transform($0.0, $0.1) } }

    /// Sends triples of values: the first values of three publishers, then the second values, and so on.
    public func zip<B: Publisher, C: Publisher>(_ b: B, _ c: C) -> AnyPublisher<(Output, B.Output, C.Output), Failure>
    where B.Failure == Failure, C.Failure == Failure {
        joined([untyped, b.untyped, c.untyped], isZip: true).mapped { ($0[0] as! Output, $0[1] as! B.Output, $0[2] as! C.Output) }
    }

    /// Sends the results of `transform` for triples of values: the first values of three publishers, then the second values, and so on.
    public func zip<B: Publisher, C: Publisher, T>(
        _ b: B, _ c: C, _ transform: @escaping (Output, B.Output, C.Output) -> T
    ) -> AnyPublisher<T, Failure> where B.Failure == Failure, C.Failure == Failure {
        zip(b, c).mapped { transform($0.0, $0.1, $0.2) }
    }

    /// Sends groups of four values: the first values of four publishers, then the second values, and so on.
    public func zip<B: Publisher, C: Publisher, D: Publisher>(
        _ b: B, _ c: C, _ d: D
    ) -> AnyPublisher<(Output, B.Output, C.Output, D.Output), Failure>
    where B.Failure == Failure, C.Failure == Failure, D.Failure == Failure {
        joined([untyped, b.untyped, c.untyped, d.untyped], isZip: true).mapped {
            ($0[0] as! Output, $0[1] as! B.Output, $0[2] as! C.Output, $0[3] as! D.Output)
        }
    }

    /// Sends the results of `transform` for groups of four values: the first values of four publishers, then the second values, and so on.
    public func zip<B: Publisher, C: Publisher, D: Publisher, T>(
        _ b: B, _ c: C, _ d: D, _ transform: @escaping (Output, B.Output, C.Output, D.Output) -> T
    ) -> AnyPublisher<T, Failure> where B.Failure == Failure, C.Failure == Failure, D.Failure == Failure {
        zip(b, c, d).mapped { transform($0.0, $0.1, $0.2, $0.3) }
    }

    /// Sends the values of this publisher, and then the values of another publisher.
    public func append<P: Publisher>(_ publisher: P) -> AnyPublisher<Output, Failure> where P.Output == Output, P.Failure == Failure {
        followed { completion in
            if case .finished = completion { (publisher.eraseToAnyPublisher(), completion) } else { (nil, completion) }
        }
    }

    /// Sends the values of this publisher, and then some given values.
    public func append(_ elements: Output...) -> AnyPublisher<Output, Failure> {
        append(elements.publisher.setFailureType(to: Failure.self))
    }

    /// Sends some given values, and then the values of this publisher.
    public func prepend(_ elements: Output...) -> AnyPublisher<Output, Failure> {
        elements.publisher.setFailureType(to: Failure.self).append(self)
    }

    /// Sends the values of another publisher, and then the values of this publisher.
    public func prepend<P: Publisher>(_ publisher: P) -> AnyPublisher<Output, Failure> where P.Output == Output, P.Failure == Failure {
        publisher.append(self)
    }

    /// Calls `transform` for each value, and sends the values of the publishers that it returns.
    ///
    /// - Parameter maxPublishers: the maximum number of returned publishers that send at the same time.
    public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
    ) -> AnyPublisher<P.Output, Failure> where P.Failure == Failure {
        AnyPublisher { inbox in
            let sources = Sources()
            let keys = Locked((next: 1, running: 0, isOver: false, waiting: [Int]()))
            // When a value of a returned publisher has been delivered, the next value of the same publisher is requested.
            let outbox = Outbox(
                inbox,
                delivered: {
                    let key = keys.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
                    if let key { sources.request(.max(1), key) }
                })
            outbox.start { sources.cancel() }
            func finishIfOver() { if keys.withLock({ $0.isOver && $0.running == 0 }) { outbox.finish(.finished) } }
            func fail(_ completion: Subscribers.Completion<Failure>) {
                outbox.finish(completion, atOnce: true)
                sources.cancel()
            }
            self.receive(
                subscriber: Inbox(
                    subscribed: { if sources.add($0, 0) { $0.request(maxPublishers) } },
                    value: { value in
                        let key = keys.withLock { keys -> Int in
                            keys.next += 1
                            keys.running += 1
                            return keys.next
                        }
                        transform(value).receive(
                            subscriber: Inbox(
                                subscribed: { if sources.add($0, key) { $0.request(.max(1)) } },
                                value: { value in
                                    keys.withLock { $0.waiting.append(key) }
                                    outbox.push(value)
                                    return .none
                                },
                                completion: { completion in
                                    sources.remove(key)
                                    if case .failure = completion { return fail(completion) }
                                    keys.withLock { $0.running -= 1 }
                                    if maxPublishers.max != nil { sources.request(.max(1), 0) }
                                    finishIfOver()
                                }))
                        return .none
                    },
                    completion: { completion in
                        sources.remove(0)
                        if case .failure = completion { return fail(completion) }
                        keys.withLock { $0.isOver = true }
                        finishIfOver()
                    }))
        }
    }
}

extension Publisher where Failure == Never {
    /// Calls `transform` for each value, and sends the values of the publishers that it returns. These publishers may fail.
    public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
    ) -> AnyPublisher<P.Output, P.Failure> { setFailureType(to: P.Failure.self).flatMap(maxPublishers: maxPublishers, transform) }
}

extension Publisher where Output: Publisher, Output.Failure == Failure {
    /// Sends only the values of the latest publisher that has been received.
    public func switchToLatest() -> AnyPublisher<Output.Output, Failure> {
        AnyPublisher { inbox in
            let sources = Sources()
            let state = Locked((latest: 0, isRunning: false, isOver: false))
            let outbox = Outbox(inbox)
            outbox.start { sources.cancel() }
            func finishIfOver() { if state.withLock({ $0.isOver && !$0.isRunning }) { outbox.finish(.finished) } }
            func fail(_ completion: Subscribers.Completion<Failure>) {
                outbox.finish(completion, atOnce: true)
                sources.cancel()
            }
            self.receive(
                subscriber: Inbox(
                    subscribed: { if sources.add($0, 0) { $0.request(.unlimited) } },
                    value: { publisher in
                        let key = state.withLock { state -> Int in
                            state.latest += 1
                            state.isRunning = true
                            return state.latest
                        }
                        // The key 0 belongs to the publisher of publishers.
                        if key > 1 { sources.cancel(key - 1) }
                        publisher.receive(
                            subscriber: Inbox(
                                subscribed: { if sources.add($0, key) { $0.request(.unlimited) } },
                                value: { value in
                                    if state.withLock({ $0.latest == key }) { outbox.push(value) }
                                    return .none
                                },
                                completion: { completion in
                                    sources.remove(key)
                                    guard state.withLock({ $0.latest == key }) else { return }
                                    if case .failure = completion { return fail(completion) }
                                    state.withLock { $0.isRunning = false }
                                    finishIfOver()
                                }))
                        return .none
                    },
                    completion: { completion in
                        sources.remove(0)
                        if case .failure = completion { return fail(completion) }
                        state.withLock { $0.isOver = true }
                        finishIfOver()
                    }))
        }
    }
}
