internal import FoundationEssentials
internal import OutliveModel
internal import OutliveSupport
internal import OutliveSymbols

/// The facts about an executable that its file shows.
struct CheckedExecutable {
    let path: String
    let image: ELFImage
    private let sectionNames: Set<String>
    private let status: stat

    /// Opens an executable.
    ///
    /// - Parameter name: a path, or a name to find in `PATH` if the current folder has no such file.
    init(_ name: String, environment: [String: String]) throws(Failure) {
        var found = name
        if !name.contains("/"), access(name, F_OK) != 0 {
            let folders = (environment["PATH"] ?? "").split(separator: ":")
            found = folders.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 } ?? name
        }
        var status = stat()
        guard !name.isEmpty, let path = realPath(found), stat(path, &status) == 0 else {
            throw Self.failure(name, systemError() + "; name an executable")
        }
        (self.path, self.status) = (path, status)
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw Self.failure(name, "it is not a file; name an executable")
        }
        guard access(path, R_OK) == 0 else { throw Self.failure(name, systemError()) }
        guard let image = ELFImage(path: path), image.isLoadable, !image.isLibrary else {
            throw Self.failure(
                name, "it is not an executable (ELF, 64 bits, little-endian); for a script, name what it starts")
        }
        guard image.isWhole else { throw Self.failure(name, "it is truncated; build or copy it again") }
        self.image = image
        sectionNames = image.sectionNames
    }

    private static func failure(_ name: String, _ reason: String) -> Failure {
        Failure(.harness, "cannot examine '\(name)': \(reason)")
    }

    var kind: DiagnosisCheck {
        guard image.isForThisMachine else {
            return DiagnosisCheck(
                .executable, .fails, "it is for another kind of machine than this one", advice: "build it for this one")
        }
        let linking = image.interpreter == nil ? "a static executable" : "a dynamic executable"
        guard image.isSwift else {
            return DiagnosisCheck(
                .executable, .fails, "\(linking), but not a Swift program: it has no Swift objects to inspect",
                advice: "name the Swift executable that it starts, if it starts one")
        }
        let isDynamic = image.neededLibraries?.contains { $0.hasPrefix("libswiftCore.") } == true
        return DiagnosisCheck(
            .executable, .works,
            "Swift, \(linking), standard library \(isDynamic ? "loaded with it" : "linked in, or not of its own")")
    }

    /// Returns the check of the way to load the heap tier into the executable.
    func wayIn(_ target: Result<HeapTarget, Failure>) -> DiagnosisCheck {
        switch target {
        case .failure(let failure): return DiagnosisCheck(.wayIn, .fails, failure.message)
        case .success(let target) where target.executable == nil:
            return DiagnosisCheck(.wayIn, .skipped, "none is needed")
        case .success where access(path, X_OK) != 0:
            return DiagnosisCheck(.wayIn, .fails, "it is not executable", advice: "set its permissions: chmod +x")
        case .success where gainsPrivileges:
            return DiagnosisCheck(
                .wayIn, .fails,
                "it gains privileges when it starts (setuid, setgid or capabilities): nothing is preloaded",
                advice: "try a copy without them, or run as its owner")
        case .success(let target):
            return DiagnosisCheck(.wayIn, .works, target.hasTier ? "the heap tier is linked into it" : "by preloading")
        }
    }

    /// `true` if the kernel runs the executable in secure mode (AT_SECURE), where loader and tier ignore the
    /// environment.
    private var gainsPrivileges: Bool {
        if status.st_mode & S_ISUID != 0, status.st_uid != geteuid() { return true }
        if status.st_mode & S_ISGID != 0, status.st_gid != getegid() { return true }
        return geteuid() != 0 && getxattr?(path, "security.capability", nil, 0) ?? 0 > 0
    }

    /// The check of reflection metadata, which names stored properties in leak traces.
    var fieldNames: DiagnosisCheck {
        sectionNames.isSuperset(of: ["swift5_fieldmd", "swift5_reflstr"])
            ? DiagnosisCheck(.fieldNames, .works, "it has reflection metadata")
            : DiagnosisCheck(
                .fieldNames, .degraded, "it has no reflection metadata: stored properties have no names",
                advice: "build it without -disable-reflection-metadata")
    }

    /// The check of debug information, which has files and lines.
    var debugInformation: DiagnosisCheck {
        if image.hasLines { return DiagnosisCheck(.debugInformation, .works, "it has files and lines") }
        if let separate = image.separateDebugFile { return DiagnosisCheck(.debugInformation, .works, separate) }
        return DiagnosisCheck(
            .debugInformation, .degraded,
            "it has none: code locations are given by function or offset, without file and line",
            advice: "build it with -g and do not strip it, or install its debug file under /usr/lib/debug/.build-id")
    }

    /// The check of the symbol table, which names functions and globals.
    var symbols: DiagnosisCheck {
        image.hasSymbols || image.separateDebugFile != nil
            ? DiagnosisCheck(.symbols, .works, "it has a symbol table")
            : DiagnosisCheck(
                .symbols, .degraded, "it was stripped: most functions and globals have no names",
                advice: "use the file from before stripping, with the same build-id")
    }

    /// The check of the build ID, which identifies this build.
    var buildID: DiagnosisCheck {
        if let buildID = image.buildID { return DiagnosisCheck(.buildID, .works, buildID) }
        return DiagnosisCheck(
            .buildID, .degraded, "it has none: a file cannot be identified as the one that ran",
            advice: "link it with -Xlinker --build-id")
    }
}
