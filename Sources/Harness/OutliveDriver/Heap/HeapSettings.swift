internal import FoundationEssentials
package import OutliveModel
internal import OutliveSupport

/// The settings to load the heap tier into a program.
package struct HeapSettings: Hashable, Sendable {
    package static let framesAllowed = 0...64
    /// The number of captured frames unless another is requested.
    package static let usualFrames = 16
    /// The number of captured frames in a run of tests, which mostly lead to the test; more cost much more memory.
    package static let testFrames = 24
    static let preload = "LD_PRELOAD"
    /// The variable with which Swift's runtime gives hashes no random seed.
    static let deterministicHashing = "SWIFT_DETERMINISTIC_HASHING"

    /// The path of the library to preload into programs that are built without the heap tier.
    package var library: String
    /// The number of frames captured for each allocation: 0 to 64.
    package var frames: Int
    /// `true` to take a census at exit and before a fatal signal.
    package var atExit: Bool
    /// `true` to add the references between blocks to the censuses at exit, at a fatal signal and by hand.
    package var withGraph: Bool

    /// The mean distance of sampled allocations in bytes, or `nil` if every block is recorded.
    package var sampleBytes: Int?
    /// `true` to count all allocations, also of blocks that are released again.
    package var countsAllocations: Bool
    /// The number of runs of the XCTests of a test bundle, from 1 on, or `nil` outside of tests.
    package var testRepetitions: Int?
    /// `true` to capture the state of a test bundle's program at the end of each test.
    package var capturesStates: Bool

    package init(
        library: String, frames: Int = usualFrames, atExit: Bool, withGraph: Bool = false, sampleBytes: Int? = nil,
        countsAllocations: Bool = false, testRepetitions: Int? = nil, capturesStates: Bool = false
    ) {
        self.library = library
        self.frames = frames
        self.atExit = atExit
        self.withGraph = withGraph
        self.sampleBytes = sampleBytes
        self.countsAllocations = countsAllocations
        self.testRepetitions = testRepetitions
        self.capturesStates = capturesStates
    }

    /// Returns the variables that switch the heap tier on; `nil` removes a variable.
    ///
    /// - Parameter preloaded: the value of `LD_PRELOAD` without the tier.
    func environment(for target: HeapTarget, directory: String, preloaded: String?) -> [String: String?] {
        var variables: [String: String?] = [
            EnvironmentName.heap: directory, EnvironmentName.heapFrames: "\(frames)",
            EnvironmentName.heapExit: atExit ? nil : "0", EnvironmentName.heapGraph: withGraph ? "1" : nil,
            EnvironmentName.heapSample: sampleBytes.map(String.init),
            EnvironmentName.heapAllocations: countsAllocations ? "1" : nil,
            EnvironmentName.heapTests: testRepetitions.map(String.init),
            EnvironmentName.heapStates: capturesStates ? "1" : nil, EnvironmentName.heapProbe: nil,
            EnvironmentName.target: target.executable,
        ]
        // With a random seed, the number of comparisons of keys with equal hashes differs between processes, and with it
        // the number of allocations.
        if countsAllocations { variables[Self.deterministicHashing] = "1" }
        if !target.hasTier {
            // First, because the first definition of malloc takes effect.
            variables[Self.preload] = [library, preloaded ?? ""].filter { !$0.isEmpty }.joined(separator: ":")
        }
        return variables
    }
}

extension HeapSettings {
    /// `true` if `outlive test` runs this process, and judges all of its objects at the end.
    package static var watchesTestsOfThisProcess: Bool {
        CurrentProcess.environment[EnvironmentName.heapTests] != nil
    }

    /// `true` if the tests of this process run again and again, so that their growth shows, and their results are not read.
    package static var repeatsTestsOfThisProcess: Bool {
        CurrentProcess.environment[EnvironmentName.heapTests].flatMap { Int($0) }.map { $0 > 1 } ?? false
    }

    static let libraryName = "liboutlive_heap.so"

    /// Returns the path of the library in the folder of the running executable, or in `../lib` from there.
    package static func libraryBesideThisExecutable() throws(Failure) -> String {
        let executable = ProcessFiles(processID: getpid()).target(of: "exe") ?? ""
        return try library(besideFolder: URL(filePath: executable).deletingLastPathComponent().path)
    }

    /// Returns the path of the library in a folder of programs: built, they are beside it; installed, it is in
    /// `../lib`.
    static func library(besideFolder folder: String) throws(Failure) -> String {
        let installed = URL(filePath: folder).deletingLastPathComponent().path + "/lib/" + libraryName
        let built = folder + "/" + libraryName
        let path = access(built, R_OK) != 0 && access(installed, R_OK) == 0 ? installed : built
        guard access(path, R_OK) == 0 else {
            throw Failure(
                .noHeapLibrary, "there is no \(path), which the heap tier needs: build it with scripts/heap-library")
        }
        // The loader splits LD_PRELOAD at both characters and has no way to quote them.
        guard !path.contains(where: { $0 == " " || $0 == ":" }) else {
            throw Failure(
                .noHeapLibrary,
                "\(path) cannot be preloaded, as its path contains a space or a colon: move it elsewhere")
        }
        return path
    }
}
