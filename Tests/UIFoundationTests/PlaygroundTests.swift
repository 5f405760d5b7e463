import PlaygroundSupport
import Testing

private struct Shown: PlaygroundLiveViewable {
    let name: String
}

@Suite("The page of a playground", .serialized)
struct PlaygroundTests {
    @Test("The page keeps what the program sets")
    func page() {
        #expect(!PlaygroundPage.current.needsIndefiniteExecution && PlaygroundPage.current.liveView == nil)
        PlaygroundPage.current.needsIndefiniteExecution = true
        PlaygroundPage.current.liveView = Shown(name: "a")
        #expect(PlaygroundPage.current.needsIndefiniteExecution && (PlaygroundPage.current.liveView as? Shown)?.name == "a")
        PlaygroundPage.current.needsIndefiniteExecution = false
        PlaygroundPage.current.liveView = nil
    }

    @Test("The program ends with the page")
    func end() async {
        await #expect(processExitsWith: .success) { PlaygroundPage.current.finishExecution() }
    }
}
