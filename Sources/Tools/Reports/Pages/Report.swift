import CreateML
import Foundation

/// A self-contained page.
package protocol Page {
    var title: String { get }
    /// The content of the page, as HTML.
    var body: String { get }
}

/// A page about the measurements of a model.
package protocol Report: Page {
    associatedtype Metrics: Figures

    var metrics: Metrics { get }
}

extension Page {
    package func write(to url: URL) throws { try AtomicFile.write(Data(HTML.page(title: title, body: body).utf8), to: url) }
}
