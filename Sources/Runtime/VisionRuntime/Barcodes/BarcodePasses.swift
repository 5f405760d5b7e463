import CoreGraphics
import Foundation

/// The passes over one plane. Cheap passes that are likely to find codes come first.
struct BarcodePasses {
    private let scanned: ScannedPlane
    private let kinds: LibraryKinds
    private let scanLines: ScanLines
    private let check: () throws -> Void

    init(plane: GrayPlane, kinds: LibraryKinds, lines: ScanLines = ScanLines(), check: @escaping () throws -> Void) {
        scanned = ScannedPlane(plane)
        self.kinds = kinds
        scanLines = lines
        self.check = check
    }

    private var plane: GrayPlane { scanned.plane }

    /// The kinds of matrix codes, without Micro QR codes: their finder pattern can crash version 1.4 of ZXing.
    private var matrix: LibraryKinds { kinds.intersection(.matrix).subtracting(.microQR) }
    private var linear: LibraryKinds { kinds.intersection(.linear) }
    private var stacked: LibraryKinds { kinds.intersection(.stacked) }

    /// Searches the unchanged plane once for all kinds.
    func first() throws -> [DecodedSymbol] {
        return try matrices(plane) + lines(scanned, LinearScan(kinds: linear, step: scanLines.step(of: plane)))
    }

    /// Runs the further passes until one of them finds symbols, and returns these symbols.
    func further() throws -> [DecodedSymbol] {
        for pass in passes {
            try check()
            let symbols = try pass()
            if !symbols.isEmpty { return symbols }
        }
        return []
    }

    private var passes: [() throws -> [DecodedSymbol]] {
        [
            { try stacks(scanned) },
            { try inverted() },
            { try lines(scanned, LinearScan(kinds: linear, step: 1)) },
            { try aztecs(scanned) + microQRs(scanned) },
            { try stretched() },
            { try reduced() },
            { try lines(scanned, scan(rows: 3, sharpening: 3, windows: 10)) },
            { try matrices(plane, .histogram) },
            { try matrices(plane.sharpened(radius: 2, amount: 2)) },
            { try lines(scanned, scan(rows: 5, sharpening: 6, windows: 20)) },
            { try enlarged() },
            { try matrices(plane.blurred(radius: 1)) },
            { try lines(scanned, scan(rows: 7, sharpening: 0, windows: 10)) },
            { try turned() },
            { try invertedRest() },
        ]
    }

    private func scan(rows: Int, sharpening: Int32, windows: Int) -> LinearScan {
        LinearScan(
            kinds: linear, treatment: .local(rows: rows, sharpening: sharpening, windows: windows), step: scanLines.step(of: plane),
            agreement: 3)
    }

    private func matrices(_ plane: GrayPlane, _ binarizer: Binarizer = .local) throws -> [DecodedSymbol] {
        try SymbolDecoder(kinds: matrix, binarizer: binarizer).symbols(in: plane)
    }

    /// Searches for linear codes along rows and along columns.
    private func lines(_ scanned: ScannedPlane, _ scan: LinearScan) throws -> [DecodedSymbol] {
        guard !scan.kinds.isEmpty else { return [] }
        var symbols = scanLines.alongRows ? try scan.symbols(in: scanned.plane, check: check) : []
        guard scanLines.alongColumns else { return symbols }
        let columns = try scanned.transposed()
        for var symbol in try scan.symbols(in: columns, check: check) {
            // A transposed picture is mirrored, so top and bottom change sides.
            let corners = symbol.corners.map { CGPoint(x: $0.y, y: $0.x) }
            symbol.corners = [corners[3], corners[2], corners[1], corners[0]]
            symbols.append(symbol)
        }
        return symbols
    }

    /// Finds codes whose rows may be stacked. ZXing reads such codes only from top to bottom, so the plane is searched in all four
    /// orientations.
    private func stacks(_ scanned: ScannedPlane) throws -> [DecodedSymbol] {
        let plane = scanned.plane
        guard !stacked.isEmpty, plane.height > 1, plane.width > 1 else { return [] }
        let decoder = SymbolDecoder(kinds: stacked, triesRotations: false)
        for turns in 0..<4 {
            let symbols = try decoder.symbols(in: scanned.turned(quarters: turns))
            if symbols.isEmpty { continue }
            return symbols.map { $0.mapped { $0.turnedBack(turns, width: plane.width, height: plane.height) } }
        }
        return []
    }

    private func inverted() throws -> [DecodedSymbol] {
        let negative = try scanned.inverted()
        let step = min(max(plane.height / 32, 1), 12)
        return try (matrices(negative.plane) + lines(negative, LinearScan(kinds: linear, step: step))).map(\.inverted)
    }

    /// Searches the inverted plane for the kinds that take longer to find.
    private func invertedRest() throws -> [DecodedSymbol] {
        let negative = try scanned.inverted()
        return try (stacks(negative) + aztecs(negative) + microQRs(negative)).map(\.inverted)
    }

    /// Searches with the contrast stretched to the full range, if the contrast is low.
    private func stretched() throws -> [DecodedSymbol] {
        guard let vivid = try plane.stretched().map(ScannedPlane.init) else { return [] }
        let symbols = try matrices(vivid.plane) + lines(vivid, LinearScan(kinds: linear, step: scanLines.step(of: plane)))
        return try symbols.isEmpty ? stacks(vivid) + aztecs(vivid) + microQRs(vivid) : symbols
    }

    /// Searches at half and at a quarter of the size, where a photo's grain disappears.
    private func reduced() throws -> [DecodedSymbol] {
        var small = plane
        var scale = 1
        while min(small.width, small.height) >= 80 {
            small = try small.halved()
            scale *= 2
            let symbols = try matrices(small)
            if !symbols.isEmpty { return symbols.map { $0.enlarged(by: scale) } }
        }
        return []
    }

    /// Reads at twice the size, where modules are few pixels wide.
    private func enlarged() throws -> [DecodedSymbol] {
        guard plane.width * plane.height <= 150_000 else { return [] }
        let margin = 8
        let large = try plane.padded(by: margin).doubled()
        let sharp = try large.sharpened(radius: 2, amount: 2)
        for candidate in [large, sharp] {
            let symbols = try SymbolDecoder(kinds: stacked).symbols(in: candidate) + matrices(candidate)
            if symbols.isEmpty { continue }
            return symbols.map { symbol in
                var symbol = symbol
                symbol.corners = symbol.corners.map {
                    CGPoint(x: ($0.x - 0.5) / 2 - CGFloat(margin), y: ($0.y - 0.5) / 2 - CGFloat(margin))
                }
                return symbol
            }
        }
        return []
    }

    /// Searches for an Aztec code around each bull's eye.
    private func aztecs(_ scanned: ScannedPlane) throws -> [DecodedSymbol] {
        let plane = scanned.plane
        guard kinds.contains(.aztec), min(plane.width, plane.height) >= 15 else { return [] }
        let finder = try BullseyeFinder(scanned, .aztec)
        return try finder.found(maximumCount: 16).compactMap {
            try AztecRectifier(SquareFitter(plane, mean: finder.mean, eye: $0)).symbol()
        }
    }

    /// Reads a Micro QR code at each finder pattern.
    private func microQRs(_ scanned: ScannedPlane) throws -> [DecodedSymbol] {
        let plane = scanned.plane
        guard kinds.contains(.microQR), min(plane.width, plane.height) >= 11 else { return [] }
        let finder = try BullseyeFinder(scanned, .microQR)
        return try finder.found(maximumCount: 16).compactMap {
            try MicroQRRectifier(SquareFitter(plane, mean: finder.mean, eye: $0)).symbol()
        }
    }

    /// Searches a rotated plane if most edges are oblique. The rotation makes these edges upright.
    private func turned() throws -> [DecodedSymbol] {
        let angle = CodeRegions(plane).direction
        guard abs(cos(angle) * sin(angle)) > 0.15, plane.width >= 24, plane.height >= 24 else { return [] }
        let (width, height) = (Double(plane.width), Double(plane.height))
        let newWidth = (abs(width * cos(angle)) + abs(height * sin(angle))).rounded(.up)
        let newHeight = (abs(width * sin(angle)) + abs(height * cos(angle))).rounded(.up)
        let map = CGAffineTransform(translationX: (width - 1) / 2, y: (height - 1) / 2).rotated(by: angle)
            .translatedBy(x: -(newWidth - 1) / 2, y: -(newHeight - 1) / 2)
        let upright = try ScannedPlane(plane.warped(width: Int(newWidth), height: Int(newHeight), map))
        let scan = LinearScan(kinds: linear, step: ScanLines().step(of: upright.plane))
        let symbols = try matrices(upright.plane) + lines(upright, scan) + stacks(upright)
        return symbols.map { $0.mapped { $0.applying(map) } }
    }
}

/// The scan lines of a plane in which linear codes are searched for.
struct ScanLines {
    var alongRows = true
    var alongColumns = true
    /// The number of scan lines across the plane's height. They are at most six pixels apart.
    var count = 64

    /// The distance between scan lines in pixels.
    func step(of plane: GrayPlane) -> Int { min(max(plane.height / count, 1), 6) }
}

extension CGPoint {
    /// The position of a point before its plane was rotated clockwise by quarter turns. `width` and `height` are the size of the plane before the
    /// rotation.
    fileprivate func turnedBack(_ turns: Int, width: Int, height: Int) -> CGPoint {
        switch turns {
        case 1: CGPoint(x: y, y: CGFloat(height - 1) - x)
        case 2: CGPoint(x: CGFloat(width - 1) - x, y: CGFloat(height - 1) - y)
        case 3: CGPoint(x: CGFloat(width - 1) - y, y: x)
        default: self
        }
    }
}

extension DecodedSymbol {
    fileprivate var inverted: DecodedSymbol {
        var inverted = self
        inverted.isInverted = true
        return inverted
    }
}
