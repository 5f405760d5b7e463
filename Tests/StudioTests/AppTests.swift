import Foundation
import TestSupport
import Testing

@testable import Studio

@Suite("Apps")
struct AppTests {
    @Test("Frames have the times of their source; times go on when a video begins anew; an invalid time is refused")
    func times() throws {
        var clock = FrameClock()
        #expect(try clock.advance(to: 5) == 5)
        #expect(try clock.advance(to: 5.5) == 5.5)
        let again = try clock.advance(to: 0)
        #expect(again > 5.5 && again < 5.6)
        #expect(abs(try clock.advance(to: 0.5) - again - 0.5) < 1e-9)
        for time in [Double.nan, .infinity, -1e300] { #expect(throws: WebFailure.self) { try clock.advance(to: time) } }
    }

    @Test("A model has the role of its inputs and outputs, and apps say which role they take")
    func roles() throws {
        let server = try Server()
        let examples = Repository.file("Examples")
        for (path, role) in [
            ("BreakfastFinder/Sources/BreakfastFinder/ObjectDetector.mlmodel", "detector"), ("ActionAndVision/Boards.mlmodel", "detector"),
        ] {
            let name = try server.add(model: examples.appendingPathComponent(path))
            let list = try JSONSerialization.jsonObject(with: server.ask("GET", "/api/models").body) as? [[String: Any]]
            #expect(list?.first { $0["id"] as? String == name }?["role"] as? String == role)
        }
        let job = try server.trainTable(TableFiles.houses(), target: "price", "linear")
        #expect(try server.wait(job, for: ["finished", "failed"])["state"] as? String == "finished")
        let own = try server.ask("GET", "/api/jobs/\(job)/model").body
        let upload = try server.upload(own, as: "Own.mlmodel")
        #expect(try server.ask("POST", "/api/models", Data(#"{"upload": "\#(upload)"}"#.utf8)).status == 201)
        let list = try JSONSerialization.jsonObject(with: server.ask("GET", "/api/models").body) as? [[String: Any]] ?? []
        #expect(list.filter { $0["role"] as? String == "rows" }.count == 2, "\(list)")
        for kind in AppKind.all { #expect(kind.models.allSatisfy { $0.role != .other }) }
    }

    @Test("An app without the model that it needs says which one")
    func models() throws {
        for (name, reason) in [("BreakfastFinder", "detector"), ("ActionAndVision", "classifier of throws")] {
            let kind = try #require(AppKind.all.first { $0.name == name })
            let error = #expect(throws: (any Error).self) { try kind.make(AppOptions()) }
            #expect("\(try #require(error))".contains(reason))
        }
    }
}
