import MobileCoreServices
import Testing
import UniformTypeIdentifiers

@Suite("The names of types before UTType")
struct UTTypeNameTests {
    @Test("The names are the identifiers of types")
    func names() {
        let pairs: [(CFString, UTType)] = [
            (kUTTypeImage, .image), (kUTTypeJPEG, .jpeg), (kUTTypePNG, .png), (kUTTypeGIF, .gif), (kUTTypeMovie, .movie),
            (kUTTypeVideo, .video), (kUTTypeMPEG4, .mpeg4Movie), (kUTTypeQuickTimeMovie, .quickTimeMovie), (kUTTypeLivePhoto, .livePhoto),
            (kUTTypeFileURL, .fileURL), (kUTTypeURL, .url), (kUTTypePlainText, .plainText), (kUTTypeFolder, .folder), (kUTTypePDF, .pdf),
            (kUTTypeAudio, .audio), (kUTTypeItem, .item), (kUTTypeRawImage, .rawImage), (kUTTypeMP3, .mp3),
        ]
        for (name, type) in pairs { #expect(UTType(name as String) == type) }
    }

    @Test("Types have tags, and tags have types")
    func tags() {
        func tag(_ type: CFString, _ tagClass: CFString) -> String? {
            UTTypeCopyPreferredTagWithClass(type, tagClass)?.takeRetainedValue()
        }
        #expect(tag(kUTTypeJPEG, kUTTagClassFilenameExtension) == "jpeg" && tag(kUTTypeJPEG, kUTTagClassMIMEType) == "image/jpeg")
        #expect(tag(kUTTypeImage, kUTTagClassFilenameExtension) == nil && tag("no.such.type", kUTTagClassMIMEType) == nil)
        #expect(tag(kUTTypeJPEG, "com.apple.ostype") == nil)
        func type(_ tagClass: CFString, _ tag: CFString, _ parent: CFString?) -> String? {
            UTTypeCreatePreferredIdentifierForTag(tagClass, tag, parent)?.takeRetainedValue()
        }
        #expect(type(kUTTagClassFilenameExtension, "PNG", nil) == kUTTypePNG)
        #expect(type(kUTTagClassMIMEType, "video/mp4", kUTTypeMovie) == kUTTypeMPEG4)
        #expect(type(kUTTagClassFilenameExtension, "png", kUTTypeMovie) != kUTTypePNG && type(kUTTagClassMIMEType, "", nil) == nil)
        #expect(UTTypeCopyDescription(kUTTypePNG)?.takeRetainedValue() == "PNG image" && UTTypeCopyDescription("no.such.type") == nil)
    }

    @Test("A type is a kind of those above it")
    func kinds() {
        #expect(UTTypeConformsTo(kUTTypePNG, kUTTypeImage) && !UTTypeConformsTo(kUTTypeImage, kUTTypePNG))
        #expect(UTTypeConformsTo("no.such.type", "No.Such.Type") && !UTTypeConformsTo("no.such.type", kUTTypeImage))
        #expect(UTTypeEqual(kUTTypePNG, "PUBLIC.PNG") && !UTTypeEqual(kUTTypePNG, kUTTypeJPEG))
    }
}
