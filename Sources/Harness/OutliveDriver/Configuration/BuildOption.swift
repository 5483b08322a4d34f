internal import FoundationEssentials
package import OutliveModel
internal import OutliveSupport

/// A build of the application as it is written: `NAME=PATH`.
package struct BuildOption: Hashable, Sendable {
    package let name: Arm
    /// The absolute path of an executable, or of a folder of build products.
    package let path: String
    /// The identity of the file, which other paths may lead to.
    private let device, file: UInt64

    /// Parses `NAME=PATH`.
    ///
    /// - Throws: `UsageError` if the name is wrong, or the path leads to nothing that can be launched.
    package init(parsing option: String) throws(UsageError) {
        let (name, text) = try ArmOption.named(option, of: "a build", valueName: "PATH")
        guard name != Self.control else {
            throw UsageError(
                "a build cannot be called '\(name.rawValue)', the name of the second run of the first build: choose "
                    + "another name")
        }
        guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            throw UsageError("the path of the build '\(name.rawValue)' has control characters: rename the file")
        }
        self.name = name
        path = text.hasPrefix("/") ? text : "\(FileManager.default.currentDirectoryPath)/\(text)"
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw UsageError(
                "there is no build '\(name.rawValue)' at \(text): build it first, or name an executable or a folder of "
                    + "build products")
        }
        let isFolder = status.st_mode & S_IFMT == S_IFDIR
        guard isFolder || status.st_mode & S_IFMT == S_IFREG, access(path, X_OK) == 0 else {
            throw UsageError(
                "the build '\(name.rawValue)' at \(text) is not executable: name an executable or a folder of build "
                    + "products")
        }
        (device, file) = (UInt64(status.st_dev), UInt64(status.st_ino))
    }

    /// The name of the second run of the first build.
    package static let control = Arm(rawValue: "control")

    /// Returns `true` if both are one file.
    package func isSame(as other: BuildOption) -> Bool { (device, file) == (other.device, other.file) }
}

/// Two builds of an application, the earlier one first.
package struct BuildPair: Hashable, Sendable {
    package let old, new: BuildOption

    /// Creates a pair of the builds that were named.
    ///
    /// - Throws: `UsageError` if there are not exactly two, each with its own name.
    package init(_ builds: [BuildOption]) throws(UsageError) {
        guard builds.count == 2 else {
            let given =
                builds.count == 1
                ? "there is only the build '\(builds[0].name.rawValue)'" : "there are \(builds.count) builds"
            throw UsageError("\(given), and two are compared: write --build old=PATH --build new=PATH")
        }
        guard builds[0].name != builds[1].name else {
            throw UsageError("two builds are called '\(builds[0].name.rawValue)': give each its own name")
        }
        (old, new) = (builds[0], builds[1])
    }

    /// `true` if both are one file, so that the run checks only itself.
    package var areOneFile: Bool { old.isSame(as: new) }
}

extension ApplicationConfiguration {
    /// Returns the configuration that launches another build, beside the others.
    ///
    /// - Parameter place: The position of the run, from 0, which keeps the instances of all runs apart.
    package func launching(_ build: BuildOption, place: Int) -> ApplicationConfiguration {
        var own = self
        own.build = build.path
        own.firstInstance = place * Self.instancesOfRun
        return own
    }

    /// The number of instances of a run with one trigger: one is relaunched, and one reset.
    private static let instancesOfRun = 2

    /// Throws if `{build}` is used without builds, or builds are given that `--launch` does not use.
    func checkBuild() throws(UsageError) {
        let options = [
            ("--launch", launch.text), ("--ready", ready.text), ("--reset", reset?.text), ("--done", done?.text),
            ("--work", work?.text), ("--probe", probe?.text),
        ]
        let users = options.filter { $0.1?.contains(Placeholders.buildName) == true }.map(\.0)
        guard build != nil else {
            guard let user = users.first else { return }
            throw UsageError(
                "\(user) uses {build}, and there are no builds: add --build old=PATH --build new=PATH, or write the "
                    + "path in place of {build}")
        }
        guard users.first == "--launch" else {
            throw UsageError(
                "--launch does not use {build}, so both builds would run the same program: write {build} in place of "
                    + "the program in '\(launch)', or {build}/NAME for builds that are folders")
        }
    }
}
