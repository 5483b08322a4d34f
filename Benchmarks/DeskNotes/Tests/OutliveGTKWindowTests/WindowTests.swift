internal import Foundation
internal import Outlive
internal import Testing

/// What OutliveGTK does in windows that are there; `Xvfb` has to be installed.
@MainActor
@Suite(
    .serialized, .enabled(if: Screen.isInstalled, "there is no Xvfb"),
    .enabled(if: Screen.isAlone, "not in one process with UI tests; run swift test --filter OutliveGTKWindowTests"))
struct WindowTests {
    let registry = LeakRegistry()
    let host = HeldHost()

    init() throws { try Screen.open() }

    /// What is left of the components registered since the last look, by name.
    func survivors() async -> [String] {
        await registry.endGeneration(settling: SettlePolicy(deadline: .zero)).settled().survivors.map(\.key.name)
    }
}
