import CoreGraphics

/// Reads the barcodes in a luminance plane.
///
/// Codes that are easy to read cost one pass over the plane. If the first pass finds nothing, costlier passes follow. Costlier passes also
/// search each part of the plane that looks like a code and lies outside of all found codes.
package struct BarcodeReader: Sendable {
    /// The kinds to look for.
    package var kinds: Set<BarcodeKind>

    package init(kinds: Set<BarcodeKind> = Set(BarcodeKind.readable)) {
        self.kinds = kinds
    }

    /// The findings, from the top of the plane to its bottom.
    ///
    /// - Parameter check: called every few milliseconds. An error that it throws ends the reading.
    /// - Throws: `VisionFailure`, `ImageError` if there is no memory, and the errors of `check`.
    package func read(_ plane: GrayPlane, check: @escaping () throws -> Void = {}) throws -> [BarcodeFinding] {
        let library = kinds.reduce(into: LibraryKinds()) { $0.formUnion($1.library) }.intersection(.supported)
        guard !library.isEmpty else { return [] }
        let symbols = try BarcodeSearch(plane: plane, kinds: library, check: check).symbols()
        return symbols.compactMap { symbol in
            let symbol = symbol.withRightCorners(in: plane)
            return BarcodeFinding(symbol, kinds: kinds, descriptor: BarcodeDescriptor(symbol, in: plane))
        }.sorted { ($0.corners[0].y, $0.corners[0].x) < ($1.corners[0].y, $1.corners[0].x) }
    }
}

/// The search of a plane.
private struct BarcodeSearch {
    let plane: GrayPlane
    let kinds: LibraryKinds
    let check: () throws -> Void

    /// The maximum number of pixels of a plane that is searched as a whole at full size. A larger plane is searched at half its size, and in parts at
    /// full size.
    private static let maximumPixelCount = 3_000_000
    /// The maximum number of pixels of a plane that the costlier passes search as a whole at full size.
    private static let fewPixels = 1_000_000

    func symbols() throws -> [DecodedSymbol] {
        let base = try plane.reduced(to: Self.maximumPixelCount)
        let passes = passes(over: base.plane)
        var found = Found(plane: plane)
        try found.add(passes.first(), scale: base.scale)
        let isSmall = base.plane.width * base.plane.height <= Self.fewPixels
        if isSmall, found.isEmpty { try found.add(passes.further(), scale: base.scale) }
        // A small plane has already been searched with all passes, in all its pixels.
        if !isSmall || base.scale > 1 || !found.isEmpty {
            try lookAtRest(base, harder: isSmall && base.scale == 1 ? 0 : Self.fewPixels * 3 / 10, &found)
        }
        if !isSmall, found.isEmpty {
            let small = try base.plane.reduced(to: Self.fewPixels)
            try found.add(self.passes(over: small.plane).further(), scale: base.scale * small.scale)
        }
        return found.symbols
    }

    private func passes(over plane: GrayPlane) -> BarcodePasses { BarcodePasses(plane: plane, kinds: kinds, check: check) }

    /// Searches at full size the regions that look like codes and that no found code covers.
    ///
    /// - Parameter harder: the number of pixels that the costlier passes may search if the first pass finds nothing.
    private func lookAtRest(_ base: ReducedPlane, harder: Int, _ found: inout Found) throws {
        let (scale, base) = (base.scale, base.plane)
        guard base.width >= 24, base.height >= 24 else { return }
        // At most two planes' worth of pixels are searched again, so that a page of text costs no more than a few passes.
        var budget = 2 * Self.maximumPixelCount
        var harder = harder
        // Rotating a region takes longer than searching it, so oblique regions have a smaller budget.
        var oblique = Self.maximumPixelCount / 2
        for region in CodeRegions(base).found(maximumCount: 512) where !found.explains(region, scale: scale) {
            if region.isOblique, case let cost = region.uprightPixels(scale: scale), cost <= oblique {
                oblique -= cost
                let (upright, map) = try region.upright(in: plane, scale: scale)
                let symbols = try passes(over: upright).first()
                found.add(symbols.map { $0.mapped { $0.applying(map) } })
                if !symbols.isEmpty { continue }
            }
            let margin = 8 + max(region.width, region.height) / 8
            let left = max(region.x - margin, 0) * scale
            let top = max(region.y - margin, 0) * scale
            let width = min(region.x + region.width + margin, base.width) * scale - left
            let height = min(region.y + region.height + margin, base.height) * scale - top
            // A part that fills the base has been searched already.
            guard scale > 1 || width * height < base.width * base.height * 7 / 10 else { continue }
            // Even the search of a small part takes some time.
            let cost = width * height + 20_000
            guard budget >= cost else { continue }
            budget -= cost
            let part = plane.part(x: left, y: top, width: min(width, plane.width - left), height: min(height, plane.height - top))
            var symbols = try BarcodePasses(plane: part, kinds: kinds, lines: region.scanLines, check: check).first()
            if symbols.isEmpty {
                // A large code has large modules.
                let small = try part.reduced(to: Self.fewPixels / 4)
                let count = small.plane.width * small.plane.height
                guard harder >= count else { continue }
                harder -= count
                let likely = kinds.subtracting(region.coherence < 0.35 ? .linear : region.coherence > 0.8 ? .matrix : [])
                let passes = BarcodePasses(plane: small.plane, kinds: likely, lines: region.scanLines, check: check)
                symbols = try passes.further().map { $0.enlarged(by: small.scale) }
            }
            found.add(symbols, x: left, y: top)
        }
    }
}

/// A plane, reduced by a whole factor.
private struct ReducedPlane {
    var plane: GrayPlane
    /// The number of pixels of the original plane that become one pixel, in x and in y.
    var scale: Int
}

extension GrayPlane {
    /// The plane, halved until it has at most `maximumPixelCount` pixels.
    fileprivate func reduced(to maximumPixelCount: Int) throws -> ReducedPlane {
        var reduced = ReducedPlane(plane: self, scale: 1)
        while reduced.plane.width * reduced.plane.height > maximumPixelCount, min(reduced.plane.width, reduced.plane.height) >= 2 {
            reduced = try ReducedPlane(plane: reduced.plane.halved(), scale: 2 * reduced.scale)
        }
        return reduced
    }
}

extension DecodedSymbol {
    /// Converts the corners from pixels of a reduced plane to pixels of the original plane. The middle of a reduced pixel is the middle of the
    /// pixels that it was made from.
    func enlarged(by scale: Int) -> DecodedSymbol {
        let shift = CGFloat(scale - 1) / 2
        return mapped { CGPoint(x: $0.x * CGFloat(scale) + shift, y: $0.y * CGFloat(scale) + shift) }
    }

    /// The symbol with its corners moved by a map.
    func mapped(_ map: (CGPoint) -> CGPoint) -> DecodedSymbol {
        var symbol = self
        symbol.corners = corners.map(map)
        return symbol
    }
}

/// The codes found so far, without duplicates.
private struct Found {
    /// The plane in whose pixels the corners are given.
    let plane: GrayPlane
    private(set) var symbols = [DecodedSymbol]()

    var isEmpty: Bool { symbols.isEmpty }

    mutating func add(_ new: [DecodedSymbol], scale: Int = 1, x: Int = 0, y: Int = 0) {
        for symbol in new {
            let symbol = symbol.enlarged(by: scale).mapped { CGPoint(x: $0.x + CGFloat(x), y: $0.y + CGFloat(y)) }
            guard !symbols.contains(where: { Self.isSame($0, symbol) || Self.isFragment(symbol, of: $0) }) else { continue }
            if let (index, whole) = continuation(symbol) {
                symbols[index] = whole
            } else {
                symbols.append(symbol)
            }
        }
    }

    /// The linear code found earlier that `symbol` continues: its index, and the symbol that joins both.
    private func continuation(_ symbol: DecodedSymbol) -> (Int, DecodedSymbol)? {
        for (index, found) in symbols.enumerated() {
            if let whole = found.joined(with: symbol, in: plane) { return (index, whole) }
        }
        return nil
    }

    /// Whether two symbols are readings of the same code. Either they have the same message and touch each other, or more than half of the smaller
    /// one lies within the other. In the second case the messages may differ.
    private static func isSame(_ one: DecodedSymbol, _ other: DecodedSymbol) -> Bool {
        let (first, second) = (bounds(one), bounds(other))
        guard first.intersects(second) else { return false }
        if one.kind == other.kind, one.text == other.text { return true }
        let common = first.intersection(second)
        return common.width * common.height > 0.5 * min(first.width * first.height, second.width * second.height)
    }

    /// Whether the reading `few` is only a fragment of the reading `many`. A fragment lies along `many`, and has at most a quarter of the
    /// scan lines.
    private static func isFragment(_ few: DecodedSymbol, of many: DecodedSymbol) -> Bool {
        guard few.lineCount > 0, many.lineCount >= 4 * few.lineCount else { return false }
        let (part, whole) = (bounds(few), bounds(many))
        let length = max(part.width, part.height)
        let common = part.insetBy(dx: -0.5 * length, dy: -0.5 * length).intersection(whole)
        return !common.isNull && max(common.width, common.height) > 0.8 * length
    }

    private static func bounds(_ symbol: DecodedSymbol) -> CGRect {
        let middles = CGRect(around: symbol.corners)
        return CGRect(x: middles.minX, y: middles.minY, width: middles.width + 1, height: middles.height + 1)
    }

    /// Whether a code that was found covers most of a region of the reduced plane.
    func explains(_ region: CodeRegion, scale: Int) -> Bool {
        let rectangle = CGRect(
            x: region.x * scale, y: region.y * scale, width: region.width * scale, height: region.height * scale)
        let covered = symbols.reduce(0) { sum, symbol in
            let common = Self.bounds(symbol).insetBy(dx: -8, dy: -8).intersection(rectangle)
            return common.isNull ? sum : sum + common.width * common.height
        }
        return covered >= 0.4 * rectangle.width * rectangle.height
    }
}
