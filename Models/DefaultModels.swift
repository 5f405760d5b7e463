/// The default models as resources of the package: the build copies them beside the programs that use Vision, where `ModelFolders` finds them.
enum DefaultModels {}
