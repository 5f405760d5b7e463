import CoreGraphics
import Testing

@testable import VisionRuntime

@Suite("The arrangement of a page")
struct PageLayoutTests {
    private static let harbour =
        "The harbour opens at six in the morning and closes after the last ferry has come in. Visitors leave their cars behind the old "
        + "warehouse and walk along the quay."
    private static let tickets =
        "Tickets are sold at the office near the gate. Children travel free of charge when they come with their parents, and dogs are "
        + "welcome on deck."

    @Test("Paragraphs end where a space follows, and what is larger above them is the title")
    func paragraphs() throws {
        var page = SketchedPage()
        page.add("Harbour Rules", x: 60, y: 40, size: 40)
        let next = page.addParagraph(Self.harbour, x: 60, y: 120, letters: 60)
        page.addParagraph(Self.tickets, x: 60, y: next + 16, letters: 60)
        let found = try #require(page.sorted)
        #expect(found.title == ["Harbour Rules"])
        #expect(found.paragraphs == [Self.harbour, Self.tickets])
        #expect(found.alignments == [.leading, .leading])
        #expect(found.text.joined(separator: " ") == "Harbour Rules " + Self.harbour + " " + Self.tickets)
        let wraps = found.finding.content.paragraphs.map { $0.lines.map { found.finding.lines[$0].wraps } }
        #expect(wraps.allSatisfy { $0.dropLast().allSatisfy { $0 } && $0.last == false })
        #expect(found.finding.lines.map(\.isTitle).filter { $0 }.count == 1)
    }

    @Test("An indented line begins a paragraph, and so does a line after a sentence that leaves room")
    func indented() throws {
        var page = SketchedPage()
        var next = page.addParagraph(Self.harbour, x: 60, y: 120, letters: 60, indentation: 30)
        next = page.addParagraph(Self.tickets, x: 60, y: next, letters: 60, indentation: 30)
        next = page.addParagraph(Self.harbour, x: 60, y: next + 80, letters: 60)
        page.addParagraph(Self.tickets, x: 60, y: next, letters: 60)
        let found = try #require(page.sorted)
        #expect(found.paragraphs == [Self.harbour, Self.tickets, Self.harbour, Self.tickets])
        // Also the first line, which is shorter than others for its indentation.
        #expect(found.finding.content.paragraphs.allSatisfy { $0.lines.dropLast().allSatisfy { found.finding.lines[$0].wraps } })
    }

    @Test("Lines of an address stay apart, and those of a sentence are joined")
    func breaks() throws {
        var page = SketchedPage()
        for (place, line) in ["Ann Miller", "12 Station Road, Upper Quay", "Old Town"].enumerated() {
            page.add(line, x: 60, y: 100 + 26 * CGFloat(place))
        }
        let found = try #require(page.sorted)
        #expect(found.paragraphs.count == 1 && found.finding.lines.allSatisfy { !$0.wraps })
    }

    @Test(
        "Lines are aligned where their ends are below each other",
        arguments: [(0.0, TextAlignment.leading), (0.5, .center), (1, .trailing)])
    func alignment(_ share: CGFloat, _ alignment: TextAlignment) throws {
        var page = SketchedPage()
        for (place, line) in ["See the boats of the bay,", "hear the gulls,", "and taste the salt of the", "sea"].enumerated() {
            page.add(line, x: 100 + share * (800 - 10 * CGFloat(line.count)), y: 100 + 26 * CGFloat(place))
        }
        #expect(try #require(page.sorted).alignments == [alignment])
    }

    @Test("Columns are read one after the other, below what stands over both", arguments: [0, 0.05, -0.06], [0, 9])
    func columns(_ turn: CGFloat, _ shift: CGFloat) throws {
        var page = SketchedPage(width: 1400, turn: turn)
        page.add("News from the Coast", x: 300, y: 40, size: 40)
        page.addParagraph(Self.harbour, x: 100, y: 140, letters: 45)
        page.addParagraph(Self.tickets, x: 640, y: 140 + shift, letters: 45)
        page.addParagraph(Self.tickets, x: 100, y: 300, letters: 45)
        page.addParagraph(Self.harbour, x: 640, y: 300 + shift, letters: 45)
        let found = try #require(page.sorted)
        #expect(found.tables.isEmpty && found.title == ["News from the Coast"])
        #expect(found.paragraphs == [Self.harbour, Self.tickets, Self.tickets, Self.harbour])
    }

    @Test(
        "Items of a list begin with markers that go on from each other",
        arguments: [
            ["•", "•", "•"], ["-", "-", "-"], ["1.", "2.", "3."], ["(1)", "(2)", "(3)"], ["a)", "b)", "c)"], ["A.", "B.", "C."],
            ["1.1", "1.2", "1.3"], ["i.", "ii.", "iii."], ["9.", "10.", "11."],
        ])
    func lists(_ markers: [String]) throws {
        var page = SketchedPage()
        let next = page.addParagraph(Self.harbour, x: 60, y: 100, letters: 60)
        let texts = ["Ropes and anchors", "Lamps for the night, with oil that", "A map of the bay"]
        page.add(markers[0] + " " + texts[0], x: 80, y: next + 14)
        page.add(markers[1] + " " + texts[1], x: 80, y: next + 40)
        page.add("lasts until dawn", x: 110, y: next + 66)
        page.add(markers[2] + " " + texts[2], x: 80, y: next + 92)
        page.addParagraph(Self.tickets, x: 60, y: next + 134, letters: 60)
        let found = try #require(page.sorted)
        let items = [texts[0], texts[1] + " lasts until dawn", texts[2]]
        #expect(found.lists == [zip(markers, items).map { $0 + "|" + $1 }])
        #expect(found.paragraphs == [Self.harbour, Self.tickets])
        #expect(found.text.contains(markers[0] + " " + texts[0]))
    }

    @Test("Lines whose markers do not follow each other are no list")
    func strayMarkers() throws {
        var page = SketchedPage()
        page.add("1. May was dry in the valley, and", x: 60, y: 100)
        page.add("12. July brought the rain back that", x: 60, y: 126)
        page.add("- so they said - had gone for good.", x: 60, y: 152)
        let found = try #require(page.sorted)
        #expect(found.lists.isEmpty && found.paragraphs.count >= 1)
    }

    @Test("A list that is indented is within the item above it")
    func nested() throws {
        var page = SketchedPage()
        let lines = ["1. Before the trip", "a) Pack", "b) Sleep", "2. On the way", "a) Sing", "b) Wave", "3. At home"]
        for (place, line) in lines.enumerated() {
            page.add(line, x: line.hasPrefix("a") || line.hasPrefix("b") ? 110 : 80, y: 100 + 26 * CGFloat(place))
        }
        let items = ["1.|Before the trip", "  a)|Pack", "  b)|Sleep", "2.|On the way", "  a)|Sing", "  b)|Wave", "3.|At home"]
        let found = try #require(page.sorted)
        #expect(found.lists == [items] && found.text == lines && found.paragraphs.isEmpty)
    }

    @Test("Rows whose cells stand below each other are a table", arguments: [false, true])
    func table(_ isOneLine: Bool) throws {
        var page = SketchedPage()
        let next = page.addParagraph(Self.harbour, x: 60, y: 60, letters: 60)
        let rows = [
            ["Route", "Days", "Ferry", "Price"], ["North", "Monday", "Albatross", "12.40"], ["South", "Friday", "Cormorant", "8.95"],
        ]
        for (number, row) in rows.enumerated() {
            let y = next + 30 + 44 * CGFloat(number)
            if isOneLine {
                // Read as one line, with gaps that are no wider than those in the rows nearby.
                let gaps = zip(row, 1...).map { ($1, CGFloat(12 - $0.count)) }
                page.add(row.joined(separator: " "), x: 60, y: y, gaps: Dictionary(uniqueKeysWithValues: gaps.map { ($0.0, $0.1) }))
            } else {
                for (place, text) in row.enumerated() { page.add(text, x: 60 + 200 * CGFloat(place), y: y) }
            }
        }
        page.addParagraph(Self.tickets, x: 60, y: next + 190, letters: 60)
        let found = try #require(page.sorted)
        let table = try #require(found.tables.first)
        #expect(found.tables.count == 1 && table.rowCount == 3 && table.columnCount == 4)
        #expect(found.cells(table) == rows.flatMap { $0 })
        #expect(found.paragraphs == [Self.harbour, Self.tickets])
        // The table is read between the paragraphs, row by row.
        #expect(found.text.firstIndex(of: "Route") == found.finding.content.paragraphs[0].lines.count)
    }

    @Test("A table below lists and paragraphs has all of its columns, and lines that do not share them are not of it")
    func mixed() throws {
        var page = SketchedPage()
        var next = page.addParagraph(Self.harbour, x: 60, y: 60, letters: 60)
        next = page.addParagraph(Self.tickets, x: 60, y: next + 16, letters: 60) + 16
        for text in ["1. Ring the bell", "2. Wait for the boat", "3. Step aboard"] {
            page.add(text, x: 60, y: next)
            next += 26
        }
        // Two places that are no columns of what follows.
        page.add("Quay 7, behind the old lighthouse", x: 60, y: next + 20)
        page.add("since 1904", x: 480, y: next + 20)
        let rows = [["Route", "Days", "Ferry"], ["North Bay", "Monday", "Albatross"], ["Old Town", "Friday", "Gull"]]
        for (number, row) in rows.enumerated() {
            for (place, text) in row.enumerated() { page.add(text, x: 60 + 200 * CGFloat(place), y: next + 60 + 40 * CGFloat(number)) }
        }
        let found = try #require(page.sorted)
        let table = try #require(found.tables.last)
        #expect(found.tables.count == 1 && found.cells(table).suffix(9) == rows.flatMap { $0 }[...])
        #expect(found.lists.map(\.count) == [3] && found.paragraphs.prefix(2) == [Self.harbour, Self.tickets])
    }

    @Test("A list beside a table is no column of it; numbers before each row are")
    func numbered() throws {
        var page = SketchedPage()
        let rows = [["North Bay", "7:15", "A"], ["Old Town", "8:40", "B"], ["Castle", "9:05", "A"], ["Station", "11:30", "C"]]
        for (number, row) in rows.enumerated() {
            for (place, text) in row.enumerated() { page.add(text, x: 500 + 180 * CGFloat(place), y: 100 + 36 * CGFloat(number)) }
        }
        var numbered = page
        for (number, name) in ["Ring", "Wait", "Step", "Sit"].enumerated() {
            page.add("\(number + 1). \(name)", x: 60, y: 172 + 26 * CGFloat(number))
            numbered.add("\(number + 1). \(name)", x: 300, y: 100 + 36 * CGFloat(number))
        }
        let found = try #require(page.sorted)
        #expect(found.tables.map(\.columnCount) == [3] && found.lists == [["1.|Ring", "2.|Wait", "3.|Step", "4.|Sit"]])
        let other = try #require(numbered.sorted)
        #expect(other.tables.map(\.columnCount) == [4] && other.lists.isEmpty)
    }

    @Test("A stroke that was read at the end of a cell is part of the table's lines")
    func strokes() throws {
        var page = SketchedPage()
        let rows = [["| Item", "Price |"], ["| Rope", "4.50"], ["Anchor", "120.00 |"], ["Oil | gas", "2.25"]]
        for (number, row) in rows.enumerated() {
            for (place, text) in row.enumerated() { page.add(text, x: 100 + 300 * CGFloat(place), y: 100 + 40 * CGFloat(number)) }
        }
        let found = try #require(page.sorted)
        let table = try #require(found.tables.first)
        #expect(found.cells(table) == ["Item", "Price", "Rope", "4.50", "Anchor", "120.00", "Oil | gas", "2.25"])
        #expect(found.text == found.cells(table))
    }

    @Test("Heads reach over the columns that they stand above, and cells halfway between two rows over both")
    func spans() throws {
        var page = SketchedPage()
        page.add("Results of the season", x: 60, y: 30, size: 36)
        page.add("Team", x: 60, y: 145)
        page.add("Matches played", x: 480, y: 130)
        let rows = [["", "Won", "Drawn", "Lost"], ["Harbour", "12", "3", "5"], ["Castle", "9", "6", "5"], ["Station", "7", "", "11"]]
        for (number, row) in rows.enumerated() {
            for (place, text) in row.enumerated() where !text.isEmpty {
                page.add(text, x: [60, 330, 530, 730][place], y: 160 + 44 * CGFloat(number))
            }
        }
        let found = try #require(page.sorted)
        let table = try #require(found.tables.first)
        #expect(found.title == ["Results of the season"] && table.rowCount == 5 && table.columnCount == 4)
        #expect(
            found.cells(table) == [
                "Team 0...1 0...0", "Matches played 0...0 1...3", "Won", "Drawn", "Lost", "Harbour", "12", "3", "5", "Castle", "9", "6",
                "5",
                "Station", "7", "", "11",
            ])
    }

    @Test("A cell's second line belongs to the cell, and numbers under a head that begins elsewhere belong to its column")
    func cells() throws {
        var page = SketchedPage()
        let rows = [("Goods", "Price"), ("Apples from the", "2.40"), ("Bread", "113.95"), ("Milk", "1.10")]
        var y: CGFloat = 100
        for (number, row) in rows.enumerated() {
            page.add(row.0, x: 60, y: y)
            page.add(row.1, x: number == 0 ? 400 : 480 - 10 * CGFloat(row.1.count), y: y)
            if number == 1 { page.add("north", x: 60, y: y + 24) }
            y += number == 1 ? 70 : 46
        }
        let found = try #require(page.sorted)
        let table = try #require(found.tables.first)
        #expect(
            found.cells(table) == ["Goods", "Price", "Apples from the north", "2.40", "Bread", "113.95", "Milk", "1.10"])
        #expect(table.cells.last?.content.text.alignment == .trailing)
    }

    @Test("A page that is read from right to left has its columns from right to left")
    func rightToLeft() throws {
        var page = SketchedPage(language: "he-IL")
        page.add("שלום לכולם היום", x: 900, y: 100, isMirrored: true)
        page.add("ומה שלומך אתה", x: 900, y: 126, isMirrored: true)
        page.add("בוקר", x: 400, y: 100, isMirrored: true)
        page.add("טוב מאוד", x: 400, y: 126, isMirrored: true)
        let found = try #require(page.sorted)
        #expect(found.text == ["שלום לכולם היום", "ומה שלומך אתה", "בוקר", "טוב מאוד"])
        #expect(found.alignments == [.leading, .leading])
    }

    @Test("Pages without lines, and odd ones, are arranged too")
    func odd() throws {
        #expect(SketchedPage().sorted == nil)
        var page = SketchedPage()
        page.add("alone", x: 10, y: 10)
        #expect(try #require(page.sorted).paragraphs == ["alone"])
        page.add("alone", x: 10, y: 10)
        page.add("  ", x: 10, y: 40)
        page.add("•", x: 10, y: 60)
        page.add("tall", x: 300, y: 0, size: 999)
        #expect(try #require(page.sorted).text.count == 4)
        var upsideDown = SketchedPage(turn: .pi)
        upsideDown.addParagraph(Self.harbour, x: 60, y: 100, letters: 50)
        #expect(try #require(upsideDown.sorted).paragraphs == [Self.harbour])
    }

    @Test("A page of 5,000 words is arranged quickly")
    func large() throws {
        var page = SketchedPage(width: 4000, height: 9000)
        var y: CGFloat = 40
        let text = Self.harbour + " " + Self.tickets
        let count = 5000 / text.split(separator: " ").count
        for _ in 0..<count { y = page.addParagraph(text, x: 60, y: y, letters: 120) + 20 }
        let clock = ContinuousClock()
        let start = clock.now
        let found = try #require(page.sorted)
        #expect(found.paragraphs == Array(repeating: text, count: count))
        #expect(clock.now - start < .seconds(10))
    }

    @Test("A large table has all of its cells")
    func largeTable() throws {
        var page = SketchedPage(width: 2000, height: 3000)
        for place in 0..<600 {
            page.add("cell \(place)", x: 50 + 150 * CGFloat(place % 12), y: 40 + 50 * CGFloat(place / 12))
        }
        let found = try #require(page.sorted)
        let table = try #require(found.tables.first)
        #expect(found.tables.count == 1 && table.rowCount == 50 && table.columnCount == 12)
        #expect(found.cells(table) == (0..<600).map { "cell \($0)" })
    }

    @Test("Rules divide a table, also one with little text, on a page that is turned", arguments: [0, 0.05])
    func ruled(_ turn: CGFloat) throws {
        var page = SketchedPage(turn: turn)
        page.add("Seats", x: 60, y: 30, size: 36)
        for (place, text) in ["4", "8", "15"].enumerated() { page.add(text, x: 120 + 100 * CGFloat(place), y: 210) }
        page.addRules(rows: [150, 200, 250, 300], columns: [100, 200, 300, 400, 500])
        let next = page.addParagraph(Self.harbour, x: 60, y: 400, letters: 60)
        page.addParagraph(Self.tickets, x: 60, y: next + 16, letters: 60)
        let found = try #require(page.sorted)
        let table = try #require(found.tables.first)
        #expect(found.tables.count == 1 && table.rowCount == 3 && table.columnCount == 4)
        #expect(found.cells(table) == ["", "", "", "", "4", "8", "15", "", "", "", "", ""])
        #expect(found.title == ["Seats"] && found.paragraphs == [Self.harbour, Self.tickets])
        let box = CGRect(around: table.outline)
        let slack = 0.01 + 0.5 * turn
        #expect(turn > 0 || abs(box.minX - 0.1) < slack && abs(box.maxX - 0.5) < slack && abs(box.maxY - 0.85) < slack)
        #expect(abs(box.width - 0.4) < slack && abs(box.height - 0.15) < slack)
    }

    @Test("Where no rule is between two positions they are one cell, and a line over several cells is divided")
    func ruledSpans() throws {
        var page = SketchedPage()
        for y in [150, 200, 250] as [CGFloat] { page.addRule(from: (100, y), to: (700, y)) }
        // The lower row ends in a cell of two columns, and the first column has no rule between its last two rows.
        page.addRule(from: (300, 300), to: (700, 300))
        page.addRule(from: (100, 350), to: (700, 350))
        for x in [100, 300, 700] as [CGFloat] { page.addRule(from: (x, 150), to: (x, 350)) }
        page.addRule(from: (500, 150), to: (500, 300))
        page.add("Boat Monday Sunday", x: 110, y: 165, gaps: [1: 14, 2: 13])
        page.add("Tern 4 6", x: 110, y: 215, gaps: [1: 16, 2: 18])
        page.add("Gull", x: 110, y: 290)
        page.add("7", x: 310, y: 265)
        page.add("9", x: 510, y: 265)
        page.add("not on holidays, and never in winter", x: 310, y: 315)
        let found = try #require(page.sorted)
        let table = try #require(found.tables.first)
        #expect(found.tables.count == 1 && table.rowCount == 4 && table.columnCount == 3)
        #expect(
            found.cells(table) == [
                "Boat", "Monday", "Sunday", "Tern", "4", "6", "Gull 2...3 0...0", "7", "9",
                "not on holidays, and never in winter 3...3 1...2",
            ])
    }

    @Test("Rules that enclose no cells, and grids without text, are no tables")
    func otherRules() throws {
        var page = SketchedPage()
        page.addParagraph(Self.harbour, x: 60, y: 120, letters: 60)
        page.addRules(rows: [600, 650, 700], columns: [100, 200, 300])
        page.addRules(rows: [100, 300], columns: [40, 700])
        page.addRule(from: (60, 400), to: (700, 400))
        page.addRule(from: (300, 350), to: (300, 450))
        let found = try #require(page.sorted)
        #expect(found.tables.isEmpty && found.paragraphs == [Self.harbour])
    }

    @Test("Lines at random places are each read once, and the cells of a table cover the table")
    func anything() throws {
        var state: UInt64 = 88_172_645_463_325_252
        func random(_ count: Int) -> Int {
            // Marsaglia's xorshift.
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(state % UInt64(count))
        }
        let texts = ["alpha", "1.", "2. beta gamma", "• delta", "12.40", "a) epsilon", "zeta eta theta iota kappa.", "Lambda mu"]
        var tableCount = 0
        for _ in 0..<150 {
            var page = SketchedPage(turn: CGFloat(random(5)) * 0.02)
            for _ in 0...random(30) {
                // On a coarse grid, so that there are rows and columns.
                let (x, y) = (60 + 180 * CGFloat(random(5)), 60 + 12 * CGFloat(random(30)))
                page.add(texts[random(texts.count)], x: x, y: y, size: random(9) == 0 ? 30 : 18)
            }
            for _ in 0..<random(2) * random(30) {
                let (x, y) = (40 + 90 * CGFloat(random(8)), 40 + 48 * CGFloat(random(9)))
                let length = 100 * CGFloat(1 + random(6))
                page.addRule(from: (x, y), to: random(2) == 0 ? (x + length, y) : (x, y + length))
            }
            let found = try #require(page.sorted)
            let letters = { (texts: [String]) in texts.joined().filter { $0 != " " }.sorted() }
            let ids = found.finding.content.text.lines
            let strings = page.lines.map { $0.candidates[0].string }
            #expect(Set(ids).count == ids.count && letters(found.text) == letters(strings))
            for table in found.tables {
                let places = table.cells.flatMap { cell in cell.rows.flatMap { row in cell.columns.map { row * table.columnCount + $0 } } }
                #expect(places.sorted() == Array(0..<table.rowCount * table.columnCount))
                #expect(table.cells.allSatisfy { $0.content.outline.count == 4 })
            }
            tableCount += found.tables.count
        }
        #expect(tableCount > 20)
    }
}
