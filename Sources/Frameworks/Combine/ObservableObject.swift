import Locks

/// An object that announces its changes before they happen.
public protocol ObservableObject: AnyObject {
    /// The type of the publisher that announces changes.
    associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher where ObjectWillChangePublisher.Failure == Never

    /// A publisher that sends a value before the object changes.
    var objectWillChange: ObjectWillChangePublisher { get }
}

/// A publisher that sends a value before an object changes.
public final class ObservableObjectPublisher: Publisher, @unchecked Sendable {
    public typealias Output = Void
    public typealias Failure = Never

    private let subject = PassthroughSubject<Void, Never>()

    /// A publisher without subscribers.
    public init() {}

    /// Notifies all subscribers of a change.
    public func send() { subject.send(()) }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Void, S.Failure == Never { subject.receive(subscriber: subscriber) }
}

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
    /// A publisher that sends a value before a `@Published` property of the object changes.
    public var objectWillChange: ObservableObjectPublisher {
        var properties: [any PublishedProperty] = []
        var mirror: Mirror? = Mirror(reflecting: self)
        while let level = mirror {
            properties += level.children.compactMap { $0.value as? any PublishedProperty }
            mirror = level.superclassMirror
        }
        return sharedPublisherLock.withLock {
            let publisher = properties.lazy.compactMap(\.willChange).first ?? ObservableObjectPublisher()
            for property in properties { property.setWillChange(publisher) }
            return publisher
        }
    }
}

private let sharedPublisherLock = Lock()

private protocol PublishedProperty {
    var willChange: ObservableObjectPublisher? { get }
    func setWillChange(_ publisher: ObservableObjectPublisher)
}

/// A property that publishes its values.
@propertyWrapper
public struct Published<Value> {
    fileprivate let storage: Storage

    /// A property with an initial value.
    public init(wrappedValue: Value) { storage = Storage(wrappedValue) }
    /// A property with an initial value.
    public init(initialValue: Value) { self.init(wrappedValue: initialValue) }

    /// The value. Subscribers receive a new value before it is stored.
    public var wrappedValue: Value {
        get { storage.value }
        nonmutating set { storage.set(newValue) }
    }

    /// A publisher that first sends the current value, and then each new value.
    public var projectedValue: Publisher {
        get { Publisher(storage: storage) }
        nonmutating set {
            if newValue.storage !== storage { storage.follow(newValue) }
        }
    }

    /// A publisher of a property's values. The current value is sent first, and then each new value before it is stored.
    public struct Publisher: Combine.Publisher {
        public typealias Output = Value
        public typealias Failure = Never

        fileprivate let storage: Storage

        public func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == Never {
            let storage = storage
            storage.outlets.attach(Inbox(subscriber)) { storage.latest }
        }
    }

    fileprivate final class Storage: @unchecked Sendable {
        let outlets = Outlets<Value, Never>()
        /// The stored value. While a new value is being set, `coming` is the new value.
        private let state: Locked<(value: Value, coming: Value?)>
        let willChange = Locked<ObservableObjectPublisher?>(nil)
        private let followed = Locked<[AnyCancellable]>([])

        init(_ value: Value) { state = Locked((value, nil)) }

        var value: Value { state.withLock { $0.value } }
        var latest: Value { state.withLock { $0.coming ?? $0.value } }

        func set(_ value: Value) {
            willChange.withLock { $0 }?.send()
            outlets.send(value) { value in state.withLock { $0.coming = value } }
            state.withLock { $0 = (value, nil) }
        }

        func follow(_ publisher: some Combine.Publisher<Value, Never>) {
            let cancellable = publisher.sink { [weak self] in self?.set($0) }
            followed.withLock { $0.append(cancellable) }
        }

        deinit { outlets.complete(.finished) }
    }
}

extension Published: PublishedProperty {
    fileprivate var willChange: ObservableObjectPublisher? { storage.willChange.withLock { $0 } }
    fileprivate func setWillChange(_ publisher: ObservableObjectPublisher) { storage.willChange.withLock { $0 = publisher } }
}

extension Publisher where Failure == Never {
    /// Sets a property to each value of the publisher, until the property is released.
    public func assign(to published: inout Published<Output>.Publisher) { published.storage.follow(self) }
}
