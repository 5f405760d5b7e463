// Apple's module of Create ML in Xcode's playgrounds. Its one type is declared in CreateML.
@_exported import CreateML
