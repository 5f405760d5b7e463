// The publishers that a program may name as the result of an operator. The other operators return an `AnyPublisher`.

extension Publishers {
    /// The publisher that ``Publisher/map(_:)`` returns. It sends the result of a function for each value.
    public struct Map<Upstream: Publisher, Output>: Publisher {
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are changed.
        public let upstream: Upstream
        /// The function that is called with each value.
        public let transform: (Upstream.Output) -> Output

        /// A publisher that calls `transform` with the values of another one.
        public init(upstream: Upstream, transform: @escaping (Upstream.Output) -> Output) {
            self.upstream = upstream
            self.transform = transform
        }

        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let transform = transform
            upstream.each { { .send(transform($0)) } }.receive(subscriber: subscriber)
        }
    }

    /// The publisher that ``Publisher/tryMap(_:)`` returns. It sends the result of a function for each value, until the function throws.
    public struct TryMap<Upstream: Publisher, Output>: Publisher {
        public typealias Failure = any Error

        /// The publisher whose values are changed.
        public let upstream: Upstream
        /// The function that is called with each value.
        public let transform: (Upstream.Output) throws -> Output

        /// A publisher that calls `transform` with the values of another one.
        public init(upstream: Upstream, transform: @escaping (Upstream.Output) throws -> Output) {
            self.upstream = upstream
            self.transform = transform
        }

        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let transform = transform
            upstream.tryEach { { .send(try transform($0)) } }.receive(subscriber: subscriber)
        }
    }

    /// The publisher that ``Publisher/compactMap(_:)`` returns. It sends the results of a function that are not `nil`.
    public struct CompactMap<Upstream: Publisher, Output>: Publisher {
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are changed.
        public let upstream: Upstream
        /// The function that is called with each value.
        public let transform: (Upstream.Output) -> Output?

        /// A publisher that calls `transform` with the values of another one.
        public init(upstream: Upstream, transform: @escaping (Upstream.Output) -> Output?) {
            self.upstream = upstream
            self.transform = transform
        }

        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let transform = transform
            upstream.each { { transform($0).map { .send($0) } ?? .skip } }.receive(subscriber: subscriber)
        }
    }

    /// The publisher that ``Publisher/tryCompactMap(_:)`` returns. It sends the results of a function that are not `nil`, until the function throws.
    public struct TryCompactMap<Upstream: Publisher, Output>: Publisher {
        public typealias Failure = any Error

        /// The publisher whose values are changed.
        public let upstream: Upstream
        /// The function that is called with each value.
        public let transform: (Upstream.Output) throws -> Output?

        /// A publisher that calls `transform` with the values of another one.
        public init(upstream: Upstream, transform: @escaping (Upstream.Output) throws -> Output?) {
            self.upstream = upstream
            self.transform = transform
        }

        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let transform = transform
            upstream.tryEach { { try transform($0).map { .send($0) } ?? .skip } }.receive(subscriber: subscriber)
        }
    }

    /// The publisher that ``Publisher/filter(_:)`` returns. It sends the values for which a function returns true.
    public struct Filter<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are changed.
        public let upstream: Upstream
        /// The function that returns whether a value is sent.
        public let isIncluded: (Upstream.Output) -> Bool

        /// A publisher that calls `isIncluded` with the values of another one.
        public init(upstream: Upstream, isIncluded: @escaping (Upstream.Output) -> Bool) {
            self.upstream = upstream
            self.isIncluded = isIncluded
        }

        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let isIncluded = isIncluded
            upstream.each { { isIncluded($0) ? .send($0) : .skip } }.receive(subscriber: subscriber)
        }
    }

    /// The publisher that ``Publisher/tryFilter(_:)`` returns. It sends the values for which a function returns true, until the function throws.
    public struct TryFilter<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = any Error

        /// The publisher whose values are changed.
        public let upstream: Upstream
        /// The function that returns whether a value is sent.
        public let isIncluded: (Upstream.Output) throws -> Bool

        /// A publisher that calls `isIncluded` with the values of another one.
        public init(upstream: Upstream, isIncluded: @escaping (Upstream.Output) throws -> Bool) {
            self.upstream = upstream
            self.isIncluded = isIncluded
        }

        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let isIncluded = isIncluded
            upstream.tryEach { { try isIncluded($0) ? .send($0) : .skip } }.receive(subscriber: subscriber)
        }
    }
}
