// Operators for errors.

extension Publisher {
    /// Replaces an error with the error that `transform` returns for it.
    public func mapError<E: Error>(_ transform: @escaping (Failure) -> E) -> AnyPublisher<Output, E> {
        AnyPublisher { inbox in
            self.receive(
                subscriber: Inbox<Output, Failure>(
                    subscribed: { inbox.receive(subscription: $0) }, value: { inbox.receive($0) },
                    completion: { inbox.receive(completion: $0.mapFailure(transform)) }))
        }
    }

    /// Replaces an error with a value, and ends.
    public func replaceError(with output: Output) -> AnyPublisher<Output, Never> { self.catch { _ in Just(output) } }

    /// Stops the program if the publisher fails.
    public func assertNoFailure(
        _ prefix: String = "", file: StaticString = #file, line: UInt = #line
    ) -> AnyPublisher<Output, Never> {
        mapError { error -> Never in fatalError("\(prefix)\(prefix.isEmpty ? "" : ": ")\(error)", file: file, line: line) }
    }

    /// Continues with the publisher that `handler` returns for an error.
    public func `catch`<P: Publisher>(_ handler: @escaping (Failure) -> P) -> AnyPublisher<Output, P.Failure> where P.Output == Output {
        resumed { error in .success(handler(error).eraseToAnyPublisher()) }
    }

    /// Continues with the publisher that `handler` returns for an error. If `handler` throws, the publisher fails with the thrown error.
    public func tryCatch<P: Publisher>(
        _ handler: @escaping (Failure) throws -> P
    ) -> AnyPublisher<Output, any Error> where P.Output == Output {
        resumed { error in
            Result { try handler(error).mapError { $0 as any Error } }
        }
    }

    /// Subscribes again after an error, at most `retries` times.
    public func retry(_ retries: Int) -> AnyPublisher<Output, Failure> {
        func attempt(_ rest: Int) -> AnyPublisher<Output, Failure> {
            rest <= 0 ? eraseToAnyPublisher() : resumed { _ in .success(attempt(rest - 1)) }
        }
        return attempt(retries)
    }

    private func resumed<E: Error>(_ next: @escaping (Failure) -> Result<AnyPublisher<Output, E>, E>) -> AnyPublisher<Output, E> {
        followed { completion in
            guard case .failure(let error) = completion else { return (nil, .finished) }
            switch next(error) {
            case .success(let publisher): return (publisher, .finished)
            case .failure(let error): return (nil, .failure(error))
            }
        }
    }

    /// When this publisher ends, continues with the publisher that `next` returns. If `next` returns no publisher, ends with the completion
    /// that `next` returns.
    func followed<E: Error>(
        _ next: @escaping (Subscribers.Completion<Failure>) -> (publisher: AnyPublisher<Output, E>?, end: Subscribers.Completion<E>)
    ) -> AnyPublisher<Output, E> {
        AnyPublisher { inbox in
            let chain = Chain()
            inbox.receive(subscription: chain)
            func relay<F: Error>(_ completion: @escaping (Subscribers.Completion<F>) -> Void) -> Inbox<Output, F> {
                Inbox(
                    subscribed: { chain.link($0) },
                    value: { value in
                        chain.spend()
                        let more = inbox.receive(value)
                        chain.add(more)
                        return more
                    }, completion: completion)
            }
            self.receive(
                subscriber: relay { (completion: Subscribers.Completion<Failure>) in
                    let (publisher, end) = next(completion)
                    guard let publisher else { return inbox.receive(completion: end) }
                    publisher.receive(subscriber: relay { inbox.receive(completion: $0) })
                })
        }
    }
}

extension Publisher where Failure == Never {
    /// A publisher of the same values with another failure type. It never fails.
    public func setFailureType<E: Error>(to failureType: E.Type) -> AnyPublisher<Output, E> {
        AnyPublisher { inbox in
            self.receive(
                subscriber: Inbox<Output, Never>(
                    subscribed: { inbox.receive(subscription: $0) }, value: { inbox.receive($0) },
                    completion: { _ in inbox.receive(completion: .finished) }))
        }
    }
}
