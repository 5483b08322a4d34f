internal import OutliveModel

/// A function on a stack, as people read it.
struct Call: Hashable {
    /// Its name in brief, or the bare address where it has none.
    var name: String
    /// `/src/App/Feed.swift:42`, where it is known.
    var place: String?
}

extension Backtrace {
    /// The user's functions with lines, else all functions, else the bare addresses; repetitions once.
    var calls: [Call] {
        let user = userSymbols
        let calls: [Call]
        if !user.isEmpty {
            calls = user.map(Call.init)
        } else {
            let own = frames.filter { !$0.isInPlatformLibrary }
            calls = (own.isEmpty ? frames : own).flatMap { frame in
                frame.symbols.isEmpty ? [Call(name: frame.place)] : frame.symbols.map(Call.init)
            }
        }
        // Parts of an async function follow each other under one name.
        return calls.enumerated().filter { $0.offset == 0 || $0.element != calls[$0.offset - 1] }.map(\.element)
    }
}

extension Call {
    fileprivate init(_ symbol: Symbol) {
        name = FunctionName(symbol.function).brief
        place = symbol.file.map { file in symbol.line.map { "\(file):\($0)" } ?? file }
    }
}

extension Frame {
    /// `module+0xoffset (build-id)`.
    fileprivate var place: String {
        let name = module.isEmpty ? "?" : String(module.split(separator: "/").last ?? "?")
        return "\(name)+0x\(String(offset, radix: 16))" + (buildID.map { " (\($0))" } ?? "")
    }
}
