import Foundation

/// A page that shows groups of photos that look alike.
package struct SimilarPage: Page {
    package let title: String
    private let facts: [(name: String, value: String)]
    /// The paths of each group's photos, and the greatest distance between two of them.
    private let groups: [(photos: [String], spread: Float)]
    /// The maximum number of groups on a page. A page with more pictures would be large and load slowly.
    private static let shownGroups = 200
    private static let shownPhotos = 24

    package init(title: String, facts: [(name: String, value: String)], groups: [(photos: [String], spread: Float)]) {
        (self.title, self.facts, self.groups) = (title, facts, groups)
    }

    package var body: String {
        var parts = ["<h1>\(HTML.escape(title))</h1>", "<p class=\"lead\">\(lead)</p>", HTML.facts(facts)]
        for group in groups.prefix(Self.shownGroups) {
            parts.append("<h2>\(group.photos.count) photos, at most \(String(format: "%.1f", group.spread)) apart</h2>")
            parts.append(HTML.cards(group.photos.prefix(Self.shownPhotos).map { (HTML.photo($0), caption: "", path: $0) }))
            if group.photos.count > Self.shownPhotos { parts.append("<p>… and \(group.photos.count - Self.shownPhotos) more</p>") }
        }
        if groups.count > Self.shownGroups { parts.append("<p>… and \(groups.count - Self.shownGroups) more groups</p>") }
        return parts.joined(separator: "\n")
    }

    private var lead: String {
        guard !groups.isEmpty else { return "No photos are alike" }
        let photos = groups.reduce(0) { $0 + $1.photos.count }
        return groups.count == 1 ? "\(photos) photos are alike" : "\(photos) photos in \(groups.count) groups are alike"
    }
}
