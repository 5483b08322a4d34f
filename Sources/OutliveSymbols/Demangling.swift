internal import Glibc

/// The runtime's own demangler; its flags must be 0.
@_silgen_name("swift_demangle")
private func swiftDemangle(
    _ name: UnsafePointer<CChar>, _ length: UInt, _ buffer: UnsafeMutablePointer<CChar>?,
    _ bufferSize: UnsafeMutablePointer<UInt>?, _ flags: UInt32
) -> UnsafeMutablePointer<CChar>?

/// The readable form of a mangled Swift name; any other name unchanged.
func demangled(_ name: String) -> String {
    guard let readable = swiftDemangle(name, UInt(name.utf8.count), nil, nil, 0) else { return name }
    defer { free(readable) }
    return String(cString: readable)
}
