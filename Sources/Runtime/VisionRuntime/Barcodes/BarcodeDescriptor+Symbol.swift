import CoreGraphics
import Foundation

extension BarcodeDescriptor {
    /// The codewords that ZXing returns, completed with values read from the plane.
    ///
    /// - Returns: `nil` for kinds without a descriptor, and if the plane does not show the code well enough.
    init?(_ symbol: DecodedSymbol, in plane: GrayPlane) {
        guard symbol.corners.count == 4, symbol.kind == .pdf417 || !symbol.codewords.isEmpty else { return nil }
        switch symbol.kind {
        case .qr: self.init(qr: symbol, in: plane)
        case .aztec: self.init(aztec: symbol, in: plane)
        case .dataMatrix: self.init(dataMatrix: symbol)
        case .pdf417: self.init(pdf417: symbol, in: plane)
        default: return nil
        }
    }

    /// The descriptor of a QR code. The version follows from the number of data codewords, the mask from the format information.
    private init?(qr symbol: DecodedSymbol, in plane: GrayPlane) {
        guard let level = QRFormat.Level(rawValue: symbol.errorCorrection),
            let version = QRFormat.version(codewordCount: symbol.codewords.count, level: level),
            let grid = BarcodeGrid(plane, corners: symbol.corners, isInverted: symbol.isInverted),
            let mask = QRFormat.mask(in: grid, version: version, level: level)
        else { return nil }
        self = .qr(codewords: symbol.codewords, version: version, mask: mask, level: level.rawValue)
    }

    private init?(aztec symbol: DecodedSymbol, in plane: GrayPlane) {
        guard let grid = BarcodeGrid(plane, corners: symbol.corners, isInverted: symbol.isInverted) else { return nil }
        let bits = symbol.codewords.prefixBits(symbol.codewordBitCount)
        guard let (layout, words) = AztecLayout.best(for: bits, in: grid) else { return nil }
        let codewords = Data(bits: words.flatMap { word in (0..<layout.wordSize).reversed().map { word >> $0 & 1 == 1 } })
        self = .aztec(codewords: codewords, isCompact: layout.isCompact, layerCount: layout.layers, codewordCount: words.count)
    }

    private init?(pdf417 symbol: DecodedSymbol, in plane: GrayPlane) {
        guard
            let matrix = PDF417Matrix(plane, corners: symbol.corners, isInverted: symbol.isInverted)
                ?? PDF417Matrix(upright: symbol, in: plane)
        else { return nil }
        let codewords = Data(matrix.codewords.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] })
        self = .pdf417(codewords: codewords, isCompact: false, rowCount: matrix.rows, columnCount: matrix.columns)
    }

    /// The descriptor of a Data Matrix code. The size follows from the number of data codewords. If two sizes have the same number, the shape
    /// decides.
    private init?(dataMatrix symbol: DecodedSymbol) {
        let corners = symbol.corners
        func length(_ from: Int, _ to: Int) -> CGFloat {
            let (dx, dy) = (corners[to].x - corners[from].x, corners[to].y - corners[from].y)
            return max((dx * dx + dy * dy).squareRoot(), 1e-3)
        }
        let shape = (length(0, 1) + length(3, 2)) / (length(0, 3) + length(1, 2))
        let sizes = DataMatrixSize.all.filter { $0.codewordCount == symbol.codewords.count }
        let best = sizes.min { abs(log($0.shape / shape)) < abs(log($1.shape / shape)) }
        guard let best else { return nil }
        self = .dataMatrix(codewords: symbol.codewords, rowCount: best.rows, columnCount: best.columns)
    }
}

extension Data {
    /// The first bits of the bytes. Each byte begins with its highest bit.
    fileprivate func prefixBits(_ count: Int) -> [Bool] {
        var bits = [Bool]()
        for byte in self {
            for shift in (0..<8).reversed() where bits.count < count { bits.append(byte >> UInt8(shift) & 1 == 1) }
        }
        return bits
    }

    /// The bits as bytes, the highest bit first. The last byte is padded with 0.
    fileprivate init(bits: [Bool]) {
        self.init(repeating: 0, count: (bits.count + 7) / 8)
        for (index, bit) in bits.enumerated() where bit { self[index / 8] |= 0x80 >> UInt8(index % 8) }
    }
}
