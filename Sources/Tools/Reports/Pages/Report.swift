import CreateML
import Foundation

/// A page about what a model was measured to do.
package protocol Report {
    associatedtype Metrics: Figures

    var title: String { get }
    var metrics: Metrics { get }
    /// The content of the page, as HTML.
    var body: String { get }
}

extension Report {
    package func write(to url: URL) throws { try AtomicFile.write(Data(HTML.page(title: title, body: body).utf8), to: url) }
}
