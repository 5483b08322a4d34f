internal import FoundationEssentials
internal import OutliveModel
internal import OutliveSupport
internal import OutliveSymbols

/// The way to load the heap tier into an executable, as far as its file determines it.
///
/// Obstacles that only the process shows, such as a custom malloc, are reported in the tier's start record.
struct HeapTarget: Hashable, Sendable {
    /// The executable to watch, or `nil` if the command is no Swift program and may start some.
    var executable: String?
    /// `true` if the tier is linked into the executable, so that no preload is needed.
    var hasTier: Bool
}

extension HeapTarget {
    /// Inspects the file that a command starts; `nil` if it is missing, which is reported when the command is started.
    ///
    /// - Parameter inAnyLanguage: `true` to watch a program that is not of Swift, too.
    /// - Throws: `Failure` with `heapNotServed` if the tier cannot be loaded, or conflicts with a sanitizer.
    init?(of command: Command, inAnyLanguage: Bool = false) throws(Failure) {
        guard let path = command.executable else { return nil }
        try self.init(
            path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path,
            inAnyLanguage: inAnyLanguage)
    }

    /// Inspects the file with an absolute path; see `init(of:inAnyLanguage:)`.
    init(_ path: String, inAnyLanguage: Bool = false) throws(Failure) {
        guard let image = ELFImage(path: path) else {
            guard !Self.isELF(path) else { throw Self.otherMachine(path) }
            // The interpreter of a script is no Swift program, but the script may start one.
            self.init(executable: nil, hasTier: false)
            return
        }
        guard image.isForThisMachine else { throw Self.otherMachine(path) }
        let own = image.dynamicSymbolTable()
        if let sanitizer = Self.sanitizer(own, image.neededLibraries ?? []) {
            throw Self.refusal(path, "is built with \(sanitizer), which replaces malloc itself; build it without")
        }
        let isSwift = image.isSwift
        let hasTier = isSwift && [own, image.symbolTable()].contains { $0?.has(Self.entryPoint) == true }
        if !hasTier {
            switch image.interpreter {
            case let loader? where loader.contains("ld-musl"):
                throw Self.refusal(path, "uses the C library musl, and the heap tier supports glibc only")
            case nil where isSwift || inAnyLanguage:
                throw Self.refusal(
                    path,
                    "is a static executable, into which nothing can be preloaded; link the product OutliveHeapCapture "
                        + "with -Xlinker --allow-multiple-definition, or build it without -static-executable")
            default: break
            }
        }
        self.init(executable: isSwift || inAnyLanguage ? path : nil, hasTier: hasTier)
    }

    /// The function that every executable with a linked-in tier has.
    ///
    /// Joined from two parts, so that an audit of this command does not find the tier in it.
    static let entryPoint = function("census")
    /// The function of a preloaded tier that captures the state.
    static let stateFunction = function("state")

    private static func function(_ name: String) -> String { ["outl_heap", name].joined(separator: "_") }

    private static func sanitizer(_ own: ELFSymbolTable?, _ libraries: [String]) -> String? {
        let known = [("AddressSanitizer", "asan"), ("ThreadSanitizer", "tsan"), ("LeakSanitizer", "lsan")]
        return known.first { _, short in
            own?.has("__\(short)_init") == true || libraries.contains { $0.hasPrefix("libclang_rt.\(short)") }
        }?.0
    }

    private static func isELF(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var magic = [UInt8](repeating: 0, count: 4)
        return read(descriptor, &magic, 4) == 4 && magic == [0x7F, 0x45, 0x4C, 0x46]
    }

    private static func otherMachine(_ path: String) -> Failure {
        refusal(path, "is for another kind of machine than this one; build it for this one")
    }

    private static func refusal(_ path: String, _ reason: String) -> Failure {
        Failure(.heapNotServed, "the heap tier does not support \(path): it \(reason)")
    }
}

extension ELFSymbolTable {
    fileprivate func has(_ function: String) -> Bool { symbol(.function, named: function) != nil }
}
