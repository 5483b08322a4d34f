extension RegistrationSite {
    /// Creates the site of an allocation: the innermost function of the program, by file and line.
    ///
    /// Without debug information the site is a library and an offset. If the whole stack belongs to the platform, the
    /// site is its innermost frame in a library.
    package init(allocatedIn backtrace: Backtrace) {
        // Before symbolication only modules and offsets are known.
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

    /// The site of objects without a captured stack, or with a stack that leads through no library.
    package static let unknown = RegistrationSite(fileID: "unknown place", line: 0, column: 0)
}

private func lastComponent(of path: String) -> String {
    String(path.split(separator: "/").last ?? "")
}
