/// A captured call stack, innermost frame first.
///
/// Capture stores addresses only; names and lines are added later, by `OutliveSymbols`.
public struct Backtrace: Codable, Hashable, Sendable {
    /// The frames, innermost first, without the frames of the capturing library itself.
    public var frames: [Frame]

    /// Makes a backtrace of frames, innermost first.
    public init(frames: [Frame] = []) {
        self.frames = frames
    }
}

/// One return address, relative to the module that contains it.
///
/// Module, build-id and offset identify the place on any machine that has the same binary,
/// so they stay in the report when names were found and when they were not.
public struct Frame: Codable, Hashable, Sendable {
    /// The path of the executable or library as the process saw it; empty when no module contains the address.
    public var module: String
    /// The module's GNU build-id in lower-case hexadecimal, where it has one.
    public var buildID: String?
    /// The return address minus the module's load address; look-ups subtract 1 to get inside the call.
    public var offset: UInt64
    /// What the address stands for, innermost inlined function first; empty until symbolicated.
    public var symbols: [Symbol]

    /// Makes a frame; `symbols` stays empty until the report is made.
    public init(module: String, buildID: String?, offset: UInt64, symbols: [Symbol] = []) {
        self.module = module
        self.buildID = buildID
        self.offset = offset
        self.symbols = symbols
    }
}

/// A function, and where known the source line, that a frame stands for.
public struct Symbol: Codable, Hashable, Sendable {
    /// The demangled function name.
    public var function: String
    /// The source file as the debug information names it.
    public var file: String?
    /// The line in `file`, counted from 1.
    public var line: Int?
    /// The column in `line`, counted from 1.
    public var column: Int?

    /// Makes a symbol; without debug information only the function is known.
    public init(function: String, file: String? = nil, line: Int? = nil, column: Int? = nil) {
        self.function = function
        self.file = file
        self.line = line
        self.column = column
    }
}
