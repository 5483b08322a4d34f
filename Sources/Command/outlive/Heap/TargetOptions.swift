internal import ArgumentParser
internal import Foundation
internal import OutliveInspect
internal import OutliveModel
internal import OutliveSupport

extension InspectedTarget {
    init(option text: String) throws {
        guard let target = Self(text) else {
            throw ValidationError("\(text.onOneLine(upTo: 80)) is not a process ID: give a number above 0")
        }
        self = target
    }
}

extension SystemRoot {
    init(option text: String) throws {
        do throws(Failure) { try self.init(path: text) } catch { throw ValidationError(error.message) }
    }
}

extension OutliveCommand {
    /// Refuses a `--sysroot` of a process.
    static func check(sysroot: SystemRoot?, of target: InspectedTarget) throws {
        guard sysroot != nil else { return }
        guard case .core = target else { throw ValidationError("--sysroot is for core files: leave it out") }
    }
}

extension SnapshotInput {
    /// Returns `true` if a file begins as a heap snapshot does. Reads the file.
    static func isSnapshot(_ path: String) -> Bool {
        guard let file = FileHandle(forReadingAtPath: path) else { return false }
        defer { try? file.close() }
        return (try? file.read(upToCount: 8)) == Data("OUTLHEAP".utf8)
    }
}

extension InspectedTarget {
    /// The target as it was given.
    var name: String {
        switch self {
        case .process(let processID): "\(processID)"
        case .core(let path): path
        }
    }
}
