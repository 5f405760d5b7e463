import CoreGraphics
import CoreMedia
import Foundation
import Locks

/// Receives the objects that are found in a camera's frames.
public protocol AVCaptureMetadataOutputObjectsDelegate: NSObjectProtocol {
    /// Receives the objects of a frame. The function is called for each analysed frame with objects. After the objects have disappeared, it is
    /// called once with an empty list.
    func metadataOutput(
        _ output: AVCaptureMetadataOutput, didOutput metadataObjects: [AVMetadataObject], from connection: AVCaptureConnection)
}

extension AVCaptureMetadataOutputObjectsDelegate {
    public func metadataOutput(
        _ output: AVCaptureMetadataOutput, didOutput metadataObjects: [AVMetadataObject], from connection: AVCaptureConnection
    ) {}
}

/// Finds codes and faces in a camera's frames.
///
/// Vision's algorithms find them. The program must link Vision: add the product `Vision` to the dependencies of the program's target. An import of
/// Vision is not needed. Faces need the model `faces`. Frames that arrive while another frame is analysed are skipped.
open class AVCaptureMetadataOutput: AVCaptureOutput, FrameTaking, @unchecked Sendable {
    private struct State {
        weak var delegate: (any AVCaptureMetadataOutputObjectsDelegate)?
        var queue: DispatchQueue?
        var types: [AVMetadataObject.ObjectType] = []
        var region = CGRect(x: 0, y: 0, width: 1, height: 1)
        var finder: (any MetadataFinder)?
        var isLooking = false
        /// Whether the delegate's last call had objects in its list.
        var hasShown = false
    }

    private let state = Locked(State())
    private let queueKey = DispatchSpecificKey<Bool>()
    /// The queue on which frames are analysed.
    private let work = DispatchQueue(label: "osprey.metadata")

    /// - Parameter objectsCallbackQueue: a serial queue; required if there is a delegate.
    open func setMetadataObjectsDelegate(
        _ objectsDelegate: (any AVCaptureMetadataOutputObjectsDelegate)?, queue objectsCallbackQueue: DispatchQueue?
    ) {
        precondition(objectsDelegate == nil || objectsCallbackQueue != nil, "a delegate needs a queue to be called on")
        objectsCallbackQueue?.setSpecific(key: queueKey, value: true)
        state.withLock { ($0.delegate, $0.queue) = (objectsDelegate, objectsCallbackQueue) }
    }

    /// The object that receives the found objects. The output does not retain it.
    open var metadataObjectsDelegate: (any AVCaptureMetadataOutputObjectsDelegate)? { state.withLock { $0.delegate } }
    /// The queue on which the delegate is called.
    open var metadataObjectsCallbackQueue: DispatchQueue? { state.withLock { $0.queue } }

    /// The types of objects that can be found. Codes need a program that links Vision. Faces also need the installed model `faces`.
    open var availableMetadataObjectTypes: [AVMetadataObject.ObjectType] { Self.engine?.objectTypes ?? [] }

    /// The types of objects to search for. The list is empty at first. Setting a type that is not available stops the program.
    open var metadataObjectTypes: [AVMetadataObject.ObjectType]! {
        get { state.withLock { $0.types } }
        set {
            let types = newValue ?? []
            let missing = Set(types).subtracting(availableMetadataObjectTypes).map(\.rawValue).sorted()
            precondition(
                missing.isEmpty, "\(missing.joined(separator: ", ")): no such thing can be found")
            state.withLock { $0.types = types }
        }
    }

    /// The part of the picture that is searched, in the coordinates of ``AVMetadataObject``. The initial value is the whole picture.
    open var rectOfInterest: CGRect {
        get { state.withLock { $0.region } }
        set { state.withLock { $0.region = newValue } }
    }

    // MARK: Frames

    var isOnCallbackQueue: Bool { DispatchQueue.getSpecific(key: queueKey) == true }

    func begin() {
        let finder = Self.engine?.makeFinder()
        state.withLock { ($0.finder, $0.isLooking, $0.hasShown) = (finder, false, false) }
    }

    func take(_ sample: CMSampleBuffer, _ connection: AVCaptureConnection) {
        let looking = state.withLock { state -> Looking? in
            guard !state.isLooking, state.delegate != nil, let queue = state.queue, let finder = state.finder, !state.types.isEmpty,
                connection.isEnabled, let buffer = sample.imageBuffer
            else { return nil }
            state.isLooking = true
            return Looking(
                buffer: buffer, time: sample.presentationTimeStamp, duration: sample.duration, finder: finder, types: Set(state.types),
                region: state.region, connection: connection, queue: queue)
        }
        guard let looking else { return }
        work.async { self.look(looking) }
    }

    private struct Looking: @unchecked Sendable {
        let buffer: CVPixelBuffer
        let time: CMTime
        let duration: CMTime
        let finder: any MetadataFinder
        let types: Set<AVMetadataObject.ObjectType>
        let region: CGRect
        let connection: AVCaptureConnection
        let queue: DispatchQueue
    }

    private func look(_ looking: Looking) {
        // A frame that cannot be analysed counts as a frame without objects.
        let things = (try? looking.finder.things(in: looking.buffer, region: looking.region, types: looking.types)) ?? []
        let isNews = state.withLock { state in
            defer { state.hasShown = !things.isEmpty }
            return !things.isEmpty || state.hasShown
        }
        guard isNews else { return state.withLock { $0.isLooking = false } }
        looking.queue.async {
            let objects = things.map { $0.object(time: looking.time, duration: looking.duration) }
            self.metadataObjectsDelegate?.metadataOutput(self, didOutput: objects, from: looking.connection)
            self.state.withLock { $0.isLooking = false }
        }
    }

    func finish() {
        guard !isOnCallbackQueue else { return }
        work.sync {}
        metadataObjectsCallbackQueue?.sync {}
    }
}
