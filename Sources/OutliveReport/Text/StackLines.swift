internal import OutliveModel

extension Page {
    /// How many functions of a backtrace are shown.
    private static let functions = 8

    /// The functions that led to a registration: those of the user's program where lines are known.
    mutating func writeStack(_ backtrace: Backtrace) {
        guard !backtrace.frames.isEmpty else { return }
        let calls = calls(in: backtrace)
        let shown = calls.prefix(Self.functions)
        let indent = 6
        line(indent: 4, Span("backtrace", .faint))
        let room = style.width - indent
        let names = shown.map { legible($0.name) }
        // Short names leave the room to the paths.
        let nameWidth = min(names.map { columns(of: $0) }.max() ?? 0, room / 2)
        for (call, name) in zip(shown, names) {
            guard let place = call.place.map(legible) else {
                line(indent: indent, Span(elided(name, to: room, .middle, mark: ellipsis)))
                continue
            }
            let left = elided(name, to: nameWidth, .middle, mark: ellipsis)
            let right = elided(place, to: room - nameWidth - 2, .head, mark: ellipsis)
            line(indent: indent, Span(padded(left, nameWidth)), Span("  "), Span(right, .faint))
        }
        let more = max(backtrace.frames.count, calls.count) - shown.count
        if more > 0 { line(indent: indent, Span("\(ellipsis) \(more) more in the JSON report", .faint)) }
    }

    private struct Call: Hashable {
        var name: String
        var place: String?
    }

    /// The user's functions with lines, else all functions, else the bare addresses; repetitions once.
    private func calls(in backtrace: Backtrace) -> [Call] {
        let user = backtrace.userSymbols
        let calls: [Call]
        if !user.isEmpty {
            calls = user.map(call)
        } else {
            let frames = backtrace.frames.filter { !$0.isInPlatformLibrary }
            calls = (frames.isEmpty ? backtrace.frames : frames).flatMap { frame in
                frame.symbols.isEmpty ? [Call(name: frame.place)] : frame.symbols.map(call)
            }
        }
        // Parts of an async function follow each other under one name.
        return calls.enumerated().filter { $0.offset == 0 || $0.element != calls[$0.offset - 1] }.map(\.element)
    }

    private func call(_ symbol: Symbol) -> Call {
        let place = symbol.file.map { file in symbol.line.map { "\(file):\($0)" } ?? file }
        return Call(name: FunctionName(symbol.function).brief, place: place)
    }
}

extension Frame {
    /// `module+0xoffset (build-id)`.
    fileprivate var place: String {
        let name = module.isEmpty ? "?" : String(module.split(separator: "/").last ?? "?")
        return "\(name)+0x\(String(offset, radix: 16))" + (buildID.map { " (\($0))" } ?? "")
    }
}
