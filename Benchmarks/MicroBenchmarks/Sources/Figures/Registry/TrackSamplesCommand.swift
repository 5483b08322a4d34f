internal import ArgumentParser
internal import Outlive
internal import OutliveBenchmark
internal import Workloads

/// The lifetime of the components whose registration is measured.
enum Tracking: String, CaseIterable, ExpressibleByArgument {
    /// Each is released before the next. Its creation and release are part of the time.
    case shortLived
    /// All stay alive; they were created before.
    case kept
    /// The registry is off and records nothing.
    case off

    /// Measures the median time of a registration under 32 frames, in seconds.
    func measure() -> Samples {
        let registry = LeakRegistry(isEnabled: self != .off, depth: 32)
        var samples = Samples()
        underFrames(40) {
            switch self {
            case .shortLived:
                for _ in 0..<500 { samples.time(each: 200) { registry.trackShortLived(200) } }
            case .kept:
                let components = makeComponents(1_000_000)
                for start in stride(from: 0, to: components.count, by: 1000) {
                    samples.time(each: 1000) { registry.trackAll(components[start..<start + 1000]) }
                }
                withExtendedLifetime(components) {}
            case .off:
                let component = Component()
                for _ in 0..<200 {
                    samples.time(each: 1_000_000) { registry.trackAgain(component, times: 1_000_000) }
                }
            }
        }
        return samples
    }
}

/// `figures track-samples`: the part of one process in `figures track`; prints the median in seconds.
struct TrackSamplesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "track-samples", abstract: "Prints the median time of a registration, in seconds.",
        shouldDisplay: false)

    @Argument var tracking: Tracking
    @Flag(help: "Capture with the unwinder alone, without call frame information.") var unwinderAlone = false

    func run() async throws {
        Unwinder.useAlone(unwinderAlone)
        guard Unwinder.inForce == .libunwind else {
            throw ValidationError("libunwind.so.8 is missing: frame pointers would be measured instead")
        }
        guard await keepsFrames() else {
            throw ValidationError("a registration kept fewer than 32 frames: the time would say nothing")
        }
        print(tracking.measure().median)
    }

    /// Returns `true` if a registration like the measured ones has its 32 frames.
    private func keepsFrames() async -> Bool {
        let registry = LeakRegistry(depth: 32)
        let component = Component()
        underFrames(40) { registry.track(component) }
        let report = await registry.endGeneration(settling: SettlePolicy(deadline: .zero)).settled()
        return withExtendedLifetime(component) { report.survivors.first?.backtrace.frames.count == 32 }
    }
}
