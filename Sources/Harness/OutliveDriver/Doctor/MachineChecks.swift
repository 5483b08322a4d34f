internal import OutliveModel
internal import OutliveSupport
internal import OutliveSymbols

/// The checks of this machine, independent of the executable.
struct MachineChecks {
    let environment: [String: String]

    /// The check of the architecture and the C library, of which the heap tier supports one each.
    var platform: DiagnosisCheck {
        #if canImport(Glibc) && arch(x86_64)
        var version = [CChar](repeating: 0, count: 64)
        confstr(Int32(_CS_GNU_LIBC_VERSION), &version, version.count)
        let name = String(decoding: version.lazy.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
        return DiagnosisCheck(.machine, .works, "Linux, x86_64, \(name)")
        #else
        return DiagnosisCheck(
            .machine, .fails, "the heap tier is for Linux on x86_64 with glibc",
            advice: "use the registry, which works everywhere")
        #endif
    }

    /// Returns the check of the library to preload.
    ///
    /// - Parameter isNeeded: `true` if the tier is not linked into the executable.
    func heapLibrary(_ library: Result<HeapLibrary, Failure>, isNeeded: Bool) -> DiagnosisCheck {
        switch library {
        case .failure(let failure):
            return DiagnosisCheck(.heapLibrary, isNeeded ? .fails : .degraded, failure.message)
        case .success(let library):
            // The loader skips an unsuitable library and runs the program without it.
            guard let image = ELFImage(path: library.path), image.isForThisMachine,
                image.dynamicSymbolTable()?.symbol(.function, named: HeapTarget.entryPoint) != nil
            else {
                return DiagnosisCheck(
                    .heapLibrary, isNeeded ? .fails : .degraded, "\(library.path) is not the heap tier's library",
                    advice: "build it with scripts/heap-library")
            }
            return DiagnosisCheck(.heapLibrary, .works, library.path)
        }
    }

    /// The check of the unwinder, which captures the registry's stacks.
    var unwinder: DiagnosisCheck {
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
    var symbolizer: DiagnosisCheck {
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
