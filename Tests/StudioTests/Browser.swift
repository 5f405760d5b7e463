import Foundation
import TestSupport

/// Headless Chromium with one page, driven over its DevTools protocol.
final class Browser {
    /// Where Chromium is; `nil` where it is not installed.
    static let path = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
        .first(where: FileManager.default.isExecutableFile)

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let profile: TemporaryFolder
    private let process = Process()
    private let page: Client
    private var count = 0
    /// The errors that the page logged or threw.
    private(set) var errors: [String] = []

    /// - Parameters:
    ///   - camera: a file of JPEG pictures, one after the other, which the page's camera shows again and again; `nil` for two
    ///     cameras of Chromium's own.
    ///   - host: a name that leads to this machine.
    ///   - ready: an expression that is true once the page is there.
    init(
        _ address: String, camera: URL? = nil, resolving host: String = "studio.example",
        until ready: String = "document.body && document.body.dataset.ready"
    ) throws {
        let profile = try TemporaryFolder()
        self.profile = profile
        process.executableURL = URL(fileURLWithPath: Browser.path ?? "")
        process.arguments = [
            "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--remote-debugging-port=0",
            "--user-data-dir=\(profile.path)", "--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream=device-count=2",
            "--host-resolver-rules=MAP \(host) 127.0.0.1", "--window-size=1280,900",
        ]
        if let camera { process.arguments?.append("--use-file-for-fake-video-capture=\(camera.path)") }
        process.arguments?.append("about:blank")
        process.standardError = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        page = try Browser.openPage(in: profile)
        for domain in ["Runtime", "Log", "Page"] { try command("\(domain).enable") }
        try command("Page.navigate", ["url": address])
        try wait(for: ready)
    }

    deinit {
        process.terminate()
        process.waitUntilExit()
    }

    /// The browser writes its port into a file, and tells of its pages there.
    private static func openPage(in profile: TemporaryFolder) throws -> Client {
        for _ in 0..<300 {
            usleep(100_000)
            guard let text = try? String(contentsOf: profile.file("DevToolsActivePort"), encoding: .utf8),
                let port = text.split(separator: "\n").first.flatMap({ Int($0) }),
                let answer = try? Client(port: port).ask("GET", "/json/list"),
                let list = try? JSONSerialization.jsonObject(with: answer.body) as? [[String: Any]],
                let url = list.first(where: { $0["type"] as? String == "page" })?["webSocketDebuggerUrl"] as? String,
                let path = URL(string: url)?.path
            else { continue }
            let page = try Client(port: port)
            guard try page.upgrade(path) == 101 else { throw Failure(description: "the page's socket is not opened") }
            return page
        }
        throw Failure(description: "Chromium has no page within half a minute")
    }

    @discardableResult
    func command(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
        count += 1
        let message: [String: Any] = ["id": count, "method": method, "params": parameters]
        try page.send(message: JSONSerialization.data(withJSONObject: message), isBinary: false)
        while true {
            let answer = try page.json()
            if answer["id"] as? Int == count { return answer["result"] as? [String: Any] ?? answer }
            note(answer)
        }
    }

    private func note(_ event: [String: Any]) {
        let details = event["params"] as? [String: Any] ?? [:]
        let isError =
            switch event["method"] as? String {
            case "Runtime.exceptionThrown": true
            case "Runtime.consoleAPICalled": details["type"] as? String == "error"
            case "Log.entryAdded": (details["entry"] as? [String: Any])?["level"] as? String == "error"
            default: false
            }
        if isError { errors.append("\(details)") }
    }

    /// The value of a JavaScript expression, once its promise is kept.
    @discardableResult
    func evaluate(_ expression: String) throws -> Any? {
        let answer = try command("Runtime.evaluate", ["expression": expression, "awaitPromise": true, "returnByValue": true])
        if let details = answer["exceptionDetails"] { throw Failure(description: "\(expression): \(details)") }
        return (answer["result"] as? [String: Any])?["value"]
    }

    func text(of id: String) throws -> String { try evaluate("document.getElementById('\(id)').innerText") as? String ?? "" }

    func click(_ selector: String) throws { try evaluate("document.querySelector('\(selector)').click()") }

    /// Drops a file on an element of the page.
    func drop(_ data: Data, _ name: String, type: String, on id: String) throws { try drop([(data, name, type)], on: id) }

    /// Drops files on an element of the page.
    func drop(_ files: [(data: Data, name: String, type: String)], on id: String) throws {
        let items = files.map { "[\"\($0.data.base64EncodedString())\", \"\($0.name)\", \"\($0.type)\"]" }.joined(separator: ",")
        try evaluate(
            """
            {
              const transfer = new DataTransfer();
              for (const [text, name, type] of [\(items)]) {
                const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
                transfer.items.add(new File([bytes], name, { type }));
              }
              document.getElementById("\(id)").dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true }));
            }
            """)
    }

    /// Presses and releases a key.
    ///
    /// - Parameter text: what the key writes.
    func press(_ key: String, code: Int, text: String? = nil) throws {
        var details: [String: Any] = ["type": "keyDown", "key": key, "code": key, "windowsVirtualKeyCode": code]
        details["text"] = text
        try command("Input.dispatchKeyEvent", details)
        details["type"] = "keyUp"
        details["text"] = nil
        try command("Input.dispatchKeyEvent", details)
    }

    /// Makes the page as wide as a screen.
    func resize(_ width: Int, _ height: Int, dark: Bool = false) throws {
        try command("Emulation.setDeviceMetricsOverride", ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": false])
        try command("Emulation.setEmulatedMedia", ["features": [["name": "prefers-color-scheme", "value": dark ? "dark" : "light"]]])
    }

    /// Waits until an expression is true.
    func wait(for expression: String, minutes: Int = 1) throws {
        for _ in 0..<(600 * minutes) {
            if try evaluate("!!(\(expression))") as? Bool == true { return }
            usleep(100_000)
        }
        throw Failure(description: "\(expression) is not true after \(minutes) min; errors: \(errors)")
    }
}
