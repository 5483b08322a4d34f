internal import OutliveModel

extension RegistrationSite {
    /// Where an allocation was made: the innermost function of the program, by file and line where they are known, else by
    /// library and offset; where all of the stack is the platform's, its innermost frame.
    init(allocatedIn backtrace: Backtrace) {
        // Before symbolication there is no need to look.
        let isNamed = backtrace.frames.contains { !$0.symbols.isEmpty }
        if isNamed, let symbol = backtrace.bestSymbol, let file = symbol.file, let line = symbol.line {
            let module = FunctionName(symbol.function).module.map { "\($0)/" } ?? ""
            self.init(fileID: module + lastComponent(of: file), line: line, column: symbol.column ?? 0)
        } else if let frame = backtrace.frames.first(where: { !$0.isInPlatformLibrary }) ?? backtrace.frames.first {
            let library = frame.module.isEmpty ? "unknown" : lastComponent(of: frame.module)
            let offset = String(frame.offset, radix: 16, uppercase: true)
            self.init(fileID: "\(library)+0x\(offset)", line: 0, column: 0)
        } else {
            self = .unknown
        }
    }

    /// That of objects whose stack was not captured.
    static let unknown = RegistrationSite(fileID: "unknown place", line: 0, column: 0)
}

private func lastComponent(of path: String) -> String {
    String(path.split(separator: "/").last ?? "")
}
