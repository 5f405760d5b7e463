import CoreMLSpecification
import Foundation
import InputChecks
import ModelClassGenerator
import Reports

extension StudioRouter {
    var trainRoutes: [Route] {
        [
            Route("GET", "/api/jobs") { [jobs] _ in WebResponse(.array(jobs.all.map(\.summary))) },
            // The limit is high because a table's settings contain the names of its columns.
            Route("POST", "/api/jobs", limit: 1 << 20) { [self] request in
                let json = try request.json()
                guard let upload = json["upload"]?.string, let kind = json["kind"]?.string,
                    JobKind.all.contains(where: { $0.name == kind })
                else { throw WebFailure(400, "say what is to be trained, and on which upload") }
                let settings = try JobSettings(json["settings"] ?? [:])
                if kind == "table", settings.table == nil { throw WebFailure(400, "say which column is to be predicted") }
                let record = Job.Record(kind: kind, name: Self.name(json["name"]?.string), settings: settings)
                return WebResponse(try jobs.begin(upload, record, uploads).summary, status: 201)
            },
            Route("GET", "/api/jobs/*") { [jobs] request in
                WebResponse(try jobs.job(request.name).details(from: Int(request.head.query["from"] ?? "") ?? 0))
            },
            Route("POST", "/api/jobs/*/stop") { [jobs] request in
                try jobs.stop(jobs.job(request.name))
                return WebResponse([:])
            },
            Route("POST", "/api/jobs/*/resume") { [jobs] request in
                try jobs.resume(jobs.job(request.name))
                return WebResponse([:])
            },
            Route("POST", "/api/jobs/*/again") { [self] request in
                WebResponse(["id": .string(try uploads.make(linking: jobs.job(request.name).data))], status: 201)
            },
            Route("DELETE", "/api/jobs/*") { [jobs] request in
                try jobs.remove(jobs.job(request.name))
                return WebResponse([:])
            },
        ] + resultRoutes + rowRoutes
    }

    /// The routes to measure a trained model on other data, and to predict from a row that the user types.
    private var rowRoutes: [Route] {
        [
            Route("POST", "/api/jobs/*/test") { [self] request in
                let job = try Self.finished(jobs, request)
                guard let upload = try request.json()["upload"]?.string else {
                    throw WebFailure(400, "say which upload is to be measured on")
                }
                // The upload is not needed any more, whether or not it fits the model.
                defer { uploads.remove(upload) }
                let isTable = job.record.settings.table != nil
                try uploads.using(upload) { try isTable ? TableTest.write(job, on: $0) : PictureTest.write(job, on: $0) }
                return WebResponse([:])
            },
            Route("GET", "/api/jobs/*/test") { [jobs] request in
                let job = try Self.finished(jobs, request)
                guard let page = try? Data(contentsOfFile: job.test) else {
                    throw WebFailure(404, "this model was tested on no other data")
                }
                return WebResponse(type: "text/html; charset=utf-8", body: page)
            },
            Route("GET", "/api/jobs/*/row") { [jobs] request in
                let job = try Self.finished(jobs, request)
                guard let fields = try? Data(contentsOfFile: job.row) else {
                    throw WebFailure(409, "the model of this training is not one of rows")
                }
                return WebResponse(type: "application/json", body: fields)
            },
            Route("POST", "/api/jobs/*/row", limit: 1 << 20) { [jobs, rows] request in
                let job = try Self.finished(jobs, request)
                guard let values = try request.json()["values"]?.object else {
                    throw WebFailure(400, "'values' has the text of each field")
                }
                let texts = try values.map { name, value in
                    guard let text = value.string else { throw WebFailure(400, "the value of '\(name.prefix(100))' is not a text") }
                    return (name, text)
                }
                return WebResponse(try rows.answer(job, Dictionary(texts) { _, last in last }))
            },
        ]
    }

    /// The routes to the results of a finished training.
    private var resultRoutes: [Route] {
        [
            Route("GET", "/api/jobs/*/report") { [jobs] request in
                let job = try Self.finished(jobs, request)
                return WebResponse(type: "text/html; charset=utf-8", body: try Data(contentsOfFile: job.report))
            },
            Route("GET", "/api/jobs/*/model") { [jobs] request in
                let job = try Self.finished(jobs, request)
                return .download(try Data(mappedFile: job.model), name: job.record.name + ".mlmodel")
            },
            Route("GET", "/api/jobs/*/class") { [jobs] request in
                let job = try Self.finished(jobs, request)
                let generated = try ModelClass(
                    Specification.Model(contentsOf: job.model), modelName: job.record.name, resourceName: job.record.name)
                return .download(Data(generated.source.utf8), name: generated.name + ".swift")
            },
        ]
    }

    private static func finished(_ jobs: JobQueue, _ request: Request) throws -> Job {
        let job = try jobs.job(request.name)
        guard job.record.state == .finished else { throw WebFailure(409, "this training has no model yet") }
        return job
    }

    /// A file name made from text that a user typed.
    static func name(_ text: String?) -> String {
        let kept = (text ?? "").unicodeScalars.filter { CharacterSet.alphanumerics.contains($0) || "-_ ".unicodeScalars.contains($0) }
        let name = String(String.UnicodeScalarView(kept.prefix(60))).trimmingCharacters(in: .whitespaces)
        return name.isEmpty ? "Model" : name
    }
}
