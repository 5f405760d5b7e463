import Locks

// Operators that pass values on to a scheduler, or at a later time.

extension Publisher {
    /// Delivers all events on a scheduler.
    public func receive<S: Scheduler>(on scheduler: S, options: S.SchedulerOptions? = nil) -> AnyPublisher<Output, Failure> {
        moved { scheduler.schedule(options: options, $0) }
    }

    /// Delivers all events on a scheduler after a delay.
    public func delay<S: Scheduler>(
        for interval: S.SchedulerTimeType.Stride, tolerance: S.SchedulerTimeType.Stride? = nil, scheduler: S,
        options: S.SchedulerOptions? = nil
    ) -> AnyPublisher<Output, Failure> {
        moved { action in
            scheduler.schedule(
                after: scheduler.now.advanced(by: interval), tolerance: tolerance ?? scheduler.minimumTolerance, options: options, action)
        }
    }

    /// Subscribes, requests values and cancels on a scheduler.
    public func subscribe<S: Scheduler>(on scheduler: S, options: S.SchedulerOptions? = nil) -> AnyPublisher<Output, Failure> {
        AnyPublisher { inbox in
            scheduler.schedule(options: options) {
                self.receive(
                    subscriber: Inbox<Output, Failure>(
                        subscribed: { subscription in
                            inbox.receive(
                                subscription: MovedSubscription(inner: subscription) { scheduler.schedule(options: options, $0) })
                        }, value: { inbox.receive($0) }, completion: { inbox.receive(completion: $0) }))
            }
        }
    }

    /// Delivers this publisher's events with `schedule`, in their order. Only as many values are requested as the subscriber requests.
    private func moved(_ schedule: @escaping (@escaping () -> Void) -> Void) -> AnyPublisher<Output, Failure> {
        AnyPublisher { inbox in
            let upstream = Locked<(any Subscription)?>(nil)
            // The outbox delivers from one thread at a time, even if the scheduler has many threads.
            let outbox = Outbox(inbox, requested: { demand in upstream.withLock { $0 }?.request(demand) })
            self.receive(
                subscriber: Inbox(
                    subscribed: { subscription in
                        upstream.withLock { $0 = subscription }
                        outbox.start { subscription.cancel() }
                    },
                    value: { value in
                        schedule { outbox.push(value) }
                        return .none
                    },
                    completion: { completion in schedule { outbox.finish(completion) } }))
        }
    }

    /// Sends a value if no other value follows within an interval. A value that is still waiting when the publisher ends is dropped.
    public func debounce<S: Scheduler>(
        for dueTime: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil
    ) -> AnyPublisher<Output, Failure> {
        timed { outbox, value, state in
            let number = state.withLock { state -> Int in
                state.number += 1
                return state.number
            }
            scheduler.schedule(
                after: scheduler.now.advanced(by: dueTime), tolerance: scheduler.minimumTolerance, options: options
            ) {
                if state.withLock({ $0.number == number }) { outbox.offer(value) }
            }
        } ended: { outbox, completion, state in
            state.withLock { $0.number += 1 }
            scheduler.schedule(options: options) { outbox.finish(completion) }
        }
    }

    /// Sends at most one value in each interval. The first value is sent immediately. Afterwards one value of each interval is sent: the latest
    /// value if `latest` is true, or the first value if not.
    public func throttle<S: Scheduler>(for interval: S.SchedulerTimeType.Stride, scheduler: S, latest: Bool) -> AnyPublisher<
        Output, Failure
    > {
        let lastTime = { Locked<S.SchedulerTimeType?>(nil) }
        return AnyPublisher { inbox in
            let last = lastTime()
            self.timed { (outbox: Outbox<Output, Failure>, value, state: Locked<Timed<Output>>) in
                let now = scheduler.now
                let due = last.withLock { $0?.advanced(by: interval) }
                let isFirst = state.withLock { state -> Bool in
                    defer { if latest || state.waiting == nil { state.waiting = value } }
                    return state.waiting == nil
                }
                guard isFirst else { return }
                let send = {
                    last.withLock { $0 = scheduler.now }
                    let value = state.withLock { state -> Output? in
                        defer { state.waiting = nil }
                        return state.waiting
                    }
                    if let value { outbox.offer(value) }
                }
                if let due, due > now { scheduler.schedule(after: due, send) } else { scheduler.schedule(send) }
            } ended: { outbox, completion, state in
                scheduler.schedule {
                    if case .finished = completion, let value = state.withLock({ $0.waiting }) { outbox.offer(value) }
                    state.withLock { $0.waiting = nil }
                    outbox.finish(completion)
                }
            }.receive(subscriber: inbox)
        }
    }

    /// Ends if no value arrives within an interval. If `customError` is given, fails with its error instead.
    public func timeout<S: Scheduler>(
        _ interval: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil, customError: (() -> Failure)? = nil
    ) -> AnyPublisher<Output, Failure> {
        AnyPublisher { inbox in
            let (number, upstream) = (Locked(0), Locked<(any Subscription)?>(nil))
            let outbox = Outbox(inbox, requested: { demand in upstream.withLock { $0 }?.request(demand) })
            func restart() {
                let mine = number.withLock { number -> Int in
                    number += 1
                    return number
                }
                scheduler.schedule(
                    after: scheduler.now.advanced(by: interval), tolerance: scheduler.minimumTolerance, options: options
                ) {
                    guard number.withLock({ $0 == mine }) else { return }
                    upstream.withLock { $0 }?.cancel()
                    outbox.finish(customError.map { .failure($0()) } ?? .finished)
                }
            }
            self.receive(
                subscriber: Inbox(
                    subscribed: { subscription in
                        upstream.withLock { $0 = subscription }
                        restart()
                        outbox.start {
                            number.withLock { $0 += 1 }
                            subscription.cancel()
                        }
                    },
                    value: { value in
                        restart()
                        scheduler.schedule(options: options) { outbox.push(value) }
                        return .none
                    },
                    completion: { completion in
                        number.withLock { $0 += 1 }
                        scheduler.schedule(options: options) { outbox.finish(completion) }
                    }))
        }
    }

    /// A publisher that requests all values of this one. The closure `value` is called for each value. The closure passes the value on later or
    /// drops it.
    private func timed(
        _ value: @escaping (Outbox<Output, Failure>, Output, Locked<Timed<Output>>) -> Void,
        ended: @escaping (Outbox<Output, Failure>, Subscribers.Completion<Failure>, Locked<Timed<Output>>) -> Void
    ) -> AnyPublisher<Output, Failure> {
        AnyPublisher { inbox in
            let (state, outbox) = (Locked(Timed<Output>()), Outbox(inbox))
            self.receive(
                subscriber: Inbox(
                    subscribed: { subscription in
                        outbox.start {
                            state.withLock { $0.number += 1 }
                            subscription.cancel()
                        }
                        subscription.request(.unlimited)
                    },
                    value: {
                        value(outbox, $0, state)
                        return .none
                    }, completion: { ended(outbox, $0, state) }))
        }
    }
}

private struct Timed<Output> {
    /// A counter of the received values, which identifies the latest one.
    var number = 0
    var waiting: Output?
}

private struct MovedSubscription: Subscription {
    let inner: any Subscription
    let schedule: (@escaping () -> Void) -> Void

    func request(_ demand: Subscribers.Demand) { schedule { inner.request(demand) } }
    func cancel() { schedule { inner.cancel() } }
}
