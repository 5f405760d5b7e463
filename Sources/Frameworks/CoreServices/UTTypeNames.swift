// The names of types before `UTType`. They are the identifiers of the module UniformTypeIdentifiers.

/// Any item, such as a file or a folder.
public let kUTTypeItem: CFString = "public.item"
/// Any content, such as a document or a picture.
public let kUTTypeContent: CFString = "public.content"
/// Any bytes.
public let kUTTypeData: CFString = "public.data"
/// A folder or a package.
public let kUTTypeDirectory: CFString = "public.directory"
/// A folder.
public let kUTTypeFolder: CFString = "public.folder"
/// A folder that looks like a file.
public let kUTTypePackage: CFString = "com.apple.package"
/// A folder with a program and its resources.
public let kUTTypeBundle: CFString = "com.apple.bundle"
/// An archive of files.
public let kUTTypeArchive: CFString = "public.archive"
/// A ZIP archive.
public let kUTTypeZipArchive: CFString = "public.zip-archive"
/// A URL.
public let kUTTypeURL: CFString = "public.url"
/// The URL of a file.
public let kUTTypeFileURL: CFString = "public.file-url"
/// Any text.
public let kUTTypeText: CFString = "public.text"
/// Text without formats.
public let kUTTypePlainText: CFString = "public.plain-text"
/// Text without formats in UTF-8.
public let kUTTypeUTF8PlainText: CFString = "public.utf8-plain-text"
/// A table with commas between the values.
public let kUTTypeCommaSeparatedText: CFString = "public.comma-separated-values-text"
/// Text in RTF.
public let kUTTypeRTF: CFString = "public.rtf"
/// Text in HTML.
public let kUTTypeHTML: CFString = "public.html"
/// A file in XML.
public let kUTTypeXML: CFString = "public.xml"
/// A file in JSON.
public let kUTTypeJSON: CFString = "public.json"
/// A property list.
public let kUTTypePropertyList: CFString = "com.apple.property-list"
/// Source code in any language.
public let kUTTypeSourceCode: CFString = "public.source-code"
/// A PDF file.
public let kUTTypePDF: CFString = "com.adobe.pdf"
/// A program.
public let kUTTypeExecutable: CFString = "public.executable"
/// A picture.
public let kUTTypeImage: CFString = "public.image"
/// A JPEG file.
public let kUTTypeJPEG: CFString = "public.jpeg"
/// A PNG file.
public let kUTTypePNG: CFString = "public.png"
/// A GIF file.
public let kUTTypeGIF: CFString = "com.compuserve.gif"
/// A TIFF file.
public let kUTTypeTIFF: CFString = "public.tiff"
/// A Windows bitmap.
public let kUTTypeBMP: CFString = "com.microsoft.bmp"
/// A Windows icon.
public let kUTTypeICO: CFString = "com.microsoft.ico"
/// An icon of Apple's.
public let kUTTypeAppleICNS: CFString = "com.apple.icns"
/// A camera's raw picture.
public let kUTTypeRawImage: CFString = "public.camera-raw-image"
/// An SVG file.
public let kUTTypeScalableVectorGraphics: CFString = "public.svg-image"
/// A photo with a film.
public let kUTTypeLivePhoto: CFString = "com.apple.live-photo"
/// A film or a sound.
public let kUTTypeAudiovisualContent: CFString = "public.audiovisual-content"
/// A film with or without sound.
public let kUTTypeMovie: CFString = "public.movie"
/// A film without sound.
public let kUTTypeVideo: CFString = "public.video"
/// A sound.
public let kUTTypeAudio: CFString = "public.audio"
/// A QuickTime file.
public let kUTTypeQuickTimeMovie: CFString = "com.apple.quicktime-movie"
/// An MPEG-1 or MPEG-2 film.
public let kUTTypeMPEG: CFString = "public.mpeg"
/// An MPEG-2 film.
public let kUTTypeMPEG2Video: CFString = "public.mpeg-2-video"
/// An MPEG-2 stream.
public let kUTTypeMPEG2TransportStream: CFString = "public.mpeg-2-transport-stream"
/// An MPEG-4 film.
public let kUTTypeMPEG4: CFString = "public.mpeg-4"
/// An MPEG-4 sound.
public let kUTTypeMPEG4Audio: CFString = "public.mpeg-4-audio"
/// An MPEG-4 film of Apple's.
public let kUTTypeAppleProtectedMPEG4Video: CFString = "com.apple.protected-mpeg-4-video"
/// An AVI film.
public let kUTTypeAVIMovie: CFString = "public.avi"
/// An MP3 sound.
public let kUTTypeMP3: CFString = "public.mp3"
/// A WAVE sound.
public let kUTTypeWaveformAudio: CFString = "com.microsoft.waveform-audio"
/// An AIFF sound.
public let kUTTypeAudioInterchangeFileFormat: CFString = "public.aiff-audio"
/// A MIDI file.
public let kUTTypeMIDIAudio: CFString = "public.midi-audio"
