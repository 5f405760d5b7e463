import CoreGraphics
import Testing

/// Names of Combine in a file that does not import it: on Apple's platforms, Foundation hands them on.
@Suite("Combine without an import of Combine")
struct ObservableObjectTests {
    private final class Counter: ObservableObject {
        @Published var count = 0
    }

    @Test("An object announces its changes to a file that imports another framework")
    func changes() {
        let counter = Counter()
        var (values, announcements): ([Int], Int) = ([], 0)
        var cancellables: Set<AnyCancellable> = []
        counter.$count.sink { values.append($0) }.store(in: &cancellables)
        counter.objectWillChange.sink { announcements += 1 }.store(in: &cancellables)
        counter.count = 2
        counter.count = 5
        #expect(values == [0, 2, 5] && announcements == 2)
    }
}
