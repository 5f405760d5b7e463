import Foundation

/// An object whose properties have to be loaded, because loading takes time.
public protocol AVAsynchronousKeyValueLoading {}

/// Whether a value has been loaded.
public enum AVKeyValueStatus: Int, Sendable {
    /// Not requested yet.
    case unknown = 0
    /// The value is being read.
    case loading = 1
    /// The value has been read.
    case loaded = 2
    /// The value could not be read.
    case failed = 3
    /// Loading was cancelled.
    case cancelled = 4
}

extension AVAsynchronousKeyValueLoading {
    /// The status of a property, with the value if it is already loaded.
    public func status<T>(of property: AVAsyncProperty<Self, T>) -> AVAsyncProperty<Self, T>.Status {
        guard (self as? AVAsset)?.isLoaded ?? true else { return .notYetLoaded }
        do {
            return .loaded(try property.value(self))
        } catch {
            return .failed(error as NSError)
        }
    }

    /// Loads the value of a property. The file is read outside of Swift's cooperative thread pool.
    ///
    /// - Throws: ``AVError``.
    public func load<T>(_ property: AVAsyncProperty<Self, T>) async throws -> T {
        nonisolated(unsafe) let source = self
        let loaded: Loaded<T> = try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(with: Result { Loaded(value: try property.value(source)) })
            }
        }
        return loaded.value
    }

    /// Loads the values of two properties. Throws an ``AVError`` if one of them cannot be read.
    public func load<A, B>(
        _ propertyA: AVAsyncProperty<Self, A>, _ propertyB: AVAsyncProperty<Self, B>
    ) async throws -> (A, B) {
        (try await load(propertyA), try await load(propertyB))
    }

    /// Loads the values of three properties. Throws an ``AVError`` if one of them cannot be read.
    public func load<A, B, C>(
        _ propertyA: AVAsyncProperty<Self, A>, _ propertyB: AVAsyncProperty<Self, B>, _ propertyC: AVAsyncProperty<Self, C>
    ) async throws -> (A, B, C) {
        (try await load(propertyA), try await load(propertyB), try await load(propertyC))
    }

    /// Loads the values of four properties. Throws an ``AVError`` if one of them cannot be read.
    public func load<A, B, C, D>(
        _ propertyA: AVAsyncProperty<Self, A>, _ propertyB: AVAsyncProperty<Self, B>, _ propertyC: AVAsyncProperty<Self, C>,
        _ propertyD: AVAsyncProperty<Self, D>
    ) async throws -> (A, B, C, D) {
        (try await load(propertyA), try await load(propertyB), try await load(propertyC), try await load(propertyD))
    }
}

/// A value that is passed from one thread to another. No other thread refers to it.
private struct Loaded<Value>: @unchecked Sendable {
    let value: Value
}
