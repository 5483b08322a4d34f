extension RegistrationSite {
    /// Where an allocation was made: the innermost function of the program, by file and line where they are known, else by
    /// library and offset; where all of the stack is the platform's, its innermost frame that is in a library.
    package init(allocatedIn backtrace: Backtrace) {
        // Before symbolication there is no need to look.
        let isNamed = backtrace.frames.contains { !$0.symbols.isEmpty }
        if isNamed, let symbol = backtrace.bestSymbol, let file = symbol.file, let line = symbol.line {
            let module = FunctionName(symbol.function).module.map { "\($0)/" } ?? ""
            self.init(fileID: module + lastComponent(of: file), line: line, column: symbol.column ?? 0)
        } else if let frame = backtrace.bestFrame {
            let offset = String(frame.offset, radix: 16, uppercase: true)
            self.init(fileID: "\(lastComponent(of: frame.module))+0x\(offset)", line: 0, column: 0)
        } else {
            self = .unknown
        }
    }

    /// That of objects whose stack was not captured, or leads through no library.
    package static let unknown = RegistrationSite(fileID: "unknown place", line: 0, column: 0)
}

private func lastComponent(of path: String) -> String {
    String(path.split(separator: "/").last ?? "")
}
