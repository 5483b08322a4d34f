import OutliveModel
import Testing

struct ToolchainConditionTests {
    @Test(arguments: [
        ("6.3", "6.3", true), ("6.3", "6.3.1", true), ("6.3", "6.30", false), ("6.3", "6.2", false),
        ("6.3.*", "6.3.1", true), ("6.3.*", "6.4", false), ("6", "6.3.1", true), ("6.3.0", "6.3", true),
        ("6.3.1", "6.3", false), (">=6.2 <6.4", "6.2", true), (">=6.2 <6.4", "6.3.9", true),
        (">=6.2 <6.4", "6.4", false), (">=6.2 <6.4", "6.1.9", false), (">6.3", "6.3", false), (">6.3", "6.3.1", true),
        ("<=6.3", "6.3", true), ("<=6.3", "6.3.1", false), (">=6.10", "6.9", false), ("6.4", "6.4-dev", true),
        ("6.2 >=6.3", "6.3", false), (">= 6.2 < 6.4", "6.3", true), (">= 6.2", "6.1", false),
    ])
    func `A condition matches its versions`(condition: String, version: String, covers: Bool) throws {
        #expect(try #require(ToolchainCondition(condition)).covers(version) == covers)
    }

    @Test(arguments: [
        "", " ", "six", ">=", "6.*.1", "*", "6..3", "6.3.", ".6", "=6.3", "6.3, 6.4", "1.2.3.4.5", "-6",
    ])
    func `A text that is no condition is refused`(text: String) {
        #expect(ToolchainCondition(text) == nil)
    }

    @Test func `A text that is no version neither meets nor breaks a condition`() throws {
        #expect(try #require(ToolchainCondition("6.3")).covers("unknown") == nil)
    }
}
