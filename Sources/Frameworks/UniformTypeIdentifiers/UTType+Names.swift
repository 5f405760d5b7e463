// Apple's names for file types, with their supertypes, file name extensions and MIME types.

extension UTType {
    /// Any item, such as a file or a folder.
    public static let item = UTType(known: "public.item")
    /// Any content, such as a document or a picture.
    public static let content = UTType(known: "public.content")
    /// Content that mixes several types of content.
    public static let compositeContent = UTType(known: "public.composite-content")
    /// Any bytes.
    public static let data = UTType(known: "public.data")
    /// A directory: a folder, a package or a bundle.
    public static let directory = UTType(known: "public.directory")
    /// A folder that a user sees as such.
    public static let folder = UTType(known: "public.folder")
    /// A folder that a user sees as a file.
    public static let package = UTType(known: "com.apple.package")
    /// Bundle (`.bundle`).
    public static let bundle = UTType(known: "com.apple.bundle")
    /// A reference to another file.
    public static let resolvable = UTType(known: "com.apple.resolvable")
    /// A symbolic link.
    public static let symbolicLink = UTType(known: "public.symlink")
    /// Archive.
    public static let archive = UTType(known: "public.archive")
    /// ZIP archive (`.zip`).
    public static let zip = UTType(known: "public.zip-archive")
    /// GNU zip archive (`.gz`).
    public static let gzip = UTType(known: "org.gnu.gnu-zip-archive")
    /// Bzip2 archive (`.bz2`).
    public static let bz2 = UTType(known: "public.bzip2-archive")
    /// A URL.
    public static let url = UTType(known: "public.url")
    /// The URL of a file.
    public static let fileURL = UTType(known: "public.file-url")
    /// Any text.
    public static let text = UTType(known: "public.text")
    /// Plain text (`.txt`).
    public static let plainText = UTType(known: "public.plain-text")
    /// Plain text in UTF-8.
    public static let utf8PlainText = UTType(known: "public.utf8-plain-text")
    /// Text with values between separators.
    public static let delimitedText = UTType(known: "public.delimited-values-text")
    /// Values separated by commas (`.csv`).
    public static let commaSeparatedText = UTType(known: "public.comma-separated-values-text")
    /// Values separated by tabs (`.tsv`).
    public static let tabSeparatedText = UTType(known: "public.tab-separated-values-text")
    /// Rich text (`.rtf`).
    public static let rtf = UTType(known: "public.rtf")
    /// HTML text (`.html`).
    public static let html = UTType(known: "public.html")
    /// XML text (`.xml`).
    public static let xml = UTType(known: "public.xml")
    /// JSON text (`.json`).
    public static let json = UTType(known: "public.json")
    /// YAML text (`.yml`).
    public static let yaml = UTType(known: "public.yaml")
    /// Property list (`.plist`).
    public static let propertyList = UTType(known: "com.apple.property-list")
    /// XML property list.
    public static let xmlPropertyList = UTType(known: "com.apple.xml-property-list")
    /// Binary property list.
    public static let binaryPropertyList = UTType(known: "com.apple.binary-property-list")
    /// Source code in any language.
    public static let sourceCode = UTType(known: "public.source-code")
    /// A script in any language.
    public static let script = UTType(known: "public.script")
    /// Swift source (`.swift`).
    public static let swiftSource = UTType(known: "public.swift-source")
    /// Python script (`.py`).
    public static let pythonScript = UTType(known: "public.python-script")
    /// Shell script (`.sh`).
    public static let shellScript = UTType(known: "public.shell-script")
    /// PDF document (`.pdf`).
    public static let pdf = UTType(known: "com.adobe.pdf")
    /// An executable program.
    public static let executable = UTType(known: "public.executable")
    /// An application.
    public static let application = UTType(known: "com.apple.application")
    /// A database.
    public static let database = UTType(known: "public.database")
    /// Log (`.log`).
    public static let log = UTType(known: "public.log")
    /// An image in any format.
    public static let image = UTType(known: "public.image")
    /// JPEG image (`.jpeg`).
    public static let jpeg = UTType(known: "public.jpeg")
    /// PNG image (`.png`).
    public static let png = UTType(known: "public.png")
    /// GIF image (`.gif`).
    public static let gif = UTType(known: "com.compuserve.gif")
    /// TIFF image (`.tiff`).
    public static let tiff = UTType(known: "public.tiff")
    /// Windows bitmap image (`.bmp`).
    public static let bmp = UTType(known: "com.microsoft.bmp")
    /// A Windows icon (`.ico`).
    public static let ico = UTType(known: "com.microsoft.ico")
    /// An Apple icon (`.icns`).
    public static let icns = UTType(known: "com.apple.icns")
    /// WebP image (`.webp`).
    public static let webP = UTType(known: "org.webmproject.webp")
    /// HEIF image (`.heif`).
    public static let heif = UTType(known: "public.heif")
    /// HEIC image (`.heic`).
    public static let heic = UTType(known: "public.heic")
    /// A sequence of HEIC images (`.heics`).
    public static let heics = UTType(known: "public.heics")
    /// SVG image (`.svg`).
    public static let svg = UTType(known: "public.svg-image")
    /// A camera's raw image in any format.
    public static let rawImage = UTType(known: "public.camera-raw-image")
    /// DNG image (`.dng`).
    public static let dng = UTType(known: "com.adobe.raw-image")
    /// OpenEXR image (`.exr`).
    public static let exr = UTType(known: "com.ilm.openexr-image")
    /// A Live Photo: a picture with a short film.
    public static let livePhoto = UTType(known: "com.apple.live-photo")
    /// Films or sound.
    public static let audiovisualContent = UTType(known: "public.audiovisual-content")
    /// A film with or without sound.
    public static let movie = UTType(known: "public.movie")
    /// A film without sound.
    public static let video = UTType(known: "public.video")
    /// Sound in any format.
    public static let audio = UTType(known: "public.audio")
    /// QuickTime film (`.mov`).
    public static let quickTimeMovie = UTType(known: "com.apple.quicktime-movie")
    /// MPEG film (`.mpg`).
    public static let mpeg = UTType(known: "public.mpeg")
    /// MPEG-2 film (`.m2v`).
    public static let mpeg2Video = UTType(known: "public.mpeg-2-video")
    /// MPEG-2 stream (`.ts`).
    public static let mpeg2TransportStream = UTType(known: "public.mpeg-2-transport-stream")
    /// MPEG-4 film (`.mp4`).
    public static let mpeg4Movie = UTType(known: "public.mpeg-4")
    /// Apple's variant of an MPEG-4 film (`.m4v`).
    public static let appleProtectedMPEG4Video = UTType(known: "com.apple.protected-mpeg-4-video")
    /// AVI film (`.avi`).
    public static let avi = UTType(known: "public.avi")
    /// MP3 sound (`.mp3`).
    public static let mp3 = UTType(known: "public.mp3")
    /// WAVE sound (`.wav`).
    public static let wav = UTType(known: "com.microsoft.waveform-audio")
    /// AIFF sound (`.aiff`).
    public static let aiff = UTType(known: "public.aiff-audio")
    /// MIDI sound (`.midi`).
    public static let midi = UTType(known: "public.midi-audio")
    /// MPEG-4 sound (`.m4a`).
    public static let mpeg4Audio = UTType(known: "public.mpeg-4-audio")
    /// A list of sounds or films to play.
    public static let playlist = UTType(known: "public.playlist")
    /// M3U list (`.m3u`).
    public static let m3uPlaylist = UTType(known: "public.m3u-playlist")
    /// Three-dimensional content.
    public static let threeDContent = UTType(known: "public.3d-content")
    /// USDZ scene (`.usdz`).
    public static let usdz = UTType(known: "com.pixar.universal-scene-description-mobile")
    /// A font in any format.
    public static let font = UTType(known: "public.font")
    /// EPUB book (`.epub`).
    public static let epub = UTType(known: "org.idpf.epub-container")
}
