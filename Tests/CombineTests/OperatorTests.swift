import Combine
import Testing

@Suite("Combine: operators")
struct OperatorTests {
    private let numbers = (1...6).publisher

    @Test("Operators on single values change, choose and end as their names say")
    func values() {
        #expect(numbers.map { $0 * 2 }.filter { $0 > 6 }.recorded() == ["8", "10", "12", "end"])
        #expect(numbers.compactMap { $0 % 2 == 0 ? "\($0)" : nil }.recorded() == ["2", "4", "6", "end"])
        #expect(numbers.scan(0, +).recorded() == ["1", "3", "6", "10", "15", "21", "end"])
        #expect(numbers.dropFirst(4).recorded() == ["5", "6", "end"])
        #expect(numbers.drop { $0 < 5 }.recorded() == ["5", "6", "end"])
        #expect(numbers.prefix(2).recorded() == ["1", "2", "end"])
        #expect(numbers.prefix { $0 < 3 }.recorded() == ["1", "2", "end"])
        #expect(numbers.first().recorded() == ["1", "end"])
        #expect(numbers.first { $0 > 4 }.recorded() == ["5", "end"])
        #expect(numbers.output(at: 2).recorded() == ["3", "end"])
        #expect([1, 1, 2, 1, 1].publisher.removeDuplicates().recorded() == ["1", "2", "1", "end"])
        #expect([1, nil, 3].publisher.replaceNil(with: 7).recorded() == ["1", "7", "3", "end"])
        #expect(["a", "bcd"].publisher.map(\.count).recorded() == ["1", "3", "end"])
    }

    @Test("A program may name the publishers of the operators on single values, and make them itself")
    func named() {
        func even<P: Publisher>(_ publisher: P) -> Publishers.Filter<P> where P.Output == Int { publisher.filter { $0 % 2 == 0 } }
        func words<P: Publisher>(_ publisher: P) -> Publishers.Map<P, String> where P.Output == Int { publisher.map { "<\($0)>" } }
        func small<P: Publisher>(_ publisher: P) -> Publishers.TryMap<P, Int> where P.Output == Int {
            publisher.tryMap { if $0 > 3 { throw Broken(number: $0) } else { $0 } }
        }
        #expect(words(even(numbers)).recorded() == ["<2>", "<4>", "<6>", "end"])
        #expect(small(numbers).recorded() == ["1", "2", "3", "Broken(number: 4)"])
        let halves: Publishers.CompactMap<Publishers.Sequence<ClosedRange<Int>, Never>, Int> = numbers.compactMap {
            $0 % 3 == 0 ? $0 / 3 : nil
        }
        #expect(halves.recorded() == ["1", "2", "end"] && halves.transform(9) == 3)
        let made = Publishers.TryFilter(upstream: numbers) { if $0 > 4 { throw Broken(number: $0) } else { $0 > 2 } }
        #expect(made.recorded() == ["3", "4", "Broken(number: 5)"])
        let tried = Publishers.TryCompactMap(upstream: numbers) { if $0 > 2 { throw Broken(number: $0) } else { $0 == 1 ? nil : $0 } }
        #expect(tried.recorded() == ["2", "Broken(number: 3)"])
    }

    @Test("Operators that sum up send one value at the end, and none after an error")
    func totals() {
        #expect(numbers.reduce(0, +).recorded() == ["21", "end"])
        #expect(numbers.collect().recorded() == ["[1, 2, 3, 4, 5, 6]", "end"])
        #expect(numbers.collect(4).recorded() == ["[1, 2, 3, 4]", "[5, 6]", "end"])
        #expect(numbers.last().recorded() == ["6", "end"])
        #expect(numbers.count().recorded() == ["6", "end"])
        #expect(numbers.min().recorded() + numbers.max().recorded() == ["1", "end", "6", "end"])
        #expect(numbers.contains(3).recorded() == ["true", "end"])
        #expect(numbers.allSatisfy { $0 < 6 }.recorded() == ["false", "end"])
        #expect(numbers.ignoreOutput().recorded() == ["end"])
        #expect(Empty<Int, Never>().replaceEmpty(with: 3).recorded() == ["3", "end"])
        #expect(numbers.tryReduce(0) { if $1 == 4 { throw Broken() } else { $0 + $1 } }.recorded() == ["Broken(number: 0)"])
        #expect(numbers.setFailureType(to: Broken.self).append(Fail(error: Broken())).collect().recorded() == ["Broken(number: 0)"])
    }

    @Test("Thrown errors end a publisher, and are replaced, caught, changed and tried again")
    func errors() {
        let broken = numbers.tryMap { value -> Int in if value == 3 { throw Broken(number: 3) } else { value } }
        #expect(broken.recorded() == ["1", "2", "Broken(number: 3)"])
        #expect(broken.replaceError(with: 0).recorded() == ["1", "2", "0", "end"])
        #expect(broken.catch { _ in Just(9) }.recorded() == ["1", "2", "9", "end"])
        #expect(broken.mapError { _ in Broken(number: 5) }.recorded() == ["1", "2", "Broken(number: 5)"])
        #expect(broken.tryCatch { _ -> Just<Int> in throw Broken(number: 6) }.recorded() == ["1", "2", "Broken(number: 6)"])
        #expect(broken.retry(1).recorded() == ["1", "2", "1", "2", "Broken(number: 3)"])
        #expect(numbers.assertNoFailure().count().recorded() == ["6", "end"])
    }

    @Test("Unmet demand goes on to the publisher that replaces a failed one")
    func demandAfterErrors() {
        let asker = Asker<Int, Never>()
        [1, 2].publisher.setFailureType(to: Broken.self).append(Fail(error: Broken())).catch { _ in (10...20).publisher }
            .subscribe(asker)
        asker.ask(1)
        #expect(asker.values == [1])
        asker.ask(3)
        #expect(asker.values == [1, 2, 10, 11])
    }

    @Test("Several publishers are merged, joined, followed and flattened")
    func combining() {
        let (a, b) = (PassthroughSubject<Int, Broken>(), PassthroughSubject<Int, Broken>())
        let log = Log()
        let sinks = [
            a.merge(with: b).sink(receiveCompletion: { log.add("merge \($0)") }, receiveValue: { log.add("merge \($0)") }),
            a.zip(b).sink(receiveCompletion: { log.add("zip \($0)") }, receiveValue: { log.add("zip \($0)") }),
            Publishers.CombineLatest(a, b).sink(
                receiveCompletion: { log.add("latest \($0)") }, receiveValue: { log.add("latest \($0)") }),
        ]
        a.send(1)
        a.send(2)
        b.send(3)
        a.send(completion: .finished)
        #expect(log.all == ["merge 1", "merge 2", "merge 3", "zip (1, 3)", "latest (2, 3)"])
        b.send(4)
        #expect(log.all.dropFirst(5) == ["merge 4", "zip (2, 4)", "zip finished", "latest (2, 4)"])
        b.send(completion: .finished)
        #expect(log.all.suffix(2) == ["merge finished", "latest finished"])
        sinks.forEach { $0.cancel() }
        #expect([1, 2].publisher.append(3, 4).prepend(0).recorded() == ["0", "1", "2", "3", "4", "end"])
        #expect(numbers.prefix(2).flatMap { [$0, $0 * 10].publisher }.recorded() == ["1", "10", "2", "20", "end"])
        #expect(Publishers.MergeMany([Just(1), Just(2)]).recorded() == ["1", "2", "end"])
    }

    @Test("Three and four publishers are joined like two, by operators and by their types")
    func combiningMore() {
        let subjects = (0..<4).map { _ in PassthroughSubject<Int, Broken>() }
        let (a, b, c, d) = (subjects[0], subjects[1], subjects[2], subjects[3])
        let log = Log()
        func note<P: Publisher>(_ name: String, _ publisher: P) -> AnyCancellable where P.Failure == Broken {
            publisher.sink(receiveCompletion: { log.add("\(name) \($0)") }, receiveValue: { log.add("\(name) \($0)") })
        }
        let sinks = [
            note("latest3", Publishers.CombineLatest3(a, b, c)), note("latest4", Publishers.CombineLatest4(a, b, c, d)),
            note("sum3", a.combineLatest(b, c) { $0 + $1 + $2 }), note("sum4", a.combineLatest(b, c, d) { $0 + $1 + $2 + $3 }),
            note("zip3", Publishers.Zip3(a, b, c)), note("zip4", Publishers.Zip4(a, b, c, d)),
            note("product3", a.zip(b, c) { $0 * $1 * $2 }), note("product4", a.zip(b, c, d) { $0 * $1 * $2 * $3 }),
        ]
        for (number, subject) in subjects.enumerated() { subject.send(number + 1) }
        let first = ["latest3 (1, 2, 3)", "sum3 6", "zip3 (1, 2, 3)", "product3 6"]
        #expect(log.all == first + ["latest4 (1, 2, 3, 4)", "sum4 10", "zip4 (1, 2, 3, 4)", "product4 24"])
        // The latest values are joined at each value, and pairs only when all have another one.
        b.send(20)
        #expect(log.all.dropFirst(8) == ["latest3 (1, 20, 3)", "latest4 (1, 20, 3, 4)", "sum3 24", "sum4 28"])
        d.send(completion: .failure(Broken()))
        #expect(log.all.dropFirst(12).map { $0.prefix { $0 != " " } } == ["latest4", "sum4", "zip4", "product4"])
        sinks.forEach { $0.cancel() }
        #expect(Publishers.Merge3(Just(1), Just(2), Just(3)).recorded() == ["1", "2", "3", "end"])
        #expect(Publishers.Merge4(Just(1), Just(2), Just(3), Just(4)).recorded() == ["1", "2", "3", "4", "end"])
    }

    @Test("The latest publisher alone is heard after a switch")
    func switching() {
        let publishers = PassthroughSubject<PassthroughSubject<Int, Never>, Never>()
        let (first, second, log) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>(), Log())
        let sink = publishers.switchToLatest().sink(receiveCompletion: { log.add("\($0)") }, receiveValue: { log.add("\($0)") })
        publishers.send(first)
        first.send(1)
        publishers.send(second)
        first.send(2)
        second.send(3)
        publishers.send(completion: .finished)
        second.send(4)
        second.send(completion: .finished)
        #expect(log.all == ["1", "3", "4", "finished"])
        sink.cancel()
    }

    @Test("A subscriber gets only as many values as it asks for, through every kind of operator")
    func demand() {
        let made: [AnyPublisher<Int, Never>] = [
            numbers.eraseToAnyPublisher(), numbers.map { $0 }.eraseToAnyPublisher(),
            numbers.filter { $0 % 2 == 1 }.eraseToAnyPublisher(), numbers.flatMap { Just($0) },
            numbers.merge(with: numbers), numbers.zip(numbers) { a, _ in a }, numbers.append(7),
            numbers.receive(on: ImmediateScheduler.shared), numbers.scan(0, +), numbers.removeDuplicates(),
        ]
        for publisher in made {
            let asker = Asker<Int, Never>()
            publisher.subscribe(asker)
            #expect(asker.values.isEmpty)
            asker.ask(2)
            #expect(asker.values.count == 2)
            asker.ask(1)
            #expect(asker.values.count == 3)
            asker.subscription?.cancel()
            asker.ask(5)
            #expect(asker.values.count == 3)
            #expect(asker.end == nil)
        }
        let total = Asker<Int, Never>()
        numbers.reduce(0, +).subscribe(total)
        #expect(total.values.isEmpty)
        total.ask(1)
        #expect(total.values == [21])
    }

    @Test("Events are seen and printed in their order")
    func events() {
        final class Lines: TextOutputStream, @unchecked Sendable {
            var text = ""
            func write(_ string: String) { text += string }
        }
        let (lines, log) = (Lines(), Log())
        _ = [1, 2].publisher.print("p", to: lines).handleEvents(receiveOutput: { log.add("\($0)") }).recorded()
        #expect(
            lines.text.split(separator: "\n").dropFirst() == [
                "p: request unlimited", "p: receive value: (1)", "p: receive value: (2)", "p: receive finished",
            ])
        #expect(log.all == ["1", "2"])
    }

    @Test("One subscription is shared from the first to the last subscriber")
    func sharing() {
        let (subject, log) = (PassthroughSubject<Int, Never>(), Log())
        let shared = subject.handleEvents(receiveSubscription: { _ in log.add("begin") }, receiveCancel: { log.add("cancel") }).share()
        let first = shared.sink { log.add("first \($0)") }
        let second = shared.sink { log.add("second \($0)") }
        subject.send(1)
        first.cancel()
        subject.send(2)
        second.cancel()
        #expect(log.all == ["begin", "first 1", "second 1", "second 2", "cancel"])
        let connectable = [5].publisher.makeConnectable()
        let third = connectable.sink { log.add("third \($0)") }
        #expect(!log.all.contains("third 5"))
        let connection = connectable.connect()
        #expect(log.all.last == "third 5")
        connection.cancel()
        third.cancel()
    }
}
