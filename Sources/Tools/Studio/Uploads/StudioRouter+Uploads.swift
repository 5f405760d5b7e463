import Foundation
import JSON

extension StudioRouter {
    var uploadRoutes: [Route] {
        [
            Route("POST", "/api/uploads") { [self] _ in WebResponse(["id": .string(try uploads.make())], status: 201) },
            Route("PUT", "/api/uploads/*", limit: storage.largestUpload, isFile: true) { [self] request in
                guard case .file(let file) = request.body else { throw WebFailure(400, "there is no file in the request") }
                let path = try request.value("path")
                // The content may have changed even if only a part of a zip was added.
                defer { editor.forget(request.name) }
                try uploads.add(file, to: request.name, path: path, unpacks: request.head.query["unpack"] == "1")
                return WebResponse(["path": .string(path)], status: 201)
            },
            Route("GET", "/api/uploads/*/data") { [self] request in
                let kind = request.head.query["kind"].flatMap { name in JobKind.all.first { $0.name == name } }
                return WebResponse(try uploads.using(request.name) { try DataSummary(of: $0, kind: kind).json })
            },
            Route("DELETE", "/api/uploads/*") { [self] request in
                uploads.remove(request.name)
                editor.forget(request.name)
                return WebResponse([:])
            },
        ]
    }
}
