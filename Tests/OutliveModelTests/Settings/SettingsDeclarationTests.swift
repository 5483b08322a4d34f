import OutliveModel
import Testing

struct SettingsDeclarationTests {
    private struct Nameless: LaunchSettings {
        var value = 1
        enum CodingKeys: String, CodingKey, CaseIterable { case value = "--" }
    }

    private struct WithEquals: LaunchSettings {
        var value = 1
        enum CodingKeys: String, CodingKey, CaseIterable { case value = "A=B" }
    }

    private struct Harness: LaunchSettings {
        var value = 1
        enum CodingKeys: String, CodingKey, CaseIterable { case value = "OUTLIVE_FIXTURE" }
    }

    private struct Colliding: LaunchSettings {
        var value = 1
        init() {}
        init(from decoder: any Decoder) throws {}
        func encode(to encoder: any Encoder) throws {}

        enum CodingKeys: CodingKey, RawRepresentable, CaseIterable {
            case one, two
            init?(rawValue: String) { nil }
            var rawValue: String { "VALUE" }
            var stringValue: String { "VALUE" }
        }
    }

    private struct WithoutDefault: LaunchSettings {
        var value: String? = ""
        enum CodingKeys: String, CodingKey, CaseIterable { case value = "VALUE" }
    }

    private struct Unlisted: LaunchSettings {
        init() {}
        init(from decoder: any Decoder) throws {}
        func encode(to encoder: any Encoder) throws {
            enum Others: String, CodingKey { case other }
            var values = encoder.container(keyedBy: Others.self)
            try values.encode(1, forKey: .other)
        }
        enum CodingKeys: String, CodingKey, CaseIterable { case value = "VALUE" }
    }

    private struct Forgetful: LaunchSettings {
        var value = 1
        init() {}
        init(from decoder: any Decoder) throws {}
        enum CodingKeys: String, CodingKey, CaseIterable { case value = "VALUE" }
    }

    private struct Validating: LaunchSettings {
        struct Wrong: Error, CustomStringConvertible { let description = "more than\n9" }
        var value = 1
        init() {}
        init(from decoder: any Decoder) throws {
            value = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .value)
            if value > 9 { throw Wrong() }
        }
        enum CodingKeys: String, CodingKey, CaseIterable { case value = "VALUE" }
    }

    private func refusal<Settings: LaunchSettings>(
        _ type: Settings.Type, _ environment: [String: String] = [:]
    ) -> String {
        do {
            return "\(try type.init(LaunchInput(environment: environment)))"
        } catch {
            return "\(error)"
        }
    }

    @Test func `A wrong declaration is reported by the setting`() {
        #expect(refusal(Nameless.self) == "'--' cannot be the spelling of a setting: it has nothing but dashes")
        #expect(refusal(WithEquals.self).hasSuffix("it contains '=' or a NUL"))
        #expect(refusal(Harness.self).hasSuffix("names that begin with OUTLIVE_ are reserved"))
        #expect(refusal(Colliding.self).hasSuffix("another setting has the same spelling"))
        #expect(refusal(WithoutDefault.self).hasPrefix("'VALUE' cannot be an empty text"))
        #expect(refusal(Unlisted.self) == "'other' is written, but is not a case of CodingKeys; add it")
    }

    @Test func `Values that would be read as others cannot be written`() throws {
        var settings = Forgetful()
        settings.value = 2
        let error = try #require(throws: SettingsError.self) { try settings.input() }
        #expect(error.description.hasPrefix("this Forgetful is read back as another value"))
    }

    @Test func `A declaration may refuse values of its own`() throws {
        #expect(refusal(Validating.self, ["VALUE": "10"]) == "Validating cannot be read: more than 9")
        #expect(try Validating(LaunchInput(environment: ["VALUE": "9"])).value == 9)
    }
}
