/// The release that the runtime is of.
package enum Release {
    package static let version = "0.1.0"
}
