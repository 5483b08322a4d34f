internal import FoundationEssentials
package import OutliveModel
internal import OutliveSupport

/// A private folder of snapshots, of which only the newest are kept.
///
/// Each has a name such as `app-2026-11-29T214500Z.olheap`, and other files with the same beginning. Files with other
/// names stay.
package struct SnapshotFolder: Sendable {
    package static let snapshotEnding = ".olheap"
    private static let longestName = 60
    private let folder: OwnFolder
    /// The beginning of the names.
    private let program: String

    package var path: String { folder.path }

    /// Opens a folder, or makes one that only this user can enter.
    ///
    /// - Parameters:
    ///   - path: An absolute path, or one below the working directory.
    ///   - program: The name of the program; `_` takes the place of other characters than letters and digits.
    /// - Throws: `Failure` if it cannot be made, is no folder, or is accessible to other users.
    package init(path: String, program: String) throws(Failure) {
        let absolute = path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
        if mkdir(absolute, 0o700) != 0, errno != EEXIST {
            throw Failure(.harness, "\(path) cannot be made: \(systemError()); name another folder with --snapshots")
        }
        do throws(SystemError) {
            folder = try OwnFolder(path: absolute)
        } catch {
            throw Failure(.harness, "\(error); name another folder with --snapshots")
        }
        if let obstacle = folder.writeObstacle() {
            throw Failure(.harness, "no file can be written in \(path): \(obstacle); name another with --snapshots")
        }
        let name = program.prefix(Self.longestName).map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
        self.program = String(name)
    }

    /// Returns the number of snapshots since a time.
    ///
    /// - Parameter stamp: A time, as names have it.
    package func count(since stamp: String) -> Int { stamps.count { $0 > stamp } }

    /// Makes room for one more snapshot by removing the oldest ones with their other files.
    ///
    /// - Parameter kept: The maximum number of snapshots with the new one, at least 1.
    package func makeRoom(keeping kept: Int) {
        let (stamps, names) = (stamps, folder.names)
        for stamp in stamps.dropLast(max(kept, 1) - 1) {
            for name in names where name.hasPrefix("\(program)-\(stamp).") { folder.remove(name) }
        }
    }

    /// Writes a file, and returns its path.
    ///
    /// - Throws: `Failure` if it cannot be written; nothing is left then.
    package func store(_ bytes: [UInt8], at stamp: String, ending: String) throws(Failure) -> String {
        let name = "\(program)-\(stamp)\(ending)"
        do throws(SystemError) {
            try folder.store(bytes, as: name)
        } catch {
            folder.remove(name)
            throw Failure(.harness, "\(error); name another folder with --snapshots")
        }
        return "\(path)/\(name)"
    }

    /// The times of the snapshots, ascending.
    private var stamps: [String] {
        folder.names.compactMap { name in
            guard name.hasPrefix(program + "-"), name.hasSuffix(Self.snapshotEnding) else { return nil }
            let stamp = String(name.dropFirst(program.count + 1).dropLast(Self.snapshotEnding.count))
            return stamp.wholeMatch(of: /\d{4}-\d\d-\d\dT\d{6}Z/) == nil ? nil : stamp
        }.sorted()
    }
}

extension SnapshotFolder {
    /// Returns a time as names have it, such as `2026-11-29T214500Z`; later times are greater.
    package static func stamp(secondsSince1970 seconds: Int) -> String {
        var (time, parts) = (time_t(seconds), tm())
        gmtime_r(&time, &parts)
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
            + "T\(two(parts.tm_hour))\(two(parts.tm_min))\(two(parts.tm_sec))Z"
    }
}
