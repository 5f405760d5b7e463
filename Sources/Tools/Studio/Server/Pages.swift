import Foundation

/// Studio's web pages. They are a part of the program.
enum Pages {
    /// - Throws: `WebFailure` if there is no page of this name.
    static func named(_ name: String) throws -> WebResponse {
        guard files[name] != nil else { throw WebFailure(404, "there is no such page") }
        return response(name)
    }

    static func response(_ name: String) -> WebResponse {
        let types = ["html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8"]
        let type = types[String(name.split(separator: ".").last ?? "")] ?? "application/octet-stream"
        return WebResponse(type: type, body: Data(files[name] ?? []))
    }

    private static let files: [String: [UInt8]] = [
        "index.html": PackageResources.index_html, "style.css": PackageResources.style_css, "common.js": PackageResources.common_js,
        "camera.js": PackageResources.camera_js, "overlay.js": PackageResources.overlay_js, "look.js": PackageResources.look_js,
        "train.js": PackageResources.train_js, "models.js": PackageResources.models_js,
        "table.js": PackageResources.table_js, "row.js": PackageResources.row_js, "chart.js": PackageResources.chart_js,
        "editor.js": PackageResources.editor_js, "similar.js": PackageResources.similar_js,
        "player.js": PackageResources.player_js, "results.js": PackageResources.results_js,
        "apps.js": PackageResources.apps_js, "zip.js": PackageResources.zip_js,
        "main.js": PackageResources.main_js,
    ]
}
