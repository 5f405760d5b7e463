import Combine
import CoreMedia
import Foundation
import Locks

/// The key of the error in ``Foundation/NSNotification/Name/AVPlayerItemFailedToPlayToEndTime``.
public let AVPlayerItemFailedToPlayToEndTimeErrorKey = "AVPlayerItemFailedToPlayToEndTimeErrorKey"

extension NSNotification.Name {
    /// Posted when an item has been played to its end. The notification's object is the item.
    public static let AVPlayerItemDidPlayToEndTime = NSNotification.Name("AVPlayerItemDidPlayToEndTimeNotification")
    /// Posted when an item cannot be decoded further. The error is under ``AVPlayerItemFailedToPlayToEndTimeErrorKey``.
    public static let AVPlayerItemFailedToPlayToEndTime = NSNotification.Name("AVPlayerItemFailedToPlayToEndTimeNotification")
    /// Posted when an item's time has been set.
    public static let AVPlayerItemTimeJumped = NSNotification.Name("AVPlayerItemTimeJumpedNotification")
}

/// A video to be played. The item has a time, which advances during playback. The item's outputs provide its frames.
open class AVPlayerItem: NSObject, NSCopying, @unchecked Sendable {
    /// Whether an item can be played.
    public enum Status: Int, Sendable {
        /// The status is not known. Osprey opens items when they are created, so this status never occurs.
        case unknown = 0
        /// The item is a video, and no error has been found.
        case readyToPlay = 1
        /// The item cannot be played. ``AVPlayerItem/error`` is the reason.
        case failed = 2
    }

    /// The file that is played.
    public let asset: AVAsset
    private let state: Locked<State>
    /// Sends after each change of a property that can be observed.
    let events = PassthroughSubject<Void, Never>()

    private struct State {
        var clock: PlaybackClock
        var outputs: [AVPlayerItemOutput] = []
        var failure: (any Error)?
        weak var player: AVPlayer?
        /// A timer that fires when the clock reaches the end of the item.
        var alarm: (any DispatchSourceTimer)?
        /// The number of times that the clock has been set.
        var changes = 0
    }

    /// Creates an item of an asset, at its beginning. The asset is opened immediately.
    ///
    /// - Parameter automaticallyLoadedAssetKeys: ignored, because all properties are loaded when the asset is opened.
    public init(asset: AVAsset, automaticallyLoadedAssetKeys: [String]?) {
        self.asset = asset
        state = Locked(State(clock: PlaybackClock(end: asset.duration)))
    }

    /// Creates an item of an asset, at its beginning. The asset is opened immediately.
    public convenience init(asset: AVAsset) { self.init(asset: asset, automaticallyLoadedAssetKeys: nil as [String]?) }

    /// Creates an item of an asset, at its beginning. The asset is opened immediately, which loads all of its properties.
    public convenience init(asset: AVAsset, automaticallyLoadedAssetKeys: [AVPartialAsyncProperty<AVAsset>] = []) {
        self.init(asset: asset, automaticallyLoadedAssetKeys: nil as [String]?)
    }

    /// Creates an item of the file at a URL. The file is opened immediately.
    public convenience init(url URL: URL) { self.init(asset: AVURLAsset(url: URL)) }

    deinit { state.withLock { $0.alarm }?.cancel() }

    /// Another item of the same asset, at its beginning.
    open func copy(with zone: NSZone? = nil) -> Any { AVPlayerItem(asset: asset) }

    // MARK: The content

    /// `readyToPlay` if the asset is a video without a known error. `failed` in all other cases.
    open var status: Status { error == nil ? .readyToPlay : .failed }

    /// The error that prevented the item from being played, or from being played to its end.
    open var error: (any Error)? {
        if let failure = state.withLock({ $0.failure }) { return failure }
        do {
            let isReadable = try asset.info().tracks.contains { $0.kind == .video && $0.isDecodable }
            return isReadable ? nil : AVError(.invalidSourceMedia, "\(asset.location.path): there is no video in it that can be decoded")
        } catch {
            return error
        }
    }

    /// The duration of the file; indefinite if it is unknown.
    open var duration: CMTime { asset.duration }

    /// The size in pixels at which players display the item; zero if there is no video.
    open var presentationSize: CGSize {
        guard let track = asset.tracks(withMediaType: .video).first else { return .zero }
        return CGRect(origin: .zero, size: track.naturalSize).applying(track.preferredTransform).size
    }

    // MARK: Outputs

    /// The outputs that provide frames of the item.
    open var outputs: [AVPlayerItemOutput] { state.withLock { $0.outputs } }

    /// Adds an output, which must not belong to an item yet.
    open func add(_ output: AVPlayerItemOutput) {
        precondition(output.item == nil, "an output was added that belongs to an item already")
        state.withLock { $0.outputs.append(output) }
        output.attach(to: self)
    }

    /// Removes an output. Does nothing if the output belongs to another item.
    open func remove(_ output: AVPlayerItemOutput) {
        guard output.item === self else { return }
        state.withLock { $0.outputs.removeAll { $0 === output } }
        output.attach(to: nil)
    }

    // MARK: Time

    var clock: PlaybackClock { state.withLock { $0.clock } }

    /// The item's current time. While the item is played, it advances at the player's rate.
    open func currentTime() -> CMTime { clock.itemTime(at: PlaybackClock.now) }

    func setRate(_ rate: Double) { change(isJump: false) { $0.running(rate) } }

    private func change(isJump: Bool, _ body: (PlaybackClock) -> PlaybackClock) {
        let (clock, outputs, player) = state.withLock { state in
            state.clock = body(state.clock)
            state.changes += 1
            state.alarm?.cancel()
            state.alarm = alarm(for: state.clock, changes: state.changes)
            return (state.clock, state.outputs, state.player)
        }
        for output in outputs { output.clockDidChange(clock, isJump: isJump) }
        player?.clockDidChange(of: self)
        if isJump { NotificationCenter.default.post(name: .AVPlayerItemTimeJumped, object: self) }
    }

    private func alarm(for clock: PlaybackClock, changes: Int) -> (any DispatchSourceTimer)? {
        guard clock.rate != 0, let end = clock.hostTimeOfEnd else { return nil }
        let timer = DispatchSource.makeTimerSource(queue: .global())
        let seconds = max((end - PlaybackClock.now).seconds, 0)
        timer.schedule(deadline: .now() + seconds, leeway: .milliseconds(1))
        timer.setEventHandler { [weak self] in
            guard let self else { return }
            // If the clock has changed since the alarm was set, another alarm has replaced this one.
            let (isCurrent, player) = state.withLock { ($0.changes == changes, $0.player) }
            guard isCurrent else { return }
            player?.itemDidEnd(self)
            NotificationCenter.default.post(name: .AVPlayerItemDidPlayToEndTime, object: self)
        }
        timer.resume()
        return timer
    }

    /// - Returns: whether the item belonged to no other player.
    func attach(to player: AVPlayer?) -> Bool {
        state.withLock { state in
            guard player == nil || state.player == nil || state.player === player else { return false }
            state.player = player
            return true
        }
    }

    func fail(_ error: any Error) {
        let isNews = state.withLock { state in
            defer { state.failure = state.failure ?? error }
            return state.failure == nil
        }
        guard isNews else { return }
        events.send()
        state.withLock { $0.player }?.events.send()
        NotificationCenter.default.post(
            name: .AVPlayerItemFailedToPlayToEndTime, object: self, userInfo: [AVPlayerItemFailedToPlayToEndTimeErrorKey: error])
    }

    // MARK: Seeking

    /// Seeks exactly to a time. A time before the beginning or after the end is clamped.
    ///
    /// - Parameter completionHandler: called on a system queue. Its argument is `false` if the seek fails, for example for an invalid or
    ///   indefinite time.
    open func seek(to time: CMTime, completionHandler: (@Sendable (Bool) -> Void)? = nil) {
        let isDone = jump(to: time)
        if let completionHandler { DispatchQueue.global().async { completionHandler(isDone) } }
    }

    /// Seeks exactly to a time. The tolerances are ignored. The handler gets `false` if the seek fails, for example for an invalid or
    /// indefinite time.
    open func seek(
        to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime, completionHandler: (@Sendable (Bool) -> Void)? = nil
    ) {
        seek(to: time, completionHandler: completionHandler)
    }

    /// Seeks exactly to a time. Returns `false` if the seek fails, for example for an invalid or indefinite time.
    @discardableResult
    open func seek(to time: CMTime) async -> Bool { jump(to: time) }

    /// Seeks exactly to a time. The tolerances are ignored. Returns `false` if the seek fails, for example for an invalid or indefinite
    /// time.
    @discardableResult
    open func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) async -> Bool { jump(to: time) }

    /// Does not seek, and returns `false`, because the frames of files have no dates.
    @discardableResult
    open func seek(to date: Date, completionHandler: ((Bool) -> Void)? = nil) -> Bool {
        completionHandler?(false)
        return false
    }

    /// Does not seek, and returns `false`, because the frames of files have no dates.
    @discardableResult
    open func seek(to date: Date) async -> Bool { false }

    /// Whether the item can step to a later frame: whether it has a video.
    open var canStepForward: Bool { frameDuration != nil }
    /// Whether the item can step to an earlier frame: whether it has a video.
    open var canStepBackward: Bool { frameDuration != nil }

    /// Moves the time by a number of frames; backwards if the number is negative. A frame lasts the nominal duration of the video's frames.
    /// The new time is the beginning of a frame. It is not before the item's beginning or after its end. Has no effect without a video.
    open func step(byCount stepCount: Int) {
        guard let frame = frameDuration else { return }
        let current = (currentTime().seconds / frame.seconds + 1e-6).rounded(.down)
        let index = Int32(exactly: max(0, min(current + Double(stepCount), Double(Int32.max))).rounded()) ?? 0
        _ = jump(to: CMTimeMultiply(frame, multiplier: index))
    }

    /// The nominal duration of a frame; `nil` without a video, or if it is unknown.
    private var frameDuration: CMTime? {
        guard let frame = asset.tracks(withMediaType: .video).first?.minFrameDuration else { return nil }
        return frame.isNumeric && frame > .zero ? frame : nil
    }

    private func jump(to time: CMTime) -> Bool {
        guard time.isNumeric || time.isPositiveInfinity && duration.isNumeric else { return false }
        let place = time.isNumeric ? time : duration
        change(isJump: true) { $0.moved(to: place) }
        return true
    }
}
