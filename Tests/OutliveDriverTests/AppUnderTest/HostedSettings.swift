import OutliveModel

/// The settings of the fixture's `host`, as its tests write them.
struct HostedSettings: LaunchSettings {
    enum Fault: String, Codable {
        case none, crashInTeardown, hangInTeardown, throwInRebuild, leak
    }

    var label = "plain"
    var pages = 1
    var fault = Fault.none

    enum CodingKeys: String, CodingKey, CaseIterable {
        case label = "--label"
        case pages = "--pages"
        case fault = "FIXTURE_FAULT"
    }

    static var relaunchOnly: Set<CodingKeys> { [.pages] }
}
