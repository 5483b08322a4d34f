internal import OutliveModel

extension Backtrace {
    /// The functions of the user that have lines, or else all functions, or else bare addresses, without repetitions.
    ///
    /// The name is the short one of the function, or the bare address if it has none. The line is the one of the place.
    var calls: [(name: String, place: String?, line: SourceLine?)] {
        let user = userSymbols
        let calls: [(name: String, place: String?, line: SourceLine?)]
        if !user.isEmpty {
            calls = user.map(\.call)
        } else {
            let own = frames.filter { !$0.isInPlatformLibrary }
            calls = (own.isEmpty ? frames : own).flatMap { frame in
                frame.symbols.isEmpty ? [(frame.place, nil, nil)] : frame.symbols.map(\.call)
            }
        }
        // Consecutive parts of an async function have one name.
        return calls.enumerated().filter { $0.offset == 0 || $0.element != calls[$0.offset - 1] }.map(\.element)
    }
}

extension Symbol {
    fileprivate var call: (name: String, place: String?, line: SourceLine?) {
        let place = file.map { file in line.map { "\(file):\($0)" } ?? file }
        return (
            FunctionName(function).brief, place, file.flatMap { file in line.map { SourceLine(file: file, line: $0) } }
        )
    }
}

extension Frame {
    /// The address as `module+0xoffset (build-id)`.
    fileprivate var place: String {
        let name = module.isEmpty ? "?" : String(module.split(separator: "/").last ?? "?")
        return "\(name)+0x\(String(offset, radix: 16))" + (buildID.map { " (\($0))" } ?? "")
    }
}

extension Backtrace {
    /// The file and line of the innermost function of the program, or else that function, or else module and offset.
    var place: String {
        if let symbol = bestSymbol, let file = symbol.file?.split(separator: "/").last, let line = symbol.line {
            let module = FunctionName(symbol.function).module.map { "\($0)/" } ?? ""
            return "\(module)\(file):\(line)"
        }
        guard let frame = bestFrame else { return "" }
        if let symbol = frame.symbols.first { return FunctionName(symbol.function).brief }
        let module = frame.module.split(separator: "/").last ?? "?"
        return "\(module)+0x\(String(frame.offset, radix: 16))"
    }
}
