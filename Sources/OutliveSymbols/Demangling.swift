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

/// The readable name of a function: of a part that the compiler split an async function into, the name of that function.
///
/// - Parameter name: mangled or readable; `(2) await resume partial function for App.load() async -> ()`, say.
func functionName(_ name: String) -> String {
    var readable = demangled(name)[...]
    while let end = endOfPart(readable) { readable = readable[end...] }
    return String(readable)
}

/// Where the name of the async function begins in that of one of its parts; nil where it is no such name.
private func endOfPart(_ name: Substring) -> String.Index? {
    guard name.utf8.first == UInt8(ascii: "(") else { return nil }
    let digits = name.dropFirst().prefix { $0.isASCII && $0.isNumber }
    let rest = name[digits.endIndex...]
    guard !digits.isEmpty else { return nil }
    return [") await resume partial function for ", ") suspend resume partial function for "]
        .first(where: rest.hasPrefix).map { rest.index(rest.startIndex, offsetBy: $0.count) }
}
