// Operators that reduce all values to one, or send only when the publisher ends.

extension Publisher {
    /// When the publisher ends, sends the result of combining all values.
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

    /// When the publisher ends, sends the result of combining all values. If the function throws, the publisher fails with the thrown
    /// error.
    public func tryReduce<T>(_ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T) -> AnyPublisher<T, any Error> {
        let last = tryScan(initialResult, nextPartialResult).last().map { Optional($0) }
        return last.replaceEmpty(with: initialResult).compactMap { $0 }.eraseToAnyPublisher()
    }

    /// When the publisher ends, sends an array of all values.
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

    /// Collects values into arrays of `count` elements, and sends each array. The last array may have fewer elements.
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

    /// When the publisher ends, sends the number of values.
    public func count() -> AnyPublisher<Int, Failure> { reduce(0) { count, _ in count + 1 } }

    /// Sends the last value.
    public func last() -> AnyPublisher<Output, Failure> { last { _ in true } }

    /// Sends the last value for which the function returns true.
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

    /// Sends whether the function returns true for any value. It sends as soon as this is known, and ends.
    public func contains(where predicate: @escaping (Output) -> Bool) -> AnyPublisher<Bool, Failure> {
        total { ({ predicate($0) ? .sendLast(true) : .skip }, { false }) }
    }

    /// Sends whether the function returns true for all values. It sends as soon as this is known, and ends.
    public func allSatisfy(_ predicate: @escaping (Output) -> Bool) -> AnyPublisher<Bool, Failure> {
        total { ({ predicate($0) ? .skip : .sendLast(false) }, { true }) }
    }

    /// Sends the minimum of the values, in the order that the function defines.
    public func min(by areInIncreasingOrder: @escaping (Output, Output) -> Bool) -> AnyPublisher<Output, Failure> {
        reduce(Output?.none) { least, value in least.map { areInIncreasingOrder(value, $0) ? value : $0 } ?? value }
            .compactMap { $0 }.eraseToAnyPublisher()
    }

    /// Sends the maximum of the values, in the order that the function defines.
    public func max(by areInIncreasingOrder: @escaping (Output, Output) -> Bool) -> AnyPublisher<Output, Failure> {
        reduce(Output?.none) { greatest, value in greatest.map { areInIncreasingOrder($0, value) ? value : $0 } ?? value }
            .compactMap { $0 }.eraseToAnyPublisher()
    }

    /// Sends only the completion.
    public func ignoreOutput() -> AnyPublisher<Never, Failure> { staged(takesAll: true) { ({ _ in .skip }, { (nil, $0) }) } }

    /// Sends the given value if the publisher ends without a value.
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

    /// Requests all values, and sends one value at the end. If the publisher fails, only the error is sent.
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
    /// Sends whether the publisher sends a given value. It sends as soon as this is known, and ends.
    public func contains(_ output: Output) -> AnyPublisher<Bool, Failure> { contains { $0 == output } }
}

extension Publisher where Output: Comparable {
    /// Sends the least value.
    public func min() -> AnyPublisher<Output, Failure> { min(by: <) }
    /// Sends the greatest value.
    public func max() -> AnyPublisher<Output, Failure> { max(by: <) }
}
