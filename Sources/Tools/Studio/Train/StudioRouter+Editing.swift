import Foundation
import JSON

extension StudioRouter {
    /// The routes that show the data of an upload and correct it.
    var editingRoutes: [Route] {
        [
            Route("GET", "/api/uploads/*/pictures") { [editor] request in
                let query = request.head.query
                let label = query["label"].flatMap { $0.isEmpty ? nil : $0 }
                return WebResponse(
                    try editor.page(request.name, kind: request.value("kind"), label: label, from: Int(query["from"] ?? "") ?? 0))
            },
            Route("GET", "/api/uploads/*/picture") { [editor] request in
                let side = min(max(Int(request.head.query["side"] ?? "") ?? 240, 16), 1600)
                let picture = try editor.picture(request.name, kind: request.value("kind"), name: request.value("name"), side: side)
                return WebResponse(type: "image/jpeg", body: picture)
            },
            Route("POST", "/api/uploads/*/label") { [editor] request in
                let json = try request.json()
                guard let name = json["name"]?.string, let label = json["label"]?.string else {
                    throw WebFailure(400, "say which photo gets which label")
                }
                return WebResponse(try editor.setLabel(request.name, name: name, label: label))
            },
            Route("POST", "/api/uploads/*/boxes", limit: 1 << 20) { [editor] request in
                let json = try request.json()
                guard let name = json["name"]?.string, let objects = json["objects"]?.array else {
                    throw WebFailure(400, "say which picture gets which objects")
                }
                return WebResponse(try editor.setBoxes(request.name, name: name, objects: objects))
            },
            Route("POST", "/api/uploads/*/samples", limit: PictureAnalyzer.largestPicture) { [self] request in
                try uploads.admit(request.body.data.count, to: request.name)
                let added = try editor.addSample(
                    request.name, kind: request.value("kind"), label: request.head.query["label"], request.body.data)
                return WebResponse(added, status: 201)
            },
            Route("POST", "/api/uploads/*/leave-out") { [editor] request in
                guard let name = try request.json()["name"]?.string else { throw WebFailure(400, "say which picture is to be left out") }
                return WebResponse(try editor.leaveOut(request.name, kind: request.value("kind"), name: name))
            },
            Route("GET", "/api/uploads/*/annotations") { [editor] request in
                .download(try editor.annotations(request.name), name: "annotations.json")
            },
        ]
    }
}
