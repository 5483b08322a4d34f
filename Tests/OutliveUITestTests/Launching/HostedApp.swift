import OutliveDriver
import OutliveModel
import OutliveTesting

/// The settings of the program `outlive-fixture host`, which ignores a link.
struct HostedSettings: LaunchSettings {
    var label = "plain"
    var fault = "none"
    var open: String? = nil

    enum CodingKeys: String, CodingKey, CaseIterable {
        case label = "--label"
        case fault = "FIXTURE_FAULT"
        case open = "--open"
    }
}

/// Returns a program without windows that is reset, and prints its arguments.
func hostedApp(policy: FallbackPolicy = .allow) throws -> AppUnderTest<HostedSettings> {
    try AppUnderTest(
        ApplicationConfiguration(
            launch: BuiltProduct.launch("outlive-fixture", "host {dir} --print-arguments"), ready: "notify",
            reset: "http", timeout: .seconds(60), settle: .milliseconds(200)),
        settings: HostedSettings.self, policy: policy)
}

extension LiveApp {
    /// The lines that it has printed with a text in them, when there are as many as expected; without process numbers.
    func lines(with text: String, _ count: Int) async throws -> [String] {
        try await wait(for: "\(count) lines with '\(text)'", within: .seconds(60)) {
            let lines = await app.log.split(separator: "\n").filter { $0.contains(text) }
            return lines.count < count ? nil : lines.map { $0.split(separator: " ").dropFirst().joined(separator: " ") }
        }
    }
}
