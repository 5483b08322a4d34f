internal import OutliveSupport

/// The demangler of the Swift runtime; `flags` must be 0.
@_silgen_name("swift_demangle")
private func swiftDemangle(
    _ name: UnsafePointer<CChar>, _ length: UInt, _ buffer: UnsafeMutablePointer<CChar>?,
    _ bufferSize: UnsafeMutablePointer<UInt>?, _ flags: UInt32
) -> UnsafeMutablePointer<CChar>?

/// Returns the demangled name of a Swift symbol; other names are returned unchanged.
func demangled(_ name: String) -> String {
    guard let readable = swiftDemangle(name, UInt(name.utf8.count), nil, nil, 0) else { return name }
    defer { free(readable) }
    return String(cString: readable)
}

/// Returns the demangled name of a function; parts of a split async function have the name of that function.
///
/// - Parameter name: A mangled or demangled name, for example `(2) await resume partial function for App.load() async
///   -> ()`.
func functionName(_ name: String) -> String {
    var readable = demangled(name)[...]
    while let end = endOfPart(readable) { readable = readable[end...] }
    return String(readable)
}

/// Returns the start of the async function's name in the name of one of its parts, or `nil` if it is no such name.
private func endOfPart(_ name: Substring) -> String.Index? {
    guard name.utf8.first == UInt8(ascii: "(") else { return nil }
    let digits = name.dropFirst().prefix { $0.isASCII && $0.isNumber }
    let rest = name[digits.endIndex...]
    guard !digits.isEmpty else { return nil }
    return [") await resume partial function for ", ") suspend resume partial function for "]
        .first(where: rest.hasPrefix).map { rest.index(rest.startIndex, offsetBy: $0.count) }
}
