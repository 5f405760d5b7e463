/// The default models, as resources of the package. The build copies the models beside each program that uses Vision. `ModelFolders` finds them
/// there.
enum DefaultModels {}
