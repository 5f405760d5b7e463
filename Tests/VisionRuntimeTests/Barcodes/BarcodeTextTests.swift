import Testing

@testable import VisionRuntime

@Suite("Payloads of barcodes")
struct BarcodeTextTests {
    @Test(
        "UPC-E expands as the general specifications have it",
        arguments: [
            ("01234505", "0012000003455"), ("01234531", "0012300000451"), ("01234543", "0012340000053"), ("01234565", "0012345000065"),
            ("11234590", "0112345000090"),
        ])
    func upce(_ short: String, _ long: String) {
        #expect(BarcodeText.expandedUPCE(short) == long)
        #expect(BarcodeText.expandedUPCE("12x45678") == nil && BarcodeText.expandedUPCE("123") == nil)
    }

    @Test("Parentheses are removed, and a separator follows each element of variable length but the last")
    func gs1() {
        #expect(BarcodeText.plainGS1("(01)98898765432106(10)12A(21)7") == "01988987654321061012A\u{1d}217")
        #expect(BarcodeText.plainGS1("(3103)001750(15)991231") == "310300175015991231")
        #expect(BarcodeText.plainGS1("(10)1(0)2") == "101(0)2")
        #expect(BarcodeText.plainGS1("no elements") == "no elements")
        #expect(BarcodeText.plainGS1("") == "")
    }

    @Test("Pairs of Code 39 stand for all of ASCII")
    func fullASCII() {
        #expect(BarcodeText.fullASCII("+O+S/A%V$M") == "os!@\r")
        #expect(BarcodeText.fullASCII("%F%A%K%P%Z") == ";\u{1b}[{\u{7f}")
        #expect(BarcodeText.fullASCII("A+") == nil && BarcodeText.fullASCII("+1") == nil && BarcodeText.fullASCII("PLAIN") == nil)
    }

    @Test("Check characters are those of the standards' examples")
    func checks() {
        #expect(BarcodeText.hasCode39Checksum("CODE39W") && !BarcodeText.hasCode39Checksum("CODE39X"))
        #expect(BarcodeText.hasModulo10Checksum("9780306406157") && !BarcodeText.hasModulo10Checksum("9780306406158"))
        #expect(!BarcodeText.hasModulo10Checksum("") && !BarcodeText.hasCode39Checksum(""))
    }
}
