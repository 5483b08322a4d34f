internal import OutliveModel

struct BacktraceCall: Hashable {
    /// The short name of the function, or the bare address if it has none.
    var name: String
    var place: String?
    /// The line of the place, if it has one.
    var line: SourceLine?
}

extension Backtrace {
    /// The functions of the user that have lines, or else all functions, or else bare addresses, without repetitions.
    var calls: [BacktraceCall] {
        let user = userSymbols
        let calls: [BacktraceCall]
        if !user.isEmpty {
            calls = user.map(BacktraceCall.init)
        } else {
            let own = frames.filter { !$0.isInPlatformLibrary }
            calls = (own.isEmpty ? frames : own).flatMap { frame in
                frame.symbols.isEmpty ? [BacktraceCall(name: frame.place)] : frame.symbols.map(BacktraceCall.init)
            }
        }
        // Consecutive parts of an async function have one name.
        return calls.enumerated().filter { $0.offset == 0 || $0.element != calls[$0.offset - 1] }.map(\.element)
    }
}

extension BacktraceCall {
    fileprivate init(_ symbol: Symbol) {
        name = FunctionName(symbol.function).brief
        line = symbol.file.flatMap { file in symbol.line.map { SourceLine(file: file, line: $0) } }
        place = symbol.file.map { file in symbol.line.map { "\(file):\($0)" } ?? file }
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
