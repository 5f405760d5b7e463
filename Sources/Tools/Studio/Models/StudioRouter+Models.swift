import Foundation
import JSON

extension StudioRouter {
    var modelRoutes: [Route] {
        [
            Route("GET", "/api/models") { [models] _ in WebResponse(models.json) },
            Route("POST", "/api/models") { [self] request in
                guard let upload = try request.json()["upload"]?.string else { throw WebFailure(400, "say which upload is the model") }
                return WebResponse(["id": .string(try models.add(upload, uploads))], status: 201)
            },
            Route("GET", "/api/models/*") { [models] request in WebResponse(try models.description(request.name)) },
            Route("DELETE", "/api/models/*") { [models] request in
                try models.remove(request.name)
                return WebResponse([:])
            },
            Route("POST", "/api/models/*/times") { [models] request in WebResponse(try models.times(request.name)) },
            Route("POST", "/api/models/*/run", limit: PictureAnalyzer.largestPicture) { [models] request in
                WebResponse(try models.run(request.name, on: request.body.data))
            },
        ]
    }
}
