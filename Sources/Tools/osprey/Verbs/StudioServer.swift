import Foundation
import JSON
import Reports
import Studio

/// `osprey studio`: starts the web app.
enum StudioServer: Verb {
    static let command = Command(
        "studio", "Serves a page that looks at pictures, trains models and tries them.",
        options: [
            .value("--port", "P", "the port to listen at (8180 where not given; 0 for a free one)"),
            .value(
                "--bind", "ADDRESS",
                "the address to listen at, in numbers (127.0.0.1 where not given); others need the token of the address that is printed"),
            .value("--folder", "F", "where trainings are kept (~/.local/share/osprey/studio where not given)"),
            .value("--upload-limit", "MB", "the largest upload, in megabytes (512 where not given)"),
            .flag("--no-open", "does not open the page in a browser"),
            .value("--seconds", "S", "ends after S seconds"),
            .flag("--json", "the address as a JSON object"),
        ],
        discussion: """
            The pages are Look (what is in photos, videos and before the camera), Train (models of photos, boxes, poses and tables), Models (what is
            in any Core ML model) and Apps. Ctrl-C ends it; a training then goes on when it is started again.
            """)

    static func run(_ arguments: Arguments) throws -> ExitStatus {
        var options = Studio.Options(folder: arguments.string("--folder").map { URL(fileURLWithPath: $0) } ?? Studio.Options.standardFolder)
        options.port = try arguments.integer("--port", in: 0...65535) ?? 8180
        if let address = arguments.string("--bind") { options.address = address }
        if let size = try arguments.integer("--upload-limit", in: 1...1_000_000) { options.largestUpload = size << 20 }
        let seconds = try arguments.number("--seconds", in: 0...1e9) ?? 1e9
        let studio = try Studio(options)
        return try Interruption.noting {
            studio.start()
            defer { studio.stop() }
            if arguments.flag("--json") {
                try StandardOutput.write(json: ["address": .string(studio.address)])
            } else {
                try StandardOutput.write(line: "Studio is open at \(studio.address)")
                StandardError.write(line: "Ctrl-C ends it")
            }
            if !arguments.flag("--no-open"), StandardOutput.isTerminal { open(studio.address) }
            let start = ContinuousClock.now
            while Interruption.received == nil, ContinuousClock.now - start < .seconds(seconds) { usleep(50_000) }
            return .success
        }
    }

    /// Opens the page in the desktop's browser, if there is one.
    private static func open(_ address: String) {
        let environment = ProcessInfo.processInfo.environment
        guard environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil else { return }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/xdg-open")
        process.arguments = [address]
        (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        try? process.run()
    }
}
