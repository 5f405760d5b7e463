// Operators that send when all values have come, or that turn them to one.

extension Publisher {
    /// Sends at the end the result of combining all values.
    public func reduce<T>(_ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T) -> AnyPublisher<T, Failure> {
        total {
            var result = initialResult
            return (
                { value in
                    result = nextPartialResult(result, value)
                    return .skip
                }, { result }
            )
        }
    }

    /// Sends at the end the result of combining all values, like `reduce`. If the function throws, the publisher fails with this error.
    public func tryReduce<T>(_ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T) -> AnyPublisher<T, any Error> {
        tryScan(initialResult, nextPartialResult).last().map { Optional($0) }.replaceEmpty(with: initialResult).compactMap { $0 }
    }

    /// Sends all values at the end.
    public func collect() -> AnyPublisher<[Output], Failure> {
        total {
            var values: [Output] = []
            return (
                { value in
                    values.append(value)
                    return .skip
                }, { values }
            )
        }
    }

    /// Collects `count` values into an array and sends it. The last array may be shorter.
    public func collect(_ count: Int) -> AnyPublisher<[Output], Failure> {
        staged {
            () -> ((Output) -> Step<[Output], Failure>, (Subscribers.Completion<Failure>) -> ([Output]?, Subscribers.Completion<Failure>))
            in
            var values: [Output] = []
            return (
                { value in
                    values.append(value)
                    guard values.count >= count else { return .skip }
                    defer { values = [] }
                    return .send(values)
                },
                { completion in
                    if case .failure = completion { return (nil, completion) }
                    return (values.isEmpty ? nil : values, completion)
                }
            )
        }
    }

    /// Sends the number of values at the end.
    public func count() -> AnyPublisher<Int, Failure> { reduce(0) { count, _ in count + 1 } }

    /// Sends the last value.
    public func last() -> AnyPublisher<Output, Failure> { last { _ in true } }

    /// Sends the last value for which the function is true.
    public func last(where predicate: @escaping (Output) -> Bool) -> AnyPublisher<Output, Failure> {
        total {
            var last: Output?
            return (
                { value in
                    if predicate(value) { last = value }
                    return .skip
                }, { last }
            )
        }
    }

    /// Sends whether the function is true for any value, as soon as this is known.
    public func contains(where predicate: @escaping (Output) -> Bool) -> AnyPublisher<Bool, Failure> {
        total { ({ predicate($0) ? .sendLast(true) : .skip }, { false }) }
    }

    /// Sends whether the function is true for all values, as soon as this is known.
    public func allSatisfy(_ predicate: @escaping (Output) -> Bool) -> AnyPublisher<Bool, Failure> {
        total { ({ predicate($0) ? .skip : .sendLast(false) }, { true }) }
    }

    /// Sends the minimum of the values, by an order.
    public func min(by areInIncreasingOrder: @escaping (Output, Output) -> Bool) -> AnyPublisher<Output, Failure> {
        reduce(Output?.none) { least, value in least.map { areInIncreasingOrder(value, $0) ? value : $0 } ?? value }.compactMap { $0 }
    }

    /// Sends the maximum of the values, by an order.
    public func max(by areInIncreasingOrder: @escaping (Output, Output) -> Bool) -> AnyPublisher<Output, Failure> {
        reduce(Output?.none) { greatest, value in greatest.map { areInIncreasingOrder($0, value) ? value : $0 } ?? value }
            .compactMap { $0 }
    }

    /// Sends only the completion.
    public func ignoreOutput() -> AnyPublisher<Never, Failure> { staged(takesAll: true) { ({ _ in .skip }, { (nil, $0) }) } }

    /// Sends a value if the publisher ends without one.
    public func replaceEmpty(with output: Output) -> AnyPublisher<Output, Failure> {
        staged {
            () -> ((Output) -> Step<Output, Failure>, (Subscribers.Completion<Failure>) -> (Output?, Subscribers.Completion<Failure>)) in
            var isEmpty = true
            return (
                { value in
                    isEmpty = false
                    return .send(value)
                },
                { completion in
                    if case .finished = completion, isEmpty { return (output, completion) }
                    return (nil, completion)
                }
            )
        }
    }

    /// All values are taken; one is sent at the end, unless an error ends the publisher.
    private func total<T>(
        _ make: @escaping () -> (value: (Output) -> Step<T, Failure>, result: () -> T?)
    ) -> AnyPublisher<T, Failure> {
        staged(takesAll: true) {
            let (value, result) = make()
            return (
                value,
                { completion in
                    if case .failure = completion { return (nil, completion) }
                    return (result(), completion)
                }
            )
        }
    }
}

extension Publisher where Output: Equatable {
    /// Sends whether the publisher sends a given value, as soon as this is known.
    public func contains(_ output: Output) -> AnyPublisher<Bool, Failure> { contains { $0 == output } }
}

extension Publisher where Output: Comparable {
    /// Sends the least value.
    public func min() -> AnyPublisher<Output, Failure> { min(by: <) }
    /// Sends the greatest value.
    public func max() -> AnyPublisher<Output, Failure> { max(by: <) }
}
