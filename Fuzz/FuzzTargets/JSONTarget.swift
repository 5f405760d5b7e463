import JSON

/// JSON, as in the headers of requests. What is read can be written, and is then read as the same.
func fuzzJSON(_ input: UnsafeBufferPointer<UInt8>) {
    // As the server reads a request, with long strings left where they are.
    _ = try? JSON(parsing: input, spansFrom: 16, valueLimit: 1000)
    guard let json = try? JSON(parsing: input) else { return }
    let text = json.text
    guard let again = try? JSON(parsing: Array(text.utf8)), again.text == text else {
        fatalError("JSON that was read cannot be written and read again")
    }
}
