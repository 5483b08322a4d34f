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

private let forwarder = "partial apply forwarder for "

/// Returns `true` if a name belongs to a partial apply forwarder, which has no line of its own.
func isForwarder(_ name: String) -> Bool { name.hasPrefix(forwarder) }

/// Returns the name of the function in the source, without marks of forwarding, specialisation and merging.
func plainName(_ name: String) -> String {
    var rest = Substring(name)
    if let suffix = rest.firstRange(of: " with unmangled suffix ") { rest = rest[..<suffix.lowerBound] }
    while let shorter = withoutFirstMark(rest) { rest = shorter }
    return String(rest)
}

/// Returns the name without its first mark, or `nil` if it has none.
private func withoutFirstMark(_ name: Substring) -> Substring? {
    for mark in [forwarder, "merged ", "specialized "] where name.hasPrefix(mark) {
        return name.dropFirst(mark.count)
    }
    let marks = [
        "generic specialization <", "generic not re-abstracted specialization <",
        "function signature specialization <",
    ]
    guard marks.contains(where: name.hasPrefix) else { return nil }
    // The specialisation is in angle brackets, which can contain further brackets and arrows.
    let pieces = BracketedText(name).split(at: " of ")
    guard pieces.count > 1, pieces[0].hasSuffix(">") else { return nil }
    return Substring(name.utf8.dropFirst(pieces[0].utf8.count + " of ".utf8.count))
}

/// Returns the mangled name of the function that encloses a closure, which is a prefix of the closure's mangled
/// name.
///
/// - Parameter name: The plain name of the closure: `closure #1 () -> () in App.Screen.configure() -> ()`.
func enclosingFunction(ofClosure closure: String, named name: String) -> String? {
    var prefix = closure.dropLast()
    while prefix.count > 3 {
        let readable = demangled(String(prefix))
        if readable != prefix, name.hasSuffix(" in " + readable) { return String(prefix) }
        prefix = prefix.dropLast()
    }
    return nil
}
