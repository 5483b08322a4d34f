internal import FoundationEssentials
internal import OutliveInspect
package import OutliveModel
internal import OutliveSupport
internal import OutliveSymbols

/// The checks of `outlive doctor`: the machine, the tools and an executable.
package struct Doctor: Sendable {
    private let environment: [String: String]
    private let library: Result<String, Failure>

    /// Creates a doctor that searches where `outlive` does: the heap tier beside this executable, tools in `PATH`.
    package init() {
        environment = ProcessInfo.processInfo.environment
        library = Result { () throws(Failure) in try HeapSettings.libraryBesideThisExecutable() }
    }

    init(environment: [String: String], library: Result<String, Failure>) {
        self.environment = environment
        self.library = library
    }

    /// Checks the machine and an executable.
    ///
    /// If the heap tier can be loaded, the executable is started and ends before its `main`.
    package func examine(_ name: String?) async throws -> (executable: String, checks: [DiagnosisCheck]) {
        let file = try CheckedExecutable(name ?? "/proc/self/exe", environment: environment)
        let target = Result { () throws(Failure) in try HeapTarget(file.path) }
        let isLinkedIn = (try? target.get().hasTier) == true
        let library = heapLibrary(isNeeded: !isLinkedIn)
        let wayIn = file.wayIn(target)
        // This process is stopped meanwhile, which is no work for the threads of tasks.
        let inspection = try await onOwnThread { _ in DiagnosisCheck.inspection() }
        let versions = DiagnosisCheck.inspectable(
            glibc: cLibrary.split(separator: " ").last.map(String.init), swift: swiftVersion(ofExecutable: file.path))
        var checks = [platform, library, unwinder, symbolizer, inspection, versions, file.kind, wayIn]
        guard file.image.isSwift else { return (file.path, checks) }
        checks += try await heapTier(in: target, whereLibrary: library, wayIn)
        return (file.path, checks + [file.fieldNames, file.debugInformation, file.symbols, file.buildID])
    }

    private func heapTier(
        in target: Result<HeapTarget, Failure>, whereLibrary library: DiagnosisCheck, _ wayIn: DiagnosisCheck
    ) async throws -> [DiagnosisCheck] {
        guard wayIn.state == .works, let target = try? target.get() else {
            return Self.skipped("not tried, as there is no way in")
        }
        guard library.state == .works || target.hasTier else {
            return Self.skipped("not tried without the library")
        }
        // A linked-in tier needs no library path.
        let settings = HeapSettings(library: (try? self.library.get()) ?? "", atExit: false)
        return try await target.probe(settings, preloaded: environment[HeapSettings.preload])
    }

    /// Returns the checks of a program in which the tier was not tried.
    private static func skipped(_ reason: String) -> [DiagnosisCheck] {
        [DiagnosisCheck(.heapTier, .skipped, reason), DiagnosisCheck(.allocator, .skipped, reason)]
    }
}

extension Doctor {
    /// The check of the architecture and the C library; the heap tier supports x86_64 and aarch64 with glibc.
    private var platform: DiagnosisCheck {
        #if canImport(Glibc) && arch(x86_64)
        return DiagnosisCheck(.machine, .works, "Linux, x86_64, \(cLibrary)")
        #elseif canImport(Glibc) && arch(arm64)
        return DiagnosisCheck(.machine, .works, "Linux, aarch64, \(cLibrary)")
        #else
        return DiagnosisCheck(
            .machine, .fails, "the heap tier is for Linux on x86_64 or aarch64 with glibc",
            advice: "use the registry, which works everywhere")
        #endif
    }

    /// The C library and its version, such as `glibc 2.36`, or nothing if it is another one.
    private var cLibrary: String {
        #if canImport(Glibc)
        var version = [CChar](repeating: 0, count: 64)
        confstr(Int32(_CS_GNU_LIBC_VERSION), &version, version.count)
        return String(decoding: version.lazy.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
        #else
        return ""
        #endif
    }

    /// Returns the check of the library to preload.
    ///
    /// - Parameter isNeeded: `true` if the tier is not linked into the executable.
    private func heapLibrary(isNeeded: Bool) -> DiagnosisCheck {
        switch library {
        case .failure(let failure):
            return DiagnosisCheck(.heapLibrary, isNeeded ? .fails : .degraded, failure.message)
        case .success(let library):
            // The loader skips an unsuitable library and runs the program without it.
            guard let image = ELFImage(path: library), image.isForThisMachine,
                image.dynamicSymbolTable()?.symbol(.function, named: HeapTarget.entryPoint) != nil
            else {
                return DiagnosisCheck(
                    .heapLibrary, isNeeded ? .fails : .degraded, "\(library) is not the heap tier's library",
                    advice: "build it with scripts/heap-library")
            }
            return DiagnosisCheck(.heapLibrary, .works, library)
        }
    }

    /// The check of the unwinder, which captures the registry's stacks.
    private var unwinder: DiagnosisCheck {
        guard let library = dlopen("libunwind.so.8", RTLD_LAZY | RTLD_LOCAL) else {
            return DiagnosisCheck(
                .unwinder, .degraded,
                "libunwind.so.8 is missing: the registry follows frame pointers, which loses callers",
                advice: "install it: apt-get install libunwind8")
        }
        defer { dlclose(library) }
        guard dlsym(library, "unw_backtrace") != nil else {
            return DiagnosisCheck(
                .unwinder, .degraded,
                "libunwind.so.8 has no unw_backtrace: the registry follows frame pointers, which loses callers",
                advice: "install the one from nongnu.org: apt-get install libunwind8")
        }
        return DiagnosisCheck(.unwinder, .works, "libunwind.so.8")
    }

    /// The check of the symbolizer, which finds functions and lines.
    private var symbolizer: DiagnosisCheck {
        guard let path = symbolizerPath(environment: environment) else {
            return DiagnosisCheck(
                .symbolizer, .degraded,
                "llvm-symbolizer was not found: functions are named as far as possible, without lines",
                advice: "put the Swift toolchain or LLVM in PATH, or set OUTLIVE_SYMBOLIZER to its path")
        }
        guard access(path, X_OK) == 0 else {
            return DiagnosisCheck(
                .symbolizer, .degraded, "\(path) cannot be run: functions are named as far as possible, without lines",
                advice: "set OUTLIVE_SYMBOLIZER to the path of llvm-symbolizer")
        }
        return DiagnosisCheck(.symbolizer, .works, path)
    }
}

extension HeapTarget {
    /// Runs the executable with the heap tier, which checks itself and ends the process before `main`.
    ///
    /// - Parameter preloaded: The value of `LD_PRELOAD` without the tier.
    fileprivate func probe(_ settings: HeapSettings, preloaded: String?) async throws -> [DiagnosisCheck] {
        guard let executable else { preconditionFailure("there is no Swift program to probe") }
        let root = try PrivateDirectory(isClosed: true, removingAtExit: true)
        defer { root.remove() }
        let directory = try HeapDirectory.make(in: root.path)
        var environment = settings.environment(for: self, directory: directory.path, preloaded: preloaded)
        environment[EnvironmentName.heapProbe] = "1"
        let output = OutputBuffer(limit: 65_536)
        let child: ChildProcess
        do throws(Failure) {
            child = try ChildProcess.spawn(
                Command(program: executable), mark: .command(), environment: environment, output: output)
        } catch {
            return [DiagnosisCheck(.heapTier, .fails, error.message), Self.allocatorCheck(of: nil)]
        }
        // Long enough for the loader to relocate a very large program on a slow machine.
        let outcome = try await firstOf(timeout: .seconds(60)) { [exit = child.exit] in try await exit.get() }
        try await child.end(nil)
        let record = try directory.startRecords().first { $0.processID == child.processID }
        return [Self.tierCheck(record, outcome, printed: output.excerpt), Self.allocatorCheck(of: record)]
    }

    /// Returns the check of the allocator that the tier found in a process, or `nil` if it did not start.
    static func allocatorCheck(of record: HeapStartRecord?) -> DiagnosisCheck {
        guard let record, record.controls != nil else {
            return DiagnosisCheck(.allocator, .skipped, "not known, as the tier did not start")
        }
        guard let library = record.allocator else {
            return DiagnosisCheck(.allocator, .works, "that of the C library: counts are exact, also from outside")
        }
        return DiagnosisCheck(
            .allocator, .works,
            "that of \(library.onOneLine()): counts are exact with the heap tier, and inexact from outside")
    }

    static func tierCheck(
        _ record: HeapStartRecord?, _ outcome: WaitOutcome<ProcessExit>, printed: String?
    ) -> DiagnosisCheck {
        if let record {
            if let refusal = record.refusal {
                return DiagnosisCheck(.heapTier, .fails, "it is not supported: \(refusal.onOneLine())")
            }
            guard let controls = record.controls, !controls.blind else {
                return DiagnosisCheck(
                    .heapTier, .fails,
                    record.controls?.leakFound == true
                        ? "a released control object was reported" : "a control leak was not found",
                    advice: "do not trust a census of it, and report its Swift runtime to the makers of Outlive")
            }
            return DiagnosisCheck(.heapTier, .works, "a control leak was found, and a released object was not reported")
        }
        let last = printed?.split(whereSeparator: \.isNewline).last.map { ": \(String($0).onOneLine())" } ?? ""
        switch outcome {
        case .value(let exit), .exited(let exit):
            return DiagnosisCheck(
                .heapTier, .fails, "it \(exit) before the tier started\(last)", advice: "run it by hand")
        case .timedOut:
            return DiagnosisCheck(.heapTier, .fails, "the tier did not start in time\(last)", advice: "run it by hand")
        }
    }
}
