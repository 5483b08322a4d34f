package import OutliveModel

extension Backtrace {
    /// `true` if a function of the program is on the stack, and no test framework allocated for itself.
    ///
    /// A test framework keeps events and results while a test calls it.
    package var isOfProgram: Bool {
        for frame in frames {
            if frame.isInTestFramework { return false }
            if frame.symbols.contains(where: \.isOfProgram) { return true }
        }
        return false
    }
}

extension Frame {
    fileprivate var isInTestFramework: Bool {
        let library = String(module.split(separator: "/").last ?? "")
        return ["libTesting.", "libXCTest.", "lib_Testing"].contains(where: library.hasPrefix)
    }
}

extension Symbol {
    /// `true` for a Swift function outside the toolchain, and outside the runner of tests that SwiftPM generates.
    fileprivate var isOfProgram: Bool {
        let name = FunctionName(function)
        guard let module = name.module, isProgramModule(module) else { return false }
        return !module.hasSuffix("PackageDiscoveredTests")
            && !(module.hasSuffix("PackageTests") && name.brief.contains("Runner."))
    }
}
