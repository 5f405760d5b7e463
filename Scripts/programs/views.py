"""The view files of a program: the files that show something, or are part of something that does."""
import re

import units

# Apple's modules whose import makes a view file.
MODULES = {"SwiftUI", "WidgetKit"}
# The types of views, by the ends of their names: of UIKit, AppKit and the modules whose views are subclasses of theirs, such as MTKView.
PARTS = "View|ViewController|Window|WindowController|Control|Button|Label|Slider|Cell|GestureRecognizer|Responder|ApplicationDelegate|SceneDelegate"
BASE = re.compile(rf"(UI|NS)\w*({PARTS})|[A-Z]\w*(View|ViewController)|UIApplication|NSApplication")
DECLARATION = re.compile(
    r"^\s*(?:@\w+(?:\([^)\n]*\))?\s+)*(?:(?:public|open|final|private|fileprivate|internal|package)\s+)*"
    r"(class|struct|enum|actor|protocol|extension)\s+([A-Z][\w.]*)(?:<[^{\n]*?>)?\s*(?::\s*([^{]*?))?\s*(?:\bwhere\b[^{]*)?\{", re.M)


def declarations(source):
    """Each type that a file declares or extends: the keyword, its name, and the names that it inherits from or conforms to."""
    for keyword, name, parents in DECLARATION.findall(source):
        yield keyword, name.split(".")[-1], [one.strip().split("<")[0].split(".")[-1] for one in parents.split(",") if one.strip()]


def view_files(sources):
    """The files among `sources`, a dictionary of texts by file, that are view files by the rule of Documentation/Compatibility.md:

    - a file that imports SwiftUI or WidgetKit,
    - a file that declares or extends a view: a type that inherits from a view, a view controller, a control, a window, a gesture recognizer, or from
      the responder or the delegate of an application, directly or through types of the unit.
    """
    declared = {file: list(declarations(source)) for file, source in sources.items()}
    own = {name for found in declared.values() for keyword, name, _ in found if keyword != "extension"}
    views = set()

    def is_view(name):
        # The name of a type of the unit says nothing; its own parents do.
        return name in views or name not in own and BASE.fullmatch(name) is not None

    while True:
        new = {name for found in declared.values() for _, name, parents in found if name not in views and any(map(is_view, parents))}
        if not new:
            break
        views |= new
    return {file for file, source in sources.items()
            if {match[1] for line in source.splitlines() if (match := units.IMPORT.match(line))} & MODULES
            or any(is_view(name) for _, name, _ in declared[file])}
