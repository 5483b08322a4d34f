package import OutliveModel

extension Backtrace {
    /// `true` if a function of the program is on the stack, and no test framework allocated for itself.
    ///
    /// A test framework keeps events and results while a test calls it, and each instance of a class of tests.
    package var isOfProgram: Bool {
        for frame in frames {
            if frame.isInTestFramework { return false }
            if frame.symbols.contains(where: \.makesTestCase) { continue }
            if frame.symbols.contains(where: \.isOfProgram) { return true }
        }
        return false
    }

    /// `true` if a global variable was initialised, which happens once in a process.
    package var isOfGlobalInitializer: Bool {
        frames.lazy.flatMap(\.symbols).contains { symbol in
            symbol.function == "swift_once"
                || ["one-time initialization", "merged one-time initialization"].contains(
                    where: symbol.function.hasPrefix)
        }
    }

    /// Returns the platform's library that allocated an object of the platform for itself, or `nil`.
    ///
    /// An object that the program creates by the initializer of its type is the program's.
    package func ownerInPlatform(of type: HeapType) -> String? {
        let name = type.name.split(separator: ".").last ?? ""
        guard let function = libraryFunction else { return foundation }
        return function.function != "\(name).init" ? function.module : nil
    }

    /// The library of Foundation whose C function the program calls, or `nil`.
    private var foundation: String? {
        guard let caller = frames.firstIndex(where: { $0.symbols.contains(where: \.isOfProgram) }), caller > 0 else {
            return nil
        }
        let library = frames[caller - 1].library
        return library.hasPrefix("libFoundation") ? String(library.dropFirst("lib".count).prefix { $0 != "." }) : nil
    }
}

extension Frame {
    fileprivate var library: Substring { module.split(separator: "/").last ?? "" }

    fileprivate var isInTestFramework: Bool {
        ["libTesting.", "libXCTest.", "lib_Testing"].contains(where: library.hasPrefix)
    }
}

extension Symbol {
    /// `true` for the initializer of a class of tests, by which XCTest makes the instances that it keeps.
    fileprivate var makesTestCase: Bool {
        function.contains(".__allocating_init(name: Swift.String, testClosure: (XCTest.")
    }

    /// `true` for a Swift function outside the toolchain, and outside the runner of tests that SwiftPM generates.
    fileprivate var isOfProgram: Bool {
        let name = FunctionName(function)
        guard let module = name.module, isProgramModule(module) else { return false }
        return !module.hasSuffix("PackageDiscoveredTests")
            && !(module.hasSuffix("PackageTests") && name.brief.contains("Runner."))
    }
}
