// Operators that change or select single values.

extension Publisher {
    /// Sends the result of `transform` for each value.
    public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.Map<Self, T> {
        Publishers.Map(upstream: self, transform: transform)
    }

    /// The publisher of ``map(_:)``, type-erased.
    func mapped<T>(_ transform: @escaping (Output) -> T) -> AnyPublisher<T, Failure> { map(transform).eraseToAnyPublisher() }

    /// Sends a property of each value.
    public func map<T>(_ keyPath: KeyPath<Output, T>) -> Publishers.Map<Self, T> { map { $0[keyPath: keyPath] } }

    /// Sends the result of `transform` for each value. If `transform` throws, the publisher fails with the thrown error.
    public func tryMap<T>(_ transform: @escaping (Output) throws -> T) -> Publishers.TryMap<Self, T> {
        Publishers.TryMap(upstream: self, transform: transform)
    }

    /// Sends the result of `transform` for each value, except for results that are `nil`.
    public func compactMap<T>(_ transform: @escaping (Output) -> T?) -> Publishers.CompactMap<Self, T> {
        Publishers.CompactMap(upstream: self, transform: transform)
    }

    /// Sends the result of `transform` for each value, except for results that are `nil`. If `transform` throws, the publisher fails with
    /// the thrown error.
    public func tryCompactMap<T>(_ transform: @escaping (Output) throws -> T?) -> Publishers.TryCompactMap<Self, T> {
        Publishers.TryCompactMap(upstream: self, transform: transform)
    }

    /// Sends the values for which the function returns true.
    public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.Filter<Self> {
        Publishers.Filter(upstream: self, isIncluded: isIncluded)
    }

    /// Sends the values for which the function returns true. If the function throws, the publisher fails with the thrown error.
    public func tryFilter(_ isIncluded: @escaping (Output) throws -> Bool) -> Publishers.TryFilter<Self> {
        Publishers.TryFilter(upstream: self, isIncluded: isIncluded)
    }

    /// After each value, sends the result of combining all values so far.
    public func scan<T>(_ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T) -> AnyPublisher<T, Failure> {
        each {
            var result = initialResult
            return { value in
                result = nextPartialResult(result, value)
                return .send(result)
            }
        }
    }

    /// After each value, sends the result of combining all values so far. If the function throws, the publisher fails with the thrown
    /// error.
    public func tryScan<T>(_ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T) -> AnyPublisher<T, any Error> {
        tryEach {
            var result = initialResult
            return { value in
                result = try nextPartialResult(result, value)
                return .send(result)
            }
        }
    }

    /// Sends the values that differ from the value before them, as determined by the function.
    public func removeDuplicates(by predicate: @escaping (Output, Output) -> Bool) -> AnyPublisher<Output, Failure> {
        each {
            var last: Output?
            return { value in
                if let before = last, predicate(before, value) { return .skip }
                last = value
                return .send(value)
            }
        }
    }

    /// Drops the first `count` values.
    public func dropFirst(_ count: Int = 1) -> AnyPublisher<Output, Failure> {
        each {
            var rest = Swift.max(count, 0)
            return { value in
                guard rest > 0 else { return .send(value) }
                rest -= 1
                return .skip
            }
        }
    }

    /// Drops values until the function returns false for the first time.
    public func drop(while predicate: @escaping (Output) -> Bool) -> AnyPublisher<Output, Failure> {
        each {
            var isOver = false
            return { value in
                isOver = isOver || !predicate(value)
                return isOver ? .send(value) : .skip
            }
        }
    }

    /// Sends the first `maxLength` values, and then ends.
    public func prefix(_ maxLength: Int) -> AnyPublisher<Output, Failure> {
        guard maxLength > 0 else { return Empty().eraseToAnyPublisher() }
        return each {
            var rest = maxLength
            return { value in
                rest -= 1
                return rest == 0 ? .sendLast(value) : .send(value)
            }
        }
    }

    /// Sends values until the function returns false for the first time, and then ends.
    public func prefix(while predicate: @escaping (Output) -> Bool) -> AnyPublisher<Output, Failure> {
        each { { predicate($0) ? .send($0) : .finish } }
    }

    /// Sends the first value, and then ends.
    public func first() -> AnyPublisher<Output, Failure> { prefix(1) }

    /// Sends the first value for which the function returns true, and then ends.
    public func first(where predicate: @escaping (Output) -> Bool) -> AnyPublisher<Output, Failure> {
        each { { predicate($0) ? .sendLast($0) : .skip } }
    }

    /// Sends the value at an index, counted from 0, and then ends.
    public func output(at index: Int) -> AnyPublisher<Output, Failure> { dropFirst(index).first() }

    /// Sends the values in a range of indices, counted from 0, and then ends.
    public func output(in range: Range<Int>) -> AnyPublisher<Output, Failure> { dropFirst(range.lowerBound).prefix(range.count) }

    /// Replaces `nil` with a value.
    public func replaceNil<T>(with output: T) -> AnyPublisher<T, Failure> where Output == T? { mapped { $0 ?? output } }

    /// Calls the closures for the events of the publisher, and sends everything unchanged.
    public func handleEvents(
        receiveSubscription: ((any Subscription) -> Void)? = nil, receiveOutput: ((Output) -> Void)? = nil,
        receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil, receiveCancel: (() -> Void)? = nil,
        receiveRequest: ((Subscribers.Demand) -> Void)? = nil
    ) -> AnyPublisher<Output, Failure> {
        AnyPublisher { inbox in
            self.receive(
                subscriber: AnySubscriber<Output, Failure>(
                    receiveSubscription: { subscription in
                        receiveSubscription?(subscription)
                        inbox.receive(
                            subscription: ObservedSubscription(inner: subscription, requested: receiveRequest, cancelled: receiveCancel))
                    },
                    receiveValue: { value in
                        receiveOutput?(value)
                        let more = inbox.receive(value)
                        if more > 0 { receiveRequest?(more) }
                        return more
                    },
                    receiveCompletion: { completion in
                        receiveCompletion?(completion)
                        inbox.receive(completion: completion)
                    }))
        }
    }

    /// Prints all events, and sends everything unchanged.
    ///
    /// - Parameter stream: the stream for the output; `nil` for the standard output.
    public func print(_ prefix: String = "", to stream: (any TextOutputStream)? = nil) -> AnyPublisher<Output, Failure> {
        let start = prefix.isEmpty ? "" : prefix + ": "
        var output = stream
        func write(_ line: String) { output == nil ? Swift.print(start + line) : output?.write(start + line + "\n") }
        return handleEvents(
            receiveSubscription: { write("receive subscription: (\($0))") }, receiveOutput: { write("receive value: (\($0))") },
            receiveCompletion: { completion in
                if case .failure(let error) = completion { write("receive error: (\(error))") } else { write("receive finished") }
            }, receiveCancel: { write("receive cancel") }, receiveRequest: { write("request \($0)") })
    }
}

extension Publisher where Output: Equatable {
    /// Sends the values that differ from the value before them.
    public func removeDuplicates() -> AnyPublisher<Output, Failure> { removeDuplicates(by: ==) }
}

private struct ObservedSubscription: Subscription, CustomStringConvertible {
    let inner: any Subscription
    let requested: ((Subscribers.Demand) -> Void)?
    let cancelled: (() -> Void)?

    var description: String { "\(inner)" }

    func request(_ demand: Subscribers.Demand) {
        requested?(demand)
        inner.request(demand)
    }

    func cancel() {
        cancelled?()
        inner.cancel()
    }
}
