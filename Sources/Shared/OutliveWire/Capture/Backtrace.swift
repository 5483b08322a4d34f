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
    /// after symbolication. Copies share their contents: the stacks of a heap have millions of frames, and few different
    /// ones.
    public struct Frame: Hashable, Sendable {
        /// The path of the executable or library as the process saw it; empty if no module contains the address.
        public var module: String {
            get { contents.module }
            set { self = Self(module: newValue, buildID: buildID, offset: offset, symbols: symbols) }
        }
        /// The module's GNU build-id in lower-case hexadecimal, or `nil` if it has none.
        public var buildID: String? {
            get { contents.buildID }
            set { self = Self(module: module, buildID: newValue, offset: offset, symbols: symbols) }
        }
        /// The return address minus the module's load address; lookups subtract 1 to get inside the call.
        public var offset: UInt64 {
            get { contents.offset }
            set { self = Self(module: module, buildID: buildID, offset: newValue, symbols: symbols) }
        }
        /// The functions at the address, innermost inlined function first; empty before symbolication.
        public var symbols: [Symbol] {
            get { contents.symbols }
            set { self = Self(module: module, buildID: buildID, offset: offset, symbols: newValue) }
        }

        private final class Contents: Sendable {
            let module: String
            let buildID: String?
            let offset: UInt64
            let symbols: [Symbol]

            init(_ module: String, _ buildID: String?, _ offset: UInt64, _ symbols: [Symbol]) {
                (self.module, self.buildID, self.offset, self.symbols) = (module, buildID, offset, symbols)
            }
        }

        private let contents: Contents

        package init(module: String, buildID: String?, offset: UInt64, symbols: [Symbol] = []) {
            contents = Contents(module, buildID, offset, symbols)
        }

        /// Compares the contents; frames that share them are equal at once.
        public static func == (one: Self, other: Self) -> Bool {
            one.contents === other.contents
                || one.offset == other.offset && one.module == other.module && one.buildID == other.buildID
                    && one.symbols == other.symbols
        }

        /// Hashes the offset alone: it identifies all but few frames, and hashing the texts takes far longer.
        public func hash(into hasher: inout Hasher) { hasher.combine(contents.offset) }
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

extension Backtrace.Frame: Codable {
    private enum CodingKeys: CodingKey {
        case module, buildID, offset, symbols
    }

    /// Reads a frame from an object with the names of its properties.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            module: try values.decode(String.self, forKey: .module),
            buildID: try values.decodeIfPresent(String.self, forKey: .buildID),
            offset: try values.decode(UInt64.self, forKey: .offset),
            symbols: try values.decode([Backtrace.Symbol].self, forKey: .symbols))
    }

    /// Writes the frame as an object with the names of its properties; a module without a build-id has none.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(module, forKey: .module)
        try values.encodeIfPresent(buildID, forKey: .buildID)
        try values.encode(offset, forKey: .offset)
        try values.encode(symbols, forKey: .symbols)
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
