extension CallTree.Function {
    /// Returns the functions of a frame, outermost inlined function first.
    package static func functions(of frame: Frame, hasLines: Bool = true) -> [Self] {
        guard !frame.symbols.isEmpty else {
            // Without frame pointers, captured addresses can lie in no module.
            return [
                Self(
                    name: frame.module.isEmpty ? "[unknown]" : frame.fileAndOffset, module: frame.module,
                    origin: frame.isInPlatformLibrary ? .platform : .unknown)
            ]
        }
        return frame.symbols.reversed().map { symbol in
            let name = FunctionName(symbol.function)
            return Self(
                name: name.withoutParameters, file: symbol.file ?? "", line: hasLines ? symbol.line ?? 0 : 0,
                column: hasLines ? symbol.column ?? 0 : 0, module: frame.module,
                origin: SourceOrigin(of: symbol, name, in: frame))
        }
    }
}

extension SourceOrigin {
    fileprivate init(of symbol: Symbol, _ name: FunctionName, in frame: Frame) {
        if frame.isInPlatformLibrary || name.module.map(isPlatformModule) == true {
            self = .platform
        } else if SourceOrigin(symbol, builtInto: frame.module) == .dependency || frame.isOfSystem
            || name.module.map(isKnownLibrary) == true
        {
            self = .dependency
        } else if symbol.isThunk || frame == .cut {
            // The name has the types that the thunk adapts, and no module of its own.
            self = .unknown
        } else {
            self = .program
        }
    }
}

extension FunctionName {
    /// The short form without parameters and template arguments of C++, which can fill pages.
    fileprivate var withoutParameters: String {
        guard module == nil, brief.contains("::") else { return brief }
        var (kept, depth) = ("", 0)
        for character in brief.replacing("(anonymous namespace)", with: "anonymous") {
            if character == "(", depth == 0, !kept.hasSuffix("operator") { break }
            if character == "<" { depth += 1 }
            if depth == 0 { kept.append(character) }
            if character == ">", depth > 0 { depth -= 1 }
        }
        // Drop the return type.
        return kept.split(separator: " ").last.map(String.init) ?? brief
    }
}

extension Frame {
    /// The name of the module's file, with the offset: `libc.so.6+0x1a2b`.
    package var fileAndOffset: String { "\(module.split(separator: "/").last ?? "")+0x\(String(offset, radix: 16))" }
}
