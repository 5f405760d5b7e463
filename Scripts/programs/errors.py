"""Sorts a compiler's error by whose it is: ours, Foundation's on Linux, a neighbour's, or the program's own."""
import re

OURS, FOUNDATION, NEIGHBOUR, OWN = "ours", "Foundation", "neighbour", "own"

# Apple's modules that a program may import beside ours; any other module that is not here is a package's.
APPLE = set("""
ARKit AVKit Accelerate AdSupport AppIntents AppKit AppTrackingTransparency ApplicationServices AudioToolbox AudioUnit AuthenticationServices
Carbon Charts CloudKit Cocoa CommonCrypto Compression Contacts CoreAudio CoreBluetooth CoreData CoreHaptics CoreImage.CIFilterBuiltins CoreLocation
CoreML CoreMIDI CoreMotion CoreServices CoreSpotlight CoreTelephony CreateML CreateMLComponents CreateMLUI CryptoKit EventKit FoundationModels GLKit
GameController GameplayKit HealthKit IOKit IOSurface ImageCaptureCore ImagePlayground Intents JavaScriptCore LinkPresentation LocalAuthentication
MLCompute MapKit MediaPlayer MessageUI Messages Metal MetalKit MetalPerformanceShaders MetalPerformanceShadersGraph MobileCoreServices
MultipeerConnectivity NaturalLanguage Network NotificationCenter OpenGLES PDFKit PencilKit Photos PhotosUI PlaygroundSupport Quartz QuartzCore QuickLook
RealityFoundation RealityKit ReplayKit SafariServices SceneKit ScreenCaptureKit Security ServiceManagement ShazamKit Social SoundAnalysis Speech
SpriteKit StoreKit SwiftData SwiftUI SystemConfiguration TabularData Translation UIKit UserNotifications VideoToolbox VisionKit WatchConnectivity WatchKit WebKit
WidgetKit XCPlayground AVFAudio OSLog os Combine CoreGraphics CoreMedia CoreVideo CoreText CoreFoundation ImageIO AVFoundation CoreImage Vision simd
UniformTypeIdentifiers BackgroundTasks DeviceCheck CoreWLAN ActivityKit TipKit RoomPlan CarPlay AppleScriptObjC ScriptingBridge Cinematic
""".split())
# Modules that are the system's part of Foundation: what lacks there is Linux's.
SYSTEM = {"Foundation", "Darwin", "ObjectiveC", "Dispatch", "Swift"}
# Modules of which only a part is here, such as the types for images: the rest of them is a neighbour's.
PARTIAL = {"UIKit", "AppKit", "Cocoa", "QuartzCore", "PDFKit", "Quartz"}
# Those whose names have no prefix.
UNPREFIXED = {"SwiftUI", "SwiftData", "Charts", "RealityKit", "TabularData", "PlaygroundSupport", "CreateMLComponents"}
# The families of names, the longest prefix first.
FAMILIES = [(re.compile(pattern), module) for pattern, module in [
    (r"VNDocumentCamera\w+", "VisionKit"), (r"VN[A-Z]\w+", "Vision"), (r"MLX\w*", None),
    (r"ML\w*(Classifier|Regressor|Recommender|Data(Table|Column|Value)|Tagger|Gazetteer|WordEmbedding|Training|StyleTransfer|ObjectDetector|Job)\w*",
     "CreateML"),
    (r"MLC[A-Z]\w+", "MLCompute"), (r"ML[A-Z][a-z]\w+", "CoreML"), (r"(k?CI[A-Z])\w+", "CoreImage"),
    (r"k?CGImage(Source|Destination|Metadata|Property|Auxiliary|Animation)\w*", "ImageIO"), (r"k?CG[A-Z]\w+", "CoreGraphics"),
    (r"CTM\w*|CTTelephony\w*", None), (r"k?CT[A-Z]\w+", "CoreText"), (r"k?CV[A-Z]\w+", "CoreVideo"), (r"k?CM[A-Z]\w+", "CoreMedia"),
    (r"AV(PlayerView|RoutePicker|PictureInPicture)\w*", "AVKit"), (r"AV[A-Z]\w+", "AVFoundation"), (r"k?CF[A-Z]\w+", "CoreFoundation"),
    (r"UT(Type\w*|Tag\w*)", "UniformTypeIdentifiers"), (r"k?UTType\w+", "MobileCoreServices"), (r"os_\w+|OS(Log|Signpost|Allocated)\w*", "os"),
    (r"UI[A-Z]\w+|NSDirectional\w+|IB(Action|Outlet|Inspectable|Designable)|UIApplicationMain|NSApplicationMain", "UIKit"),
    (r"NS(App|Application|Image|Color|Font|View|Window|Bezier|Event|Open|Save|Pasteboard|Workspace|Screen|Alert|Status|Menu|Text|Button|Control|Cursor|"
     r"Drag|Graphics|Hosting|Item|Layout|Paragraph|Popover|Running|Scroll|Sharing|Stack|Table|Collection|Diffable|Toolbar|Tracking|Bitmap|Visual|Box|"
     r"Responder|Segmented|Slider|Split|Tab|Gesture|Click|Progress(Indicator)|PopUp|Search|ServicesMenu|SpeechSynth)\w*", "AppKit"),
    (r"AR[A-Z][a-z]\w+", "ARKit"), (r"SCN\w+", "SceneKit"), (r"SK[A-Z]\w+", "SpriteKit"), (r"MPS\w+", "MetalPerformanceShaders"),
    (r"MTK\w+", "MetalKit"), (r"MTL[A-Z]\w+", "Metal"), (r"k?CA[A-Z]\w+", "QuartzCore"), (r"PH[A-Z]\w+", "Photos"), (r"CL[A-Z]\w+", "CoreLocation"),
    (r"MK[A-Z]\w+", "MapKit"), (r"VT[A-Z]\w+|kVT\w+", "VideoToolbox"), (r"NL[A-Z]\w+", "NaturalLanguage"), (r"SN[A-Z]\w+", "SoundAnalysis"),
    (r"SF[A-Z]\w+", "Speech"), (r"WK[A-Z]\w+", "WebKit"), (r"PDF[A-Z]\w+", "PDFKit"), (r"SC[A-Z][a-z]\w+", "ScreenCaptureKit"),
    (r"(vDSP|k?vImage|cblas|catlas|BNNS)_?\w*|vForce|vv[a-z0-9]+f?|[sd]g(esv|emm|etr[fi])_", "Accelerate"),
    (r"(Observable|Connectable)Object(Publisher)?|Published|(Any)?Cancellable|AnyPublisher|Publishers?|Subscribers?|Subscription|Just|\w+Subject", "Combine"),
    (r"\w*View(Modifier|Builder|Representable|ControllerRepresentable)?|(State|Observed|Environment)(Object)?|Binding|Bindable|FetchRequest|AppStorage|"
     r"SceneStorage|FocusState|App|Scene|WindowGroup|Text(Field|Editor)?|Image|Color|Button|[HVZ]Stack|Lazy\w+|Spacer|List|ForEach|Form|Group|Section|"
     r"GeometryReader|Toggle|Slider|Picker|Label|Path|Shape|Rectangle|Circle|RoundedRectangle|\w*Style|\w*Preview(s|Provider)?|Alert|Animation|Font|"
     r"EdgeInsets|UnitPoint|Alignment|Environment\w*|ToolbarItem\w*|ContentUnavailableView|PhotosPicker\w*", "SwiftUI"),
    (r"NS[A-Z]\w+|URL\w*|JSON\w+|Bundle|FileManager|FileHandle|Process(Info)?|Data|Date|DateComponents\w*|DateFormatter|UserDefaults|Notification\w*|"
     r"Timer|Thread|Progress|Measurement|Locale|Operation(Queue)?|IndexPath|IndexSet|UUID|Unit\w+|\w*Formatter|CharacterSet|HTTPURLResponse|"
     r"Decimal|Calendar|TimeZone|Scanner|RunLoop|DispatchQueue|AttributedString|Undo\w+", "Foundation"),
    (r"autoreleasepool|objc_\w+|Selector|class_\w+|method_\w+|AutoreleasingUnsafe\w+", "ObjectiveC"),
    (r"mach_\w+|KERN_\w+|task_\w+|vm_\w+|sysctl\w*|host_\w+|MACH_\w+|TASK_\w+|HOST_\w+|thread_\w+|arc4random\w*|natural_t|integer_t|errSec\w+|"
     r"memset_pattern\w+|proc_\w+", "Darwin"),
]]
STANDARD = {"String", "Int", "Float", "Double", "Collection", "Sequence", "Character", "UInt8", "Substring"}
NAME = re.compile(r"[A-Za-z_]\w*")
SCOPE = re.compile(r"(?:cannot find (?:type )?|unknown attribute |no macro named |use of undeclared type )'@?([\w.]+)'")
MEMBER = re.compile(r"(?:value of (?:optional )?type|type) '([^']+)'(?: \(aka '[^']+'\))? has no (?:dynamic )?member '([^']+)'")
# A class can override a declaration of an extension, or in an extension, only by Objective-C's runtime.
OBJECTIVE_C = re.compile(r"cannot be overridden from extension|is declared in extension of .* and cannot be overridden|"
                         r"Objective-C interoperability|#selector|#keyPath|@objc|'dynamic'|only '@objc'|@NSManaged|key path.*Objective-C|\bobjc\b")


class Unit:
    """The knowledge that sorting needs: the build's modules, the public names of ours by module, the unit's own names, and which modules stood in."""

    def __init__(self, built, names, own=(), stood_in=(), models=()):
        self.built, self.names, self.own, self.models = set(built), names, set(own), set(models)
        self.neighbours = {name for name in stood_in if name in APPLE}
        self.packages = set(stood_in) - self.neighbours

    def module(self, name):
        """The module that a name is of: `None` where it is the unit's own or not known."""
        if name in self.names:
            return self.names[name]
        if name in self.own:
            return None
        for pattern, module in FAMILIES:
            if pattern.fullmatch(name):
                if module == "UIKit" and not self.neighbours & {"UIKit", "SwiftUI"} and self.neighbours & {"AppKit", "Cocoa"}:
                    return "AppKit"
                if module == "SwiftUI" and module not in self.neighbours:
                    return None
                if module == "AppKit" and "UIKit" in self.neighbours and not self.neighbours & {"AppKit", "Cocoa"}:
                    return "UIKit"
                return module
        return None

    def kind(self, module):
        if module in SYSTEM or (module == "CoreFoundation"):
            return FOUNDATION
        return OURS if module in self.built and module not in PARTIAL else NEIGHBOUR

    def follow_up(self, message):
        """An error that names nobody: of the first thing that is missing."""
        if self.neighbours:
            return NEIGHBOUR, min(self.neighbours), None
        return OWN, min(self.packages, default=""), None

    def sort_all(self, found):
        """The errors of a file, sorted."""
        kinds = [self.sort(*error) for error in found]
        # If nobody has a type of the program, sources that a tool generates are missing, and with them extensions of the standard types.
        if any(kind == (OWN, "", None) and SCOPE.search(error[0]) for kind, error in zip(kinds, found)):
            kinds = [(OWN, "", None) if kind[0] == FOUNDATION and kind[2] and kind[2].split(".")[0] in STANDARD else kind for kind in kinds]
        return kinds

    def sort(self, message, line="", column=0):
        """Whose the error is, of which module, and what is missing (`None` where the message follows from another error)."""
        if OBJECTIVE_C.search(message):
            return FOUNDATION, "ObjectiveC", "@objc, #selector, #keyPath"
        if found := SCOPE.search(message):
            return self.sort_name(found[1].split(".")[0])
        if found := MEMBER.search(message):
            return self.sort_member(*found.groups())
        if "FoundationNetworking" in message:
            return FOUNDATION, "Foundation", "import FoundationNetworking"
        quoted = [name for part in re.findall(r"'([^']*)'", message) for name in NAME.findall(part)]
        if "Metal" in self.neighbours and (label := re.search(r"\bmtl[A-Z]\w*:", line)):
            return NEIGHBOUR, "Metal", f"initialisers with {label[0]}"
        if set(quoted) & self.models or "StandIn" in message:
            return OWN, "", "a model's class"
        is_inherited = re.search(r"conform|override|superclass|inherit|initializer|protocol", message)
        # A class whose superclass is missing is not what that superclass is.
        is_inherited = is_inherited or re.match(r"cannot (assign|convert) value of type '(\w+)'", message) and quoted[0] in self.own
        if is_inherited and self.neighbours and set(quoted) & self.own:
            return self.follow_up(message)
        modules = [(module, name) for name in quoted if (module := self.module(name))]
        if not modules and column:
            callee = re.match(r"[\w.]+", line[column - 1:]) or re.search(r"[\w.]+$", line[:column - 1])
            if callee:
                modules = [(module, name) for name in callee[0].split(".")[:1] if (module := self.module(name))]
        for wanted in (NEIGHBOUR, OURS):
            for module, name in modules:
                if self.kind(module) == wanted:
                    return wanted, module, f"{name}: {short(message)}"
        if self.neighbours or self.packages or not modules:
            return self.follow_up(message)
        return FOUNDATION, modules[0][0], f"{modules[0][1]}: {short(message)}"

    def sort_name(self, name):
        if name in self.models:
            return OWN, "", "a model's class"
        if name[:1].islower() and f".{name}" in self.own:  # a function of the program's, in a file that is not of this unit
            return self.follow_up(name)
        module = self.module(name)
        if module:
            return self.kind(module), module, name
        if name in self.own:
            return self.follow_up(name)
        if self.neighbours & UNPREFIXED and name[:1].isupper() and not self.packages:
            return NEIGHBOUR, min(self.neighbours & UNPREFIXED), name
        return self.follow_up(name) if not self.packages else (OWN, min(self.packages), name)

    def sort_member(self, type_name, member):
        names = [name for name in NAME.findall(type_name) if name not in {"any", "some", "Type", "Optional", "Array"}]
        base = names[0] if names else type_name
        if base in self.models or "StandIn" in type_name:
            return OWN, "", "a model's class"
        if f".{member.split('(')[0]}" in self.own:  # an extension of the program's, in a file that is not of this unit
            return self.follow_up(member)
        for name in names:
            module = self.module(name)
            if module:
                return self.kind(module), module, f"{type_name.replace('.Type', '').rstrip('?')}.{member}"
        if base in STANDARD and not self.packages:
            return FOUNDATION, "Foundation", f"{base}.{member}"
        return self.follow_up(member)


def short(message):
    return re.sub(r"; .*| \(aka '[^']*'\)", "", message)[:90]
