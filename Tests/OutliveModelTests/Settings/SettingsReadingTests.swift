import Foundation
import OutliveModel
import Testing

struct SettingsReadingTests {
    private func read(_ arguments: [String], _ environment: [String: String] = [:]) throws -> ExampleSettings {
        try ExampleSettings(LaunchInput(arguments: arguments, environment: environment))
    }

    @Test func `Settings have their defaults without input`() throws {
        #expect(try read([]) == ExampleSettings())
        #expect(try read([], ["PATH": "/bin", "page-size": "3"]) == ExampleSettings())
    }

    @Test func `A value is the next word or follows an equals sign`() throws {
        #expect(try read(["-SetupFixture", "Empty Library"]).fixture == "Empty Library")
        #expect(try read(["--page-size", "20", "--theme=dark"]).theme == .dark)
        #expect(try read(["--title=a=b"]).title == "a=b")
        #expect(try read(["--title="]).title == "")
        #expect(try read(["--title", ""]).title == "")
    }

    @Test func `JSON that is slow to decode is refused`() {
        let marks = String(repeating: #"\u0301\u0316"#, count: 16)
        let error = #expect(throws: SettingsError.self) { try read([], ["COUNTS": "{\"\(marks)\":1}"]) }
        #expect(error?.description.contains("30 combining marks in a row") == true)
    }

    @Test func `A value may begin with a dash`() throws {
        #expect(try read(["-o", "-5"]).offset == -5)
        #expect(try read(["--title", "--draft--"]).title == "--draft--")
    }

    @Test(arguments: [["--title", "-Fast"], ["--title", "--page-size=3"], ["--title", "--"], ["-Fast", "--title"]])
    func `Another setting is not taken for a value`(arguments: [String]) {
        #expect(refusal(arguments) == .missingValue)
    }

    @Test(arguments: [
        (["-Fast"], true), (["-Fast", "YES"], true), (["-Fast", "no"], false), (["-Fast", "0"], false),
        (["-Fast=1"], true), (["-Fast=False"], false), (["-Fast", "--animated"], true), (["--animated", "NO"], false),
    ])
    func `A truth value is a flag alone or with a word`(arguments: [String], isFast: Bool) throws {
        #expect(try read(arguments).isFast == isFast)
        #expect(try read(arguments).isAnimated == (arguments != ["--animated", "NO"]))
    }

    @Test(arguments: [("1", true), ("true", true), ("Yes", true), ("0", false), ("FALSE", false), ("no", false)])
    func `A truth value is read from a variable`(text: String, value: Bool) throws {
        let settings = try read([], ["CLEAN_STORAGE": text, "CACHED": text, "PAID": text])
        #expect(settings.cleanStorage == value)
        #expect(settings.isCached == value)
        #expect(settings.isPaid == value)
    }

    @Test func `An empty optional is nil`() throws {
        let settings = try read(
            ["-SetupFixture=", "--silent="], ["PAID": "", "NICKNAME": "", "WEIGHT": "", "TAGS": "", "OWNER": ""])
        #expect(settings.fixture == nil)
        #expect(settings.isSilent == nil)
        #expect(settings.nickname == nil)
        #expect(settings.tags == nil)
        #expect(settings.owner == "")
    }

    @Test func `Settings of every kind are read`() throws {
        let settings = try read(
            ["--ratio", "1e-3", "--theme", "5", "--stubs", #"[{"host":"a.org","paths":{"/":0.1}}]"#],
            [
                "LIMIT": "18446744073709551615", "BIG": "-170141183460469231731687303715884105728", "WEIGHT": "2.5",
                "LEVEL": "1", "HOME_PAGE": "file:///a%20b", "COUNTS": "{}", "TAGS": #"["z"]"#,
            ])
        #expect(settings.ratio == 0.001)
        #expect(settings.theme == .five)
        #expect(settings.stubs == [.init(host: "a.org", status: nil, paths: ["/": 0.1])])
        #expect(settings.limit == .max)
        #expect(settings.big == .min)
        #expect(settings.weight == 2.5)
        #expect(settings.level == .high)
        #expect(settings.home == URL(string: "file:///a%20b"))
        #expect(settings.counts == [:])
        #expect(settings.tags == ["z"])
    }

    @Test(arguments: [
        ("CLEAN_STORAGE", "", "'CLEAN_STORAGE' is empty, which is neither 1, true or yes nor 0, false or no"),
        ("CLEAN_STORAGE", "on", "'CLEAN_STORAGE' is 'on', which is neither 1, true or yes nor 0, false or no"),
        ("LIMIT", "-1", "'LIMIT' is '-1', which is not a whole number from 0 to 18446744073709551615"),
        ("LIMIT", "", "'LIMIT' is empty, which is not a whole number from 0 to 18446744073709551615"),
        ("LIMIT", " 1", "'LIMIT' is ' 1', which is not a whole number from 0 to 18446744073709551615"),
        ("WEIGHT", "nan", "'WEIGHT' is 'nan', which is not a finite number"),
        ("WEIGHT", "1e99", "'WEIGHT' is '1e99', which is not a finite number"),
        ("LEVEL", "0", "'LEVEL' is '0', which cannot be used: valid values are -1, 1"),
        ("LEVEL", "", "'LEVEL' is empty, which cannot be used: valid values are -1, 1"),
        ("COUNTS", #"{"a":"b"}"#, ""), ("COUNTS", "{", ""), ("COUNTS", "null", ""), ("HOME_PAGE", "", ""),
        ("OWNER", "a\0b", "'OWNER' contains a NUL, which a launch cannot pass"),
    ])
    func `An unusable variable is named with the reason`(name: String, text: String, line: String) throws {
        let error = try #require(throws: SettingsError.self) { try read([], [name: text]) }
        #expect(error.code == .value)
        #expect(error.setting == name)
        #expect(line.isEmpty || error.description == line)
        #expect(error.description.hasPrefix("'\(name)' "))
    }

    @Test func `The values of an enumeration are listed`() throws {
        let error = try #require(throws: SettingsError.self) { try read(["--theme", "drak"]) }
        #expect(error.description == "'--theme' is 'drak', which cannot be used: valid values are light, dark, 5")
    }

    @Test func `An unknown argument is refused with the nearest one`() throws {
        let error = try #require(throws: SettingsError.self) { try read(["--pagesize", "20"]) }
        #expect(error.code == .unknown)
        #expect(error.description == "'--pagesize' is not a setting; did you mean --page-size?")
        #expect(try #require(throws: SettingsError.self) { try read(["-fast"]) }.description.hasSuffix("mean -Fast?"))
        #expect(try #require(throws: SettingsError.self) { try read(["xyzzy"]) }.description.contains("--animated, "))
        #expect(refusal(["--", "operand"]) == .unknown)
        #expect(try read(["--"]) == ExampleSettings())
    }

    @Test func `The application's own arguments are skipped on request`() throws {
        let input = LaunchInput(arguments: [
            "serve", "--port", "80", "--page-size", "3", "-v", "file", "--", "--page-size", "4",
        ])
        #expect(try ExampleSettings(input, others: .ignored).pageSize == 3)
    }

    @Test func `Two values for one setting are refused, but not the same twice`() throws {
        #expect(refusal(["--page-size", "3", "--page-size", "4"]) == .repeated)
        #expect(refusal(["-Fast", "-Fast", "no"]) == .repeated)
        #expect(try read(["--page-size", "3", "--page-size=3"]).pageSize == 3)
    }

    @Test func `An error is one line of limited length`() throws {
        let error = try #require(throws: SettingsError.self) {
            try read(["--page-size", "a\nb\u{1B}" + String(repeating: "x", count: 100_000)])
        }
        #expect(error.description.split(whereSeparator: \.isNewline).count == 1)
        #expect(!error.description.contains("\u{1B}"))
        #expect(error.description.utf8.count < 300)
    }

    private func refusal(_ arguments: [String]) -> SettingsError.Code? {
        do {
            _ = try read(arguments)
            return nil
        } catch {
            return (error as? SettingsError)?.code
        }
    }
}
