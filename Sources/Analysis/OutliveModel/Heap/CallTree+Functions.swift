extension CallTree.Function {
    /// Returns the functions of a frame, outermost inlined function first.
    package static func functions(of frame: Frame, _ detail: CallTree.Detail = .lines) -> [Self] {
        guard !frame.symbols.isEmpty else {
            // Without frame pointers, captured addresses can lie in no module.
            return [Self(name: frame.module.isEmpty ? "[unknown]" : frame.fileAndOffset, module: frame.module)]
        }
        return frame.symbols.reversed().map { symbol in
            let name = brief(symbol.function)
            return switch detail {
            case .lines:
                Self(
                    name: name, file: symbol.file ?? "", line: symbol.line ?? 0, column: symbol.column ?? 0,
                    module: frame.module)
            case .functions: Self(name: name, file: symbol.file ?? "", module: frame.module)
            }
        }
    }

    /// Returns a function name without parameters and C++ template arguments, which can fill pages.
    private static func brief(_ function: String) -> String {
        let name = FunctionName(function)
        guard name.module == nil, function.contains("::") else { return name.brief }
        var (kept, depth) = ("", 0)
        for character in function.replacing("(anonymous namespace)", with: "anonymous") {
            if character == "(", depth == 0, !kept.hasSuffix("operator") { break }
            if character == "<" { depth += 1 }
            if depth == 0 { kept.append(character) }
            if character == ">", depth > 0 { depth -= 1 }
        }
        // Drop the return type.
        return kept.split(separator: " ").last.map(String.init) ?? function
    }
}

extension Frame {
    /// The name of the module's file, with the offset: `libc.so.6+0x1a2b`.
    package var fileAndOffset: String { "\(module.split(separator: "/").last ?? "")+0x\(String(offset, radix: 16))" }
}
