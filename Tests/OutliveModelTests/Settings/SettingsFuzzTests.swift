import Foundation
import OutliveModel
import OutliveTestSupport
import Testing

/// Random numbers, the same for equal seeds.
private struct Randomness: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return (state ^ (state >> 29)) &* 0xBF58_476D_1CE4_E5B9
    }

    mutating func coin() -> Bool { .random(using: &self) }

    mutating func number<Number: FixedWidthInteger>() -> Number {
        coin() ? .random(in: .min ... .max, using: &self) : [.min, .max, 0, 1].randomElement(using: &self)!
    }

    /// Words with a meaning in some context, and others.
    mutating func text() -> String {
        let words = [
            "", "-", "--", "=", "--title", "-Fast", "--page-size=", "NO", "yes", "1", "0", "-1", "null", "{}", "[",
            "\"",
            "\\", "é", "\u{301}", "\n", "\u{1F600}", "1e9", "nan", "0x1p3", "light", "{\"a\":1}", "[\"x\"]", " ",
            "\u{FFFD}", "\u{202E}", "\r\n", "9999999999999999999999", "+1", "１",
        ]
        let letters = (0..<Int.random(in: 0...5, using: &self)).map { _ in
            String(Character(Unicode.Scalar(UInt32.random(in: 1...0x2FF, using: &self)) ?? "?"))
        }
        return ([words.randomElement(using: &self)!] + (coin() ? letters : [])).shuffled(using: &self).joined()
    }

    mutating func optional<Value>(_ value: Value) -> Value? { coin() ? value : nil }
}

struct SettingsFuzzTests {
    @Test func `Settings are read back as written, and nothing else is accepted`() async throws {
        var accepted = 0
        var refused = 0
        let rounds = try await Fuzzing.run(count: 300) { seed throws in
            var random = Randomness(state: seed)
            var settings = Self.settings(&random)
            #expect(try ExampleSettings(settings.input()) == settings, "seed \(seed)")
            // The order of more is another in every process, and what is mangled is to be the same.
            settings.tags = settings.tags?.min().map { [$0] }
            let input = try settings.input()

            for _ in 0..<8 {
                let mangled = Self.mangled(input, &random)
                do {
                    let read = try ExampleSettings(mangled, others: random.coin() ? .refused : .ignored)
                    accepted += 1
                    #expect(try ExampleSettings(read.input()) == read, "seed \(seed): \(mangled)")
                } catch let error as SettingsError {
                    refused += 1
                    let line = error.description
                    #expect(line.utf8.count < 2_000)
                    #expect(line.split(whereSeparator: \.isNewline) == [line[...]])
                }
            }
        }
        // Both sorts have to be there, or the mangling tries nothing.
        #expect(accepted > rounds / 2 && refused > rounds / 2, "\(accepted) accepted, \(refused) refused")
    }

    private static func settings(_ random: inout Randomness) -> ExampleSettings {
        var settings = ExampleSettings()
        func filled(_ text: String) -> String? { text.isEmpty ? nil : text }
        settings.fixture = filled(random.text())
        settings.title = random.text()
        settings.pageSize = random.number()
        settings.offset = random.number()
        let ratio = Double(bitPattern: random.next())
        if ratio.isFinite { settings.ratio = ratio }
        settings.isFast = random.coin()
        settings.isAnimated = random.coin()
        settings.isSilent = random.optional(random.coin())
        settings.theme = ExampleSettings.Theme.allCases.randomElement(using: &random)!
        settings.stubs = (0..<Int.random(in: 0...2, using: &random)).map { _ in
            .init(host: random.text(), status: random.optional(random.number()), paths: [random.text(): settings.ratio])
        }
        settings.cleanStorage = random.coin()
        settings.isCached = random.coin()
        settings.isPaid = random.optional(random.coin())
        settings.owner = random.text()
        settings.nickname = filled(random.text())
        settings.limit = random.number()
        settings.big = random.number()
        let weight = Float(bitPattern: random.number())
        settings.weight = weight.isFinite ? weight : nil
        settings.level = random.coin() ? .low : .high
        settings.home = URL(string: "https://example.org/\(random.next())")!
        settings.counts = Dictionary([(random.text(), random.number()), (random.text(), 0)]) { $1 }
        settings.tags = random.optional([random.text(), random.text()])
        return settings
    }

    private static func mangled(_ input: LaunchInput, _ random: inout Randomness) -> LaunchInput {
        var input = input
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let names = input.environment.keys.sorted()
            let name = names.randomElement(using: &random)
            let place = Int.random(in: 0...input.arguments.count, using: &random)
            switch Int.random(in: 0..<8, using: &random) {
            case 0: input.arguments.insert(random.text(), at: place)
            case 1 where place < input.arguments.count: input.arguments.remove(at: place)
            case 2: input.arguments.shuffle(using: &random)
            case 3 where place < input.arguments.count: input.arguments[place] = bent(input.arguments[place], &random)
            case 4:
                let key = ExampleSettings.CodingKeys.allCases.randomElement(using: &random)!
                input.arguments.insert(key.rawValue, at: place)
            case 5: if let name { input.environment[name] = bent(input.environment[name]!, &random) }
            case 6: if let name { input.environment[name] = random.text() }
            default: if let name { input.environment[name] = nil }
            }
        }
        return input
    }

    private static func bent(_ text: String, _ random: inout Randomness) -> String {
        var bytes = Array(text.utf8)
        let place = Int.random(in: 0...bytes.count, using: &random)
        if random.coin(), place < bytes.count {
            bytes[place] = UInt8.random(in: 0...255, using: &random)
        } else {
            bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
