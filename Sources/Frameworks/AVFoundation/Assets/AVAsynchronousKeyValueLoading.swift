import Foundation

/// An object whose properties have to be loaded, which takes time.
public protocol AVAsynchronousKeyValueLoading {}

/// Whether a value has been loaded.
public enum AVKeyValueStatus: Int, Sendable {
    /// Not requested yet.
    case unknown = 0
    /// It is being read.
    case loading = 1
    /// It has been read.
    case loaded = 2
    /// The value could not be read.
    case failed = 3
    /// Loading was cancelled.
    case cancelled = 4
}

extension AVAsynchronousKeyValueLoading {
    /// The value, if it is already loaded.
    public func status<T>(of property: AVAsyncProperty<Self, T>) -> AVAsyncProperty<Self, T>.Status {
        guard (self as? AVAsset)?.isLoaded ?? true else { return .notYetLoaded }
        do {
            return .loaded(try property.value(self))
        } catch {
            return .failed(error as NSError)
        }
    }

    /// The value, read outside of Swift's cooperative threads.
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

    /// Two values. Throws an ``AVError`` if one of them cannot be read.
    public func load<A, B>(
        _ propertyA: AVAsyncProperty<Self, A>, _ propertyB: AVAsyncProperty<Self, B>
    ) async throws -> (A, B) {
        (try await load(propertyA), try await load(propertyB))
    }

    /// Three values. Throws an ``AVError`` if one of them cannot be read.
    public func load<A, B, C>(
        _ propertyA: AVAsyncProperty<Self, A>, _ propertyB: AVAsyncProperty<Self, B>, _ propertyC: AVAsyncProperty<Self, C>
    ) async throws -> (A, B, C) {
        (try await load(propertyA), try await load(propertyB), try await load(propertyC))
    }

    /// Four values. Throws an ``AVError`` if one of them cannot be read.
    public func load<A, B, C, D>(
        _ propertyA: AVAsyncProperty<Self, A>, _ propertyB: AVAsyncProperty<Self, B>, _ propertyC: AVAsyncProperty<Self, C>,
        _ propertyD: AVAsyncProperty<Self, D>
    ) async throws -> (A, B, C, D) {
        (try await load(propertyA), try await load(propertyB), try await load(propertyC), try await load(propertyD))
    }
}

/// A value that is handed from one thread to another. No other thread refers to it.
private struct Loaded<Value>: @unchecked Sendable {
    let value: Value
}
