/// The start record of the heap tier in a process: the file `heap-PID.json` in `OUTLIVE_HEAP`.
///
/// A process that is not Swift, or is not the chosen executable, writes no such file.
package struct HeapStartRecord: Codable, Hashable, Sendable {
    /// The version of the files in `OUTLIVE_HEAP`; a reader refuses a newer one.
    package static let currentVersion = 1

    package var version = HeapStartRecord.currentVersion
    package var processID: Int32
    package var executable: String
    /// The number of captured frames for each allocation; 0 for none.
    package var frames: Int
    /// The number of the signal that requests a census.
    package var signal: Int32
    /// The result of the tier's self-check, or `nil` if the tier is not active in the process.
    package var controls: SelfCheck?
    /// The reason why the tier is not active in the process, in one line; `nil` if it is.
    package var refusal: String?
    /// The file name of the library whose allocator the process uses, or `nil` for the C library's.
    package var allocator: String?
    /// The time of birth 0 in seconds since 1970 if births are times, as while tests run; otherwise `nil`.
    package var clockStart: Double?
    /// The tests that a bundle runs, if its only argument selects them, as the runner spells them; otherwise `nil`.
    package var selection: String?
    /// The program that wrote the record, or `nil` if it is not watched, could not read `/proc`, or has an older tier.
    package var identity: Identity?

    /// The identity of a program, which no later program with the same process ID has.
    package struct Identity: Codable, Hashable, Sendable {
        /// The random number of the boot, as `/proc/sys/kernel/random/boot_id` shows it.
        package var boot: String
        /// The start time of the process in clock ticks since the boot, which `exec` does not change.
        package var started: UInt64
        /// The ID of the tier's thread, which receives requests and ends when the process executes another program.
        package var thread: Int32

        package init(boot: String, started: UInt64, thread: Int32) {
            (self.boot, self.started, self.thread) = (boot, started, thread)
        }
    }

    /// Returns the name of the file that the process `processID` writes.
    package static func fileName(processID: Int32) -> String { "heap-\(processID).json" }

    // The names of the snapshots in the same folder.

    /// Returns the name of the snapshot that answers request `number`.
    package static func requestFileName(_ number: UInt32, processID: Int32) -> String {
        "heap-\(processID)-request-\(number).olheap"
    }
    /// Returns the name of the file with the key of the hashes in the state, while a process is asked for it.
    package static func stateKeyFileName(processID: Int32) -> String { "heap-\(processID)-state.key" }
    /// The name of the file with the key of the hashes in the states of all processes of a run of tests.
    package static let sharedStateKeyFileName = "heap-state.key"
    /// Returns the name of the journal of the states of a process that runs tests.
    package static func momentsFileName(processID: Int32) -> String { "heap-\(processID)-moments.txt" }
    /// Returns the name of the snapshot written at exit or before a fatal signal.
    package static func exitFileName(processID: Int32) -> String { "heap-\(processID)-exit.olheap" }
    /// Returns the name of the file with the reason, in one line, why the service ended before the program.
    package static func endFileName(processID: Int32) -> String { "heap-\(processID)-end.error" }
    /// Returns the name of the file that replaces a failed snapshot and contains the reason, in one line.
    package static func errorFileName(insteadOf name: String) -> String { "\(name.prefix { $0 != "." }).error" }
}
