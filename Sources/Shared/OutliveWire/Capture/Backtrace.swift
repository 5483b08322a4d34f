/// A captured call stack, innermost frame first.
///
/// Capture stores addresses only; names and lines are added later, by `OutliveSymbols`.
public struct Backtrace: Codable, Hashable, Sendable {
    /// The frames, innermost first, without the frames of the capturing library itself.
    public var frames: [Frame]

    package init(frames: [Frame] = []) {
        self.frames = frames
    }

    /// A return address, relative to the module that contains it.
    ///
    /// Module, build-id and offset identify the location on any machine with the same binary, so reports keep them
    /// after symbolication.
    public struct Frame: Codable, Hashable, Sendable {
        /// The path of the executable or library as the process saw it; empty if no module contains the address.
        public var module: String
        /// The module's GNU build-id in lower-case hexadecimal, or `nil` if it has none.
        public var buildID: String?
        /// The return address minus the module's load address; lookups subtract 1 to get inside the call.
        public var offset: UInt64
        /// The functions at the address, innermost inlined function first; empty before symbolication.
        public var symbols: [Symbol]

        package init(module: String, buildID: String?, offset: UInt64, symbols: [Symbol] = []) {
            (self.module, self.buildID, self.offset, self.symbols) = (module, buildID, offset, symbols)
        }

        /// Hashes the place alone: it identifies all but few frames, and hashing the symbols takes far longer.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(module)
            hasher.combine(offset)
        }
    }

    /// A function at the address of a frame, with its source line if that is known.
    public struct Symbol: Codable, Hashable, Sendable {
        /// The demangled name of the function.
        public var function: String
        /// The source file as the debug information spells it.
        public var file: String?
        /// The line in `file`, counted from 1.
        public var line: Int?
        /// The column in `line`, counted from 1.
        public var column: Int?

        package init(function: String, file: String? = nil, line: Int? = nil, column: Int? = nil) {
            (self.function, self.file, self.line, self.column) = (function, file, line, column)
        }
    }
}

/// A way to capture the calling thread's stack.
public enum Unwinder: String, Codable, Hashable, Sendable {
    /// libunwind's `unw_backtrace`, loaded at run time.
    case libunwind
    /// `backtrace(3)` of Apple's platforms.
    case backtrace
    /// A walk along frame pointers; it misses callers that were built without them.
    case framePointer
}
