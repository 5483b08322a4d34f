import Foundation
import OutliveModel

/// Settings of every kind of value, as arguments and as variables.
struct ExampleSettings: LaunchSettings {
    enum Theme: String, Codable, CaseIterable { case light, dark, five = "5" }
    enum Level: Int, Codable, CaseIterable { case low = -1, high = 1 }
    struct Stub: Codable, Equatable { var host: String, status: Int?, paths: [String: Double] }

    var fixture: String? = nil
    var title = "Notes"
    var pageSize = 20
    var offset: Int8 = 0
    var ratio = 0.5
    var isFast = false
    var isAnimated = true
    var isSilent: Bool? = nil
    var theme = Theme.light
    var stubs: [Stub] = []

    var cleanStorage = false
    var isCached = true
    var isPaid: Bool? = nil
    var owner = "nobody"
    var nickname: String? = nil
    var limit: UInt64 = .max
    var big: Int128 = 0
    var weight: Float? = nil
    var level = Level.low
    var home = URL(string: "https://example.org/")!
    var counts: [String: Int] = ["a": 1]
    var tags: Set<String>? = ["x", "y"]

    enum CodingKeys: String, CodingKey, CaseIterable {
        case fixture = "-SetupFixture"
        case title = "--title"
        case pageSize = "--page-size"
        case offset = "-o"
        case ratio = "--ratio"
        case isFast = "-Fast"
        case isAnimated = "--animated"
        case isSilent = "--silent"
        case theme = "--theme"
        case stubs = "--stubs"
        case cleanStorage = "CLEAN_STORAGE"
        case isCached = "CACHED"
        case isPaid = "PAID"
        case owner = "OWNER"
        case nickname = "NICKNAME"
        case limit = "LIMIT"
        case big = "BIG"
        case weight = "WEIGHT"
        case level = "LEVEL"
        case home = "HOME_PAGE"
        case counts = "COUNTS"
        case tags = "TAGS"
    }

    static let relaunchOnly: Set<CodingKeys> = [.theme, .tags, .isCached]
}
