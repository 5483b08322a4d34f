internal import Foundation
internal import Outlive
internal import Testing

/// The tests of OutliveGTK with real windows, which need `Xvfb`.
@MainActor
@Suite(
    .serialized, .timeLimit(.minutes(2)), .enabled(if: Screen.isInstalled, "there is no Xvfb"),
    .enabled(if: Screen.isAlone, "not in one process with UI tests; run swift test --filter OutliveGTKWindowTests"))
struct WindowTests {
    let registry = LeakRegistry()
    let host = HeldHost()

    init() throws { try Screen.open() }

    /// Returns the names of the components registered since the last call that are still alive.
    func survivors() async -> [String] {
        await registry.endGeneration(settling: SettlePolicy(deadline: .zero)).settled().survivors.map(\.key.name)
    }
}
