package import OutliveModel

extension Backtrace {
    /// The short name of a function, or its address without one, its place, and the line of the place if it has one.
    typealias Call = (name: String, place: String?, line: SourceLine?)

    /// The functions of the user that have lines, or else all functions, or else bare addresses, without repetitions.
    var calls: [Call] {
        let user = userSymbols
        let calls: [Call]
        if !user.isEmpty {
            calls = user.map(\.call)
        } else {
            let own = frames.filter { !$0.isInPlatformLibrary }
            calls = (own.isEmpty ? frames : own).flatMap { frame -> [Call] in
                frame.symbols.isEmpty ? [(frame.place, nil, nil)] : frame.symbols.map(\.call)
            }
        }
        // Consecutive parts of an async function have one name.
        return calls.enumerated().filter { $0.offset == 0 || $0.element != calls[$0.offset - 1] }.map(\.element)
    }
}

extension Backtrace {
    /// The name of each of `calls`, followed by its place if it has one.
    package var shortCalls: [[String]] { calls.map { [$0.name] + [$0.place].compactMap(\.self) } }
}

extension Symbol {
    fileprivate var call: Backtrace.Call {
        let place = file.map { file in line.map { "\(file):\($0)" } ?? file }
        let sourceLine = file.flatMap { file in line.map { SourceLine(file: file, line: $0) } }
        return (FunctionName(function).brief, place, sourceLine)
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

    /// The function that `place` lies in, or `nil` if it is unknown.
    var allocator: String? { (bestSymbol ?? bestFunction).map { FunctionName($0.function).brief } }

    /// Returns a type with the function of the program that allocates it: `Shop.Item in Cart.add(_:)`.
    func function(allocating type: HeapType) -> String {
        let function = allocator.map { " in \($0)" } ?? ""
        return oneLine(type.description + function)
    }
}
