import Foundation
import InputChecks
import JSON

extension StudioRouter {
    var sampleRoutes: [Route] {
        [
            Route("GET", "/api/samples/file") { [self] request in
                let path = try request.value("path")
                let isOne = samples.samples.contains { $0.photos.contains(path) || $0.clip == path }
                guard isOne, let file = samples.url(path) else { throw WebFailure(404, "there is no such sample") }
                return WebResponse(type: path.hasSuffix(".mp4") ? "video/mp4" : "image/jpeg", body: try Data(contentsOfFile: file))
            },
            Route("POST", "/api/samples/*/data") { [self] request in
                guard let sample = samples.samples.first(where: { $0.name == request.name }), let data = sample.data.flatMap(samples.url)
                else {
                    throw WebFailure(404, "there is no such set to learn from")
                }
                return WebResponse(["id": .string(try uploads.make(copying: data, as: sample.name))], status: 201)
            },
        ]
    }
}
