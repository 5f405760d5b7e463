import CoreGraphics
import Foundation
import TestSupport
import Testing

@testable import AVFoundation

@Suite("Publishers of the properties of players and items")
struct PropertyPublisherTests {
    private final class Notes {
        var status = AVPlayerItem.Status.unknown
        var statuses: [AVPlayerItem.Status] = []
        var playing: [AVPlayer.TimeControlStatus] = []
        var items: [AVPlayerItem?] = []
        var errors: [String] = []
    }

    private let folder = try? TemporaryFolder()

    private func item() throws -> AVPlayerItem {
        let url = try #require(folder).file("v.mov")
        if !FileManager.default.fileExists(atPath: url.path) {
            try TestVideos.write(url, times: (0..<4).map { CMTime(value: $0, timescale: 20) }, codec: .jpeg)
        }
        return AVPlayerItem(url: url)
    }

    @Test("An item's publisher sends the status at once, and again only when it changes")
    func status() throws {
        let (item, notes) = (try item(), Notes())
        let sink = item.publisher(for: \.status).sink { notes.statuses.append($0) }
        item.publisher(for: \.status).receive(subscriber: Subscribers.Assign(object: notes, keyPath: \.status))
        let later = item.publisher(for: \.error, options: .new).sink { notes.errors.append($0.map { "\($0)" } ?? "none") }
        #expect(notes.statuses == [.readyToPlay] && notes.status == .readyToPlay && notes.errors.isEmpty)
        item.fail(AVError(.decodeFailed, "broken"))
        item.fail(AVError(.decodeFailed, "broken again"))
        #expect(notes.statuses == [.readyToPlay, .failed] && notes.status == .failed && notes.errors.count == 1)
        sink.cancel()
        later.cancel()
    }

    @Test("A player's publisher sends each start, stop and change of the item, until it is cancelled")
    func player() throws {
        let (first, second, notes) = (try item(), try item(), Notes())
        let player = AVPlayer(playerItem: first)
        let sinks = [
            player.publisher(for: \.timeControlStatus).sink { notes.playing.append($0) },
            player.publisher(for: \.currentItem).sink { notes.items.append($0) },
        ]
        player.isMuted = true
        player.play()
        player.rate = 0.5
        player.pause()
        #expect(notes.playing == [.paused, .playing, .paused])
        player.replaceCurrentItem(with: second)
        player.replaceCurrentItem(with: nil)
        #expect(notes.items == [first, second, nil])
        sinks.forEach { $0.cancel() }
        player.play()
        #expect(notes.playing.count == 3)
    }

    @Test("The failure of an item is the failure of its player")
    func failure() throws {
        let item = try item()
        let player = AVPlayer(playerItem: item)
        var statuses: [AVPlayer.Status] = []
        let sink = player.publisher(for: \.status, options: [.new]).sink { statuses.append($0) }
        item.fail(AVError(.decodeFailed, "broken"))
        #expect(statuses == [.failed])
        sink.cancel()
    }
}
