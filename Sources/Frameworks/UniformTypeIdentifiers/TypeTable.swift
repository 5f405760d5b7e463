/// The properties of a known type.
struct TypeEntry: Sendable {
    let identifier: String
    let words: String
    /// The identifiers of the supertypes.
    let parents: [String]
    let extensions: [String]
    let mimeTypes: [String]

    fileprivate init(_ identifier: String, _ words: String, _ parents: [String], _ extensions: [String] = [], _ mimeTypes: [String] = []) {
        self.identifier = identifier
        self.words = words
        self.parents = parents
        self.extensions = extensions
        self.mimeTypes = mimeTypes
    }
}

/// A table of the known types.
struct TypeTable: Sendable {
    static let shared = TypeTable()

    let entries: [String: TypeEntry]
    /// The identifiers, by their spelling in lower case.
    let names: [String: String]
    private let extensions: [String: [String]]
    private let mimeTypes: [String: [String]]

    private init() {
        var (entries, names, extensions, mimeTypes) = (
            [String: TypeEntry](), [String: String](), [String: [String]](), [String: [String]]()
        )
        for entry in knownTypes {
            entries[entry.identifier] = entry
            names[entry.identifier.lowercased()] = entry.identifier
            for name in entry.extensions { extensions[name, default: []].append(entry.identifier) }
            for name in entry.mimeTypes { mimeTypes[name, default: []].append(entry.identifier) }
        }
        (self.entries, self.names, self.extensions, self.mimeTypes) = (entries, names, extensions, mimeTypes)
    }

    /// The identifiers of the types with a tag. The usual type comes first.
    func identifiers(of tag: String, _ tagClass: UTTagClass) -> [String] {
        (tagClass == .filenameExtension ? extensions : tagClass == .mimeType ? mimeTypes : [:])[tag] ?? []
    }
}

private let knownTypes: [TypeEntry] = [
    TypeEntry("public.item", "item", []),
    TypeEntry("public.content", "content", []),
    TypeEntry("public.composite-content", "composite content", ["public.content"]),
    TypeEntry("public.data", "data", ["public.item"], [], ["application/octet-stream"]),
    TypeEntry("public.directory", "folder", ["public.item"]),
    TypeEntry("public.folder", "folder", ["public.directory"]),
    TypeEntry("com.apple.package", "package", ["public.directory"]),
    TypeEntry("com.apple.bundle", "bundle", ["public.directory"], ["bundle"]),
    TypeEntry("com.apple.resolvable", "resolvable", []),
    TypeEntry("public.symlink", "symbolic link", ["public.item", "com.apple.resolvable"]),
    TypeEntry("public.archive", "archive", ["public.data"]),
    TypeEntry("public.zip-archive", "ZIP archive", ["public.data", "public.archive"], ["zip"], ["application/zip"]),
    TypeEntry(
        "org.gnu.gnu-zip-archive", "GNU zip archive", ["public.data", "public.archive"], ["gz"], ["application/gzip", "application/x-gzip"]),
    TypeEntry("public.bzip2-archive", "bzip2 archive", ["public.data", "public.archive"], ["bz2"], ["application/x-bzip2"]),
    TypeEntry("public.url", "address", ["public.data"]),
    TypeEntry("public.file-url", "address of a file", ["public.url"]),
    TypeEntry("public.text", "text", ["public.data", "public.content"]),
    TypeEntry("public.plain-text", "plain text", ["public.text"], ["txt", "text"], ["text/plain"]),
    TypeEntry("public.utf8-plain-text", "plain text in UTF-8", ["public.plain-text"]),
    TypeEntry("public.delimited-values-text", "values with separators", ["public.text"]),
    TypeEntry(
        "public.comma-separated-values-text", "values separated by commas", ["public.delimited-values-text"], ["csv"],
        ["text/csv", "text/comma-separated-values"]),
    TypeEntry(
        "public.tab-separated-values-text", "values separated by tabs", ["public.delimited-values-text"], ["tsv"],
        ["text/tab-separated-values"]),
    TypeEntry("public.rtf", "rich text", ["public.text"], ["rtf"], ["text/rtf", "application/rtf"]),
    TypeEntry("public.html", "HTML text", ["public.text"], ["html", "htm", "shtml"], ["text/html"]),
    TypeEntry("public.xml", "XML text", ["public.text"], ["xml"], ["application/xml", "text/xml"]),
    TypeEntry("public.json", "JSON text", ["public.text"], ["json"], ["application/json"]),
    TypeEntry("public.yaml", "YAML text", ["public.text"], ["yml", "yaml"], ["application/x-yaml"]),
    TypeEntry("com.apple.property-list", "property list", ["public.data"], ["plist"]),
    TypeEntry("com.apple.xml-property-list", "XML property list", ["public.xml", "com.apple.property-list"]),
    TypeEntry("com.apple.binary-property-list", "binary property list", ["com.apple.property-list"]),
    TypeEntry("public.source-code", "source code", ["public.plain-text"]),
    TypeEntry("public.script", "script", ["public.source-code"]),
    TypeEntry("public.swift-source", "Swift source", ["public.source-code"], ["swift"]),
    TypeEntry("public.python-script", "Python script", ["public.script"], ["py"], ["text/x-python-script"]),
    TypeEntry("public.shell-script", "shell script", ["public.script"], ["sh", "command"], ["text/x-shellscript"]),
    TypeEntry("com.adobe.pdf", "PDF document", ["public.data", "public.composite-content"], ["pdf"], ["application/pdf"]),
    TypeEntry("public.executable", "program", ["public.data"]),
    TypeEntry("com.apple.application", "application", ["public.executable"]),
    TypeEntry("public.database", "database", ["public.data"]),
    TypeEntry("public.log", "log", ["public.plain-text"], ["log"]),
    TypeEntry("public.image", "image", ["public.data", "public.content"]),
    TypeEntry("public.jpeg", "JPEG image", ["public.image"], ["jpeg", "jpg", "jpe"], ["image/jpeg", "image/jpg"]),
    TypeEntry("public.png", "PNG image", ["public.image"], ["png"], ["image/png"]),
    TypeEntry("com.compuserve.gif", "GIF image", ["public.image"], ["gif"], ["image/gif"]),
    TypeEntry("public.tiff", "TIFF image", ["public.image"], ["tiff", "tif"], ["image/tiff"]),
    TypeEntry("com.microsoft.bmp", "Windows bitmap image", ["public.image"], ["bmp"], ["image/bmp", "image/x-ms-bmp"]),
    TypeEntry("com.microsoft.ico", "Windows icon", ["public.image"], ["ico"], ["image/vnd.microsoft.icon", "image/x-icon"]),
    TypeEntry("com.apple.icns", "icon", ["public.image"], ["icns"]),
    TypeEntry("org.webmproject.webp", "WebP image", ["public.image"], ["webp"], ["image/webp"]),
    TypeEntry("public.heif", "HEIF image", ["public.image"], ["heif"], ["image/heif"]),
    TypeEntry("public.heic", "HEIC image", ["public.heif"], ["heic"], ["image/heic"]),
    TypeEntry("public.heics", "HEIC images", ["public.heif"], ["heics"], ["image/heic-sequence"]),
    TypeEntry("public.svg-image", "SVG image", ["public.image"], ["svg", "svgz"], ["image/svg+xml"]),
    TypeEntry("public.camera-raw-image", "camera's raw image", ["public.image"]),
    TypeEntry("com.adobe.raw-image", "DNG image", ["public.camera-raw-image"], ["dng"], ["image/x-adobe-dng"]),
    TypeEntry("com.ilm.openexr-image", "OpenEXR image", ["public.image"], ["exr"]),
    TypeEntry("com.apple.live-photo", "Live Photo", []),
    TypeEntry("public.audiovisual-content", "film or sound", ["public.data", "public.content"]),
    TypeEntry("public.movie", "film with or without sound", ["public.audiovisual-content"]),
    TypeEntry("public.video", "film without sound", ["public.movie"]),
    TypeEntry("public.audio", "sound", ["public.audiovisual-content"]),
    TypeEntry("com.apple.quicktime-movie", "QuickTime film", ["public.movie"], ["mov", "qt"], ["video/quicktime"]),
    TypeEntry("public.mpeg", "MPEG film", ["public.movie"], ["mpg", "mpeg", "mpe", "m75", "m15"], ["video/mpeg", "video/mpg"]),
    TypeEntry("public.mpeg-2-video", "MPEG-2 film", ["public.video"], ["m2v"], ["video/mpeg2"]),
    TypeEntry("public.mpeg-2-transport-stream", "MPEG-2 stream", ["public.movie"], ["ts"], ["video/mp2t"]),
    TypeEntry("public.mpeg-4", "MPEG-4 film", ["public.movie"], ["mp4", "mpg4"], ["video/mp4", "video/mpeg4"]),
    TypeEntry("com.apple.protected-mpeg-4-video", "MPEG-4 film of Apple", ["public.mpeg-4"], ["m4v"], ["video/x-m4v"]),
    TypeEntry("public.avi", "AVI film", ["public.movie"], ["avi", "vfw"], ["video/avi", "video/x-msvideo"]),
    TypeEntry("public.mp3", "MP3 sound", ["public.audio"], ["mp3", "mpga"], ["audio/mpeg", "audio/mp3"]),
    TypeEntry("com.microsoft.waveform-audio", "WAVE sound", ["public.audio"], ["wav", "wave", "bwf"], ["audio/wav", "audio/x-wav"]),
    TypeEntry("public.aiff-audio", "AIFF sound", ["public.audio"], ["aiff", "aif"], ["audio/aiff"]),
    TypeEntry("public.midi-audio", "MIDI sound", ["public.audio"], ["midi", "mid"], ["audio/midi"]),
    TypeEntry("public.mpeg-4-audio", "MPEG-4 sound", ["public.mpeg-4", "public.audio"], ["m4a"], ["audio/mp4", "audio/x-m4a"]),
    TypeEntry("public.playlist", "list of sounds", []),
    TypeEntry("public.m3u-playlist", "M3U list", ["public.text", "public.playlist"], ["m3u", "m3u8"], ["audio/mpegurl"]),
    TypeEntry("public.3d-content", "three-dimensional content", ["public.content"]),
    TypeEntry(
        "com.pixar.universal-scene-description-mobile", "USDZ scene", ["public.data", "public.3d-content"], ["usdz"], ["model/vnd.usdz+zip"]
    ),
    TypeEntry("public.font", "font", []),
    TypeEntry("org.idpf.epub-container", "EPUB book", ["public.data", "public.composite-content"], ["epub"], ["application/epub+zip"]),
    TypeEntry("public.avif", "AVIF image", ["public.heif"], ["avif"], ["image/avif"]),
    TypeEntry("public.pbm", "portable bitmap", ["public.image"], ["pbm", "pgm", "ppm", "pnm"], ["image/x-portable-anymap"]),
    TypeEntry("org.matroska.mkv", "Matroska film", ["public.movie"], ["mkv"], ["video/x-matroska"]),
    TypeEntry("org.webmproject.webm", "WebM film", ["public.movie"], ["webm"], ["video/webm"]),
    TypeEntry("com.apple.coreml.model", "Core ML model", ["public.data"], ["mlmodel"]),
    TypeEntry("com.apple.coreml.mlpackage", "Core ML package", ["com.apple.package"], ["mlpackage"]),
    TypeEntry("com.apple.coreml.compiled-model", "compiled Core ML model", ["public.directory"], ["mlmodelc"]),
]
