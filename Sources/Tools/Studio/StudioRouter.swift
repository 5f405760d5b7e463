import CreateML
import Foundation
import JSON
import Reports

/// Answers requests by the route that matches their method and path.
final class StudioRouter: WebHandler {
    /// A method and a path, with the function that answers requests for them.
    struct Route: Sendable {
        let method: String
        /// The parts of the path; `*` stands for any part.
        let path: [String]
        /// The maximum number of bytes of a body.
        let limit: Int
        /// Whether the body is stored in a file.
        let isFile: Bool
        let answer: @Sendable (Request) throws -> WebResponse

        init(
            _ method: String, _ path: String, limit: Int = 64 << 10, isFile: Bool = false,
            _ answer: @escaping @Sendable (Request) throws -> WebResponse
        ) {
            self.method = method
            self.path = path.split(separator: "/").map(String.init)
            (self.limit, self.isFile, self.answer) = (limit, isFile, answer)
        }

        func matches(_ request: WebRequest) -> Bool {
            let parts = request.parts
            return request.method == method && parts.count == path.count && zip(path, parts).allSatisfy { $0 == "*" || $0 == $1 }
        }
    }

    /// A request and its body.
    struct Request {
        let head: WebRequest
        let body: WebBody

        /// The third part of the path, for which routes have a `*`; empty if the path is shorter.
        var name: String { head.parts.count > 2 ? head.parts[2] : "" }

        /// A value of the query.
        ///
        /// - Throws: `WebFailure` if it is missing.
        func value(_ name: String) throws -> String {
            guard let value = head.query[name], !value.isEmpty else { throw WebFailure(400, "'\(name)' is missing") }
            return value
        }

        /// The body, which must be JSON.
        func json() throws -> JSON {
            do {
                return try JSON(parsing: body.data)
            } catch {
                throw WebFailure(400, "the request is not JSON: \(ErrorText.describe(error))")
            }
        }
    }

    let storage: Storage
    let uploads: UploadTable
    let analyzer: PictureAnalyzer
    let jobs: JobQueue
    let models: ModelStore
    let rows = RowTrials()
    let samples = SampleFolder()
    let editor: DataEditor
    let similar: SimilarPhotos
    private let access: AccessControl
    private let options: Studio.Options

    init(_ options: Studio.Options, _ access: AccessControl) throws {
        self.options = options
        self.access = access
        storage = try Storage(options.folder, largestUpload: options.largestUpload)
        uploads = UploadTable(storage.uploads, limits: ZipArchive.Limits())
        jobs = try JobQueue(storage)
        models = ModelStore(storage, jobs, samples)
        analyzer = PictureAnalyzer(models)
        editor = DataEditor(uploads)
        similar = SimilarPhotos(storage.prints)
    }

    private var routes: [Route] {
        [
            Route("GET", "/") { _ in Pages.response("index.html") },
            Route("GET", "/pages/*") { try Pages.named($0.head.parts[1]) },
            Route("GET", "/api/state") { [self] _ in WebResponse(state) },
        ] + lookRoutes + uploadRoutes + modelRoutes + trainRoutes + sampleRoutes + editingRoutes
            + similarRoutes
    }

    /// The initial state of a page.
    private var state: JSON {
        [
            "looks": .array(analyzer.kinds.map(\.json)), "apps": .array(AppKind.all.map(\.json)), "models": models.json,
            "samples": .array(samples.samples.map(\.json)),
            "largestUpload": .integer(options.largestUpload), "folder": .string(options.folder.path),
        ]
    }

    private var lookRoutes: [Route] {
        [
            Route("POST", "/api/look", limit: PictureAnalyzer.largestPicture) { [analyzer] request in
                WebResponse(try analyzer.look(at: request.body.data, LookChoice(request.head.query)))
            },
            Route("POST", "/api/picture", limit: PictureAnalyzer.largestPicture) { [analyzer] request in
                WebResponse(type: "image/png", body: try analyzer.picture(of: request.body.data, kind: request.value("kind")))
            },
            // For browsers that cannot show a picture's format.
            Route("POST", "/api/preview", limit: PictureAnalyzer.largestPicture) { request in
                _ = try PictureSize(request.body.data)
                guard let preview = Thumbnail.jpeg(of: request.body.data, side: 1600) else {
                    throw WebFailure(422, "this picture cannot be read")
                }
                return WebResponse(type: "image/jpeg", body: preview)
            },
            Route("GET", "/api/code") { [analyzer] request in
                WebResponse(["code": .string(analyzer.code(LookChoice(request.head.query)))])
            },
        ]
    }

    // MARK: Requests

    func admit(_ head: RequestHead) throws { try access.admit(head) }

    func decide(_ request: WebRequest) -> WebDecision {
        do {
            try access.check(request)
        } catch {
            return .refuse(error as? WebFailure ?? WebFailure(403, "not allowed"))
        }
        guard let route = routes.first(where: { $0.matches(request) }) else {
            let isKnown = routes.contains { $0.path == request.parts }
            return .refuse(WebFailure(isKnown ? 405 : 404, isKnown ? "\(request.method) is not for this" : "there is no such page"))
        }
        // `GET` and `DELETE` requests have no body.
        if !["GET", "DELETE"].contains(request.method), request.contentLength < 0 {
            return .refuse(WebFailure(411, "a request of this kind must say how long it is"))
        }
        return route.isFile ? .file(folder: storage.incoming, limit: route.limit) : .memory(limit: route.limit)
    }

    func answer(_ request: WebRequest, _ body: WebBody) throws -> WebResponse {
        if let greeting = access.greeting(request) { return greeting }
        guard let route = routes.first(where: { $0.matches(request) }) else { throw WebFailure(404, "there is no such page") }
        // Uploaded annotations may only name pictures of the same upload.
        return try AnnotationReach.ofServer { try route.answer(Request(head: request, body: body)) }
    }

    // MARK: WebSockets

    func open(_ request: WebRequest, _ socket: WebSocket) -> Result<any WebSocketHandler, WebFailure> {
        do {
            try access.check(request)
            guard storage.sockets.enter() else { throw WebFailure(503, "too many cameras look at once") }
            switch request.path {
            case "/ws/look": return .success(FrameSocket(socket, storage.sockets, LookSession(analyzer)))
            case "/ws/app": return .success(FrameSocket(socket, storage.sockets, AppSession(models)))
            default:
                storage.sockets.leave()
                throw WebFailure(404, "there is no such connection")
            }
        } catch {
            return .failure(error as? WebFailure ?? WebFailure(400, ErrorText.describe(error)))
        }
    }
}
