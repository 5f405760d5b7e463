import Locks

// Operators that combine several publishers.

/// A publisher that sends the values of several publishers in the order in which they arrive. At most one value of each publisher waits for
/// a request.
private func merged<Output, Failure: Error>(_ publishers: [AnyPublisher<Output, Failure>]) -> AnyPublisher<Output, Failure> {
    publishers.publisher.setFailureType(to: Failure.self).flatMap { $0 }
}

/// A publisher that combines values of several publishers into lists. A list contains the latest value of each publisher. If `isZip` is
/// true, the first list contains the first values, the second list the second values, and so on.
private func joined<Failure: Error>(_ publishers: [AnyPublisher<Any, Failure>], isZip: Bool) -> AnyPublisher<[Any], Failure> {
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

extension Publishers {
    /// A publisher that sends the values of two publishers in the order in which they arrive.
    public struct Merge<A: Publisher, B: Publisher>: Publisher where A.Output == B.Output, A.Failure == B.Failure {
        public typealias Output = A.Output
        public typealias Failure = A.Failure

        /// The first publisher.
        public let a: A
        /// The second publisher.
        public let b: B

        /// A publisher that merges two publishers.
        public init(_ a: A, _ b: B) { (self.a, self.b) = (a, b) }
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            a.merge(with: b).receive(subscriber: subscriber)
        }
    }

    /// A publisher that merges publishers of one type. The values are sent in the order of their arrival.
    public struct MergeMany<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publishers.
        public let publishers: [Upstream]

        /// A publisher that merges the given publishers.
        public init(_ upstream: Upstream...) { publishers = upstream }
        /// A publisher that merges the given publishers.
        public init<S: Swift.Sequence>(_ upstream: S) where S.Element == Upstream { publishers = Array(upstream) }
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            merged(publishers.map { $0.eraseToAnyPublisher() }).receive(subscriber: subscriber)
        }
    }

    /// A publisher that sends the latest values of two publishers whenever one of them sends a value.
    public struct CombineLatest<A: Publisher, B: Publisher>: Publisher where A.Failure == B.Failure {
        public typealias Output = (A.Output, B.Output)
        public typealias Failure = A.Failure

        /// The first publisher.
        public let a: A
        /// The second publisher.
        public let b: B

        /// A publisher that combines two publishers.
        public init(_ a: A, _ b: B) { (self.a, self.b) = (a, b) }
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            a.combineLatest(b).receive(subscriber: subscriber)
        }
    }

    /// A publisher that sends pairs of values: the first values of two publishers, then the second values, and so on.
    public struct Zip<A: Publisher, B: Publisher>: Publisher where A.Failure == B.Failure {
        public typealias Output = (A.Output, B.Output)
        public typealias Failure = A.Failure

        /// The first publisher.
        public let a: A
        /// The second publisher.
        public let b: B

        /// A publisher that combines two publishers.
        public init(_ a: A, _ b: B) { (self.a, self.b) = (a, b) }
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            a.zip(b).receive(subscriber: subscriber)
        }
    }
}
