import CoreGraphics

/// The sizes of Data Matrix symbols (ISO/IEC 16022, table 7) and of rectangular extensions (ISO/IEC 21471, table 1).
struct DataMatrixSize {
    let rows: Int
    let columns: Int
    /// The number of data codewords.
    let codewordCount: Int

    /// The width divided by the height.
    var shape: CGFloat { CGFloat(columns) / CGFloat(rows) }

    private init(_ rows: Int, _ columns: Int, _ codewordCount: Int) {
        self.rows = rows
        self.columns = columns
        self.codewordCount = codewordCount
    }

    static let all = squares + rectangles + extensions

    private static let squares = [
        DataMatrixSize(10, 10, 3), DataMatrixSize(12, 12, 5), DataMatrixSize(14, 14, 8), DataMatrixSize(16, 16, 12),
        DataMatrixSize(18, 18, 18), DataMatrixSize(20, 20, 22), DataMatrixSize(22, 22, 30), DataMatrixSize(24, 24, 36),
        DataMatrixSize(26, 26, 44), DataMatrixSize(32, 32, 62), DataMatrixSize(36, 36, 86), DataMatrixSize(40, 40, 114),
        DataMatrixSize(44, 44, 144), DataMatrixSize(48, 48, 174), DataMatrixSize(52, 52, 204), DataMatrixSize(64, 64, 280),
        DataMatrixSize(72, 72, 368), DataMatrixSize(80, 80, 456), DataMatrixSize(88, 88, 576), DataMatrixSize(96, 96, 696),
        DataMatrixSize(104, 104, 816), DataMatrixSize(120, 120, 1050), DataMatrixSize(132, 132, 1304), DataMatrixSize(144, 144, 1558),
    ]

    private static let rectangles = [
        DataMatrixSize(8, 18, 5), DataMatrixSize(8, 32, 10), DataMatrixSize(12, 26, 16), DataMatrixSize(12, 36, 22),
        DataMatrixSize(16, 36, 32), DataMatrixSize(16, 48, 49),
    ]

    private static let extensions = [
        DataMatrixSize(8, 48, 18), DataMatrixSize(8, 64, 24), DataMatrixSize(8, 80, 32), DataMatrixSize(8, 96, 38),
        DataMatrixSize(8, 120, 49), DataMatrixSize(8, 144, 63), DataMatrixSize(12, 64, 43), DataMatrixSize(12, 88, 64),
        DataMatrixSize(16, 64, 62), DataMatrixSize(20, 36, 44), DataMatrixSize(20, 44, 56), DataMatrixSize(20, 64, 84),
        DataMatrixSize(22, 48, 72), DataMatrixSize(24, 48, 80), DataMatrixSize(24, 64, 108), DataMatrixSize(26, 40, 70),
        DataMatrixSize(26, 48, 90), DataMatrixSize(26, 64, 118),
    ]
}
