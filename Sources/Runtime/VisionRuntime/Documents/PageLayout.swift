import CoreGraphics

/// The layout of a page's lines.
struct PageLayout {
    /// The page; `nil` if there is neither a line nor a barcode.
    let finding: PageFinding?

    /// A part of a page, while the layout is analyzed.
    private enum Block {
        case paragraph([LayoutLine])
        case list([LayoutItem])
        case table(LayoutTable)

        var lines: [LayoutLine] {
            switch self {
            case .paragraph(let lines): lines
            case .list(let items): items.flatMap(\.allLines)
            case .table(let table): table.lines
            }
        }
    }

    /// - Parameters:
    ///   - found: the lines, in any order.
    ///   - rules: the rules of the page.
    ///   - aspectRatio: the image's width divided by its height.
    init(_ found: [RecognizedTextFinding], rules: [Rule] = [], barcodes: [BarcodeFinding], aspectRatio: Float) {
        let page = LevelCoordinates(found, aspectRatio: aspectRatio)
        let whole = found.compactMap { LayoutLine($0, in: page) }
        let grids = RuledTable.tables(rules, in: page, lineHeight: whole.map(\.height).median)
        let (free, ruled) = Self.divided(whole, by: grids, in: page)
        let lines = LineSplitter(page).lines(free)
        var (all, tables) = (lines, [] as [LayoutTable])
        for (grid, parts) in zip(grids, ruled) {
            var parts = parts
            for place in parts.indices { parts[place].id = all.count + place }
            all += parts
            if let table = grid.filled(with: parts) { tables.append(table) }
        }
        guard !all.isEmpty || !barcodes.isEmpty else {
            finding = nil
            return
        }
        let candidates = lines.chains
        let prose = Set(candidates.flatMap(ParagraphFinder(candidates).paragraphs).filter(\.isProse).joined().map(\.id))
        let listed = Self.listed(candidates, in: lines.rows)
        tables += TableFinder.tables(lines.filter { !prose.contains($0.id) && !listed.contains($0.id) })
        let inTables = Set(tables.flatMap(\.lines).map(\.id))
        let chains = lines.filter { !inTables.contains($0.id) }.chains
        let paragraphs = ParagraphFinder(chains)
        var blocks = tables.map { Block.table($0) }
        for chain in chains {
            let (lists, rest) = ListFinder(chain).parts
            blocks += lists.map { .list($0) } + rest.flatMap(paragraphs.paragraphs).map { .paragraph($0) }
        }
        blocks = ReadingOrder.order(blocks.map(\.lines.bounds)).map { blocks[$0] }
        var builder = PageBuilder(all, in: page, paragraphs, barcodes)
        let title = Self.title(blocks)
        for (place, block) in blocks.enumerated() {
            switch block {
            case .paragraph(let lines): place == title ? builder.addTitle(lines) : builder.addParagraph(lines)
            case .list(let items): builder.addList(items)
            case .table(let table): builder.addTable(table)
            }
        }
        finding = PageFinding(lines: builder.lines, barcodes: barcodes, content: builder.content, aspectRatio: aspectRatio)
    }

    /// The lines without those in tables with rules, and the lines of each of these tables. A line over several cells is split between them.
    private static func divided(
        _ lines: [LayoutLine], by tables: [RuledTable], in page: LevelCoordinates
    ) -> (free: [LayoutLine], ruled: [[LayoutLine]]) {
        var (free, ruled) = ([] as [LayoutLine], tables.map { _ in [] as [LayoutLine] })
        for line in lines {
            let areas = line.words.map { Self.area($0.box.middle, tables) }
            let starts = areas.indices.dropFirst().filter { areas[$0] != areas[$0 - 1] }
            for part in line.split(at: starts, in: page) {
                if let table = Self.area(part.words[0].box.middle, tables).first { ruled[table].append(part) } else { free.append(part) }
            }
        }
        return (free, ruled)
    }

    /// The number of the table that has a point, and the number of the area in it; empty if no table has the point.
    private static func area(_ point: CGPoint, _ tables: [RuledTable]) -> [Int] {
        tables.indices.lazy.compactMap { table in tables[table].area(at: point).map { [table, $0] } }.first ?? []
    }

    /// The lines that belong to lists. A list is left out if every item has other text beside it. The items are then the first column of a
    /// table.
    private static func listed(_ chains: [[LayoutLine]], in rows: [[LayoutLine]]) -> Set<Int> {
        let alone = Set(rows.filter { $0.count == 1 }.map { $0[0].id })
        return Set(
            chains.flatMap { ListFinder($0).parts.lists }.map { $0.flatMap(\.allLines).map(\.id) }
                .filter { !alone.isDisjoint(with: $0) }.joined())
    }

    /// The index of the title. A title is a short paragraph near the top. The title is clearly larger than the page's other lines, or has a
    /// clear distance from them.
    private static func title(_ blocks: [Block]) -> Int? {
        let down = blocks.indices.sorted { blocks[$0].lines.bounds.minY < blocks[$1].lines.bounds.minY }
        let lines = blocks.flatMap(\.lines)
        // The height of each line counts once per word, so that the page's text counts more than the text around it.
        let usual = lines.flatMap { line in line.words.map { _ in line.height } }.median
        let short = down.prefix(3).filter { place in
            if case .paragraph(let lines) = blocks[place] { return lines.count <= 3 }
            return false
        }
        let largest = short.max { blocks[$0].lines.map(\.height).median < blocks[$1].lines.map(\.height).median }
        if let largest, blocks[largest].lines.map(\.height).median > 1.3 * usual { return largest }
        guard let first = down.first, first == short.first, down.count > 1, blocks[first].lines.count == 1, lines.count > 3 else {
            return nil
        }
        return isApart(blocks[first].lines[0], from: blocks[down[1]].lines.bounds, in: lines.bounds) ? first : nil
    }

    /// Whether a line at the top of a page has a clear distance from the text below.
    private static func isApart(_ line: LayoutLine, from next: CGRect, in page: CGRect) -> Bool {
        let gap = next.minY - line.box.maxY
        let isCentered = abs(line.box.midX - page.midX) < line.height && line.box.minX > page.minX + 2 * line.height
        let isShort = line.box.width < 0.7 * page.width && !(line.text.last.map { ".,;:".contains($0) } ?? true)
        return isShort && gap > (isCentered ? 0.6 : 1.8) * line.height
    }
}

extension [LayoutLine] {
    /// Whether the lines form running text. Such lines are not cells of a column.
    fileprivate var isProse: Bool {
        let isLong = count > 2 || bounds.width > 16 * map(\.height).median
        guard count > 1, isLong, map({ CGFloat($0.words.count) }).median >= 4 else { return false }
        let letters = dropFirst().compactMap { line in line.text.first { $0.isLetter } }
        guard letters.contains(where: { $0.isCased }) else {
            return dropLast().allSatisfy { $0.box.width > 0.85 * bounds.width }
        }
        return 10 * letters.filter(\.isLowercase).count >= 3 * (count - 1)
    }
}
