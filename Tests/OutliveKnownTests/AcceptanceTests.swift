import OutliveKnown
import OutliveModel
import Testing

struct AcceptanceTests {
    private let today = CalendarDay("2026-03-04")!

    private func accept(
        _ text: String, reason: String? = nil, owner: String? = nil, until lastDay: LastDay? = nil
    ) throws -> Acceptance {
        // A missing file is an empty text.
        let file =
            try text.isEmpty
            ? KnownLeaksFile(readingIfPresent: "/nowhere/known.yml") : KnownLeaksFile(path: "known.yml", text: text)
        let terms = Acceptance.Terms(reason: reason, owner: owner, lastDay: lastDay, usualReason: "the usual")
        return try Acceptance(of: .leakingTwice, by: file, on: today, terms, isRenewing: false) {
            "leak: \($0.leader.key.name)"
        }
    }

    private func failing(by file: KnownLeaksFile) -> [Cause] {
        var report = Report.leakingTwice
        report.judge(by: file.entries, from: file.path, on: today)
        return report.failingCauses
    }

    @Test(arguments: [
        "# ours\nleaks: []\n", "# ours\nleaks: [] # none yet\n", "# ours\r\nleaks:\r\n- type: App.A\r\n  reason: x\r\n",
        "# ours\nleaks:\n      - type: App.A\n        reason: |\n          long\n          text",
        "# ours\nleaks: [ ]\n",
    ])
    func `The text of a list is preserved`(before: String) throws {
        let changed = try accept(before).file
        let kept = before.replacing(" []", with: "").replacing(" [ ]", with: "").split(whereSeparator: \.isNewline)
        for line in kept { #expect(changed.text.contains(line.drop(while: \.isWhitespace)), "\(changed.text)") }
        #expect(changed.text.contains("\r\n") == before.contains("\r\n"))
        #expect(failing(by: changed).isEmpty, "\(changed.text)")
        let again = try accept(changed.text)
        #expect(again.summary.hasPrefix("nothing to accept: "), "\(again.summary)")
        #expect(again.file.text == changed.text)
    }

    @Test(arguments: ["{leaks: []}\n", "leaks: [{type: App.A, reason: x}]\n"])
    func `A list of another form is refused`(before: String) throws {
        let error = try #require(throws: YAMLError.self) { try accept(before) }
        #expect(error.description.contains("cannot be edited"), "\(error)")
    }

    @Test func `Another reason or last day of an accepted leak is written and reported`() throws {
        let first = try accept("", reason: "see #7", until: .never).file
        let before = first.text.replacing("reason: \"see #7\"", with: "reason: \"see #7\" # ours")

        #expect(
            try accept(before).summary
                == "nothing to accept: 2 leaks that would fail it are accepted in known.yml already\n")
        let same = try accept(before, reason: "see #7", until: .never)
        #expect(same.summary.hasPrefix("nothing to accept"), "\(same.summary)")
        #expect(same.file.text == before)

        let changed = try accept(before, reason: "it's \"7\"", owner: "me", until: LastDay("2999-01-01", from: today))
        let lines = changed.summary.split(separator: "\n")
        #expect(lines.count == 2 && lines.allSatisfy { $0.hasPrefix("changed known.yml:") }, "\(changed.summary)")
        #expect(
            lines[0].hasSuffix(
                #"reason "see #7" -> "it's "7"", owner none -> me, last day never -> 2999-01-01"#), "\(lines[0])")
        let after = changed.file.text
        #expect(after.matches(of: /reason: "it's \\"7\\"" # ours/).count == 2, "\(after)")
        #expect(after.matches(of: /\n +owner: "me"\n +expires: 2999-01-01/).count == 2, "\(after)")
        #expect(failing(by: changed.file).isEmpty)

        let back = try accept(after, until: LastDay("2999-02-02", from: today))
        #expect(back.summary.contains("last day 2999-01-01 -> 2999-02-02"), "\(back.summary)")
        #expect(back.file.text == after.replacing("2999-01-01", with: "2999-02-02"))
    }

    @Test func `An accepted leak keeps its reason when another leak is added`() throws {
        // Without the last entry one leak is new.
        let whole = try accept("", reason: "first").file.text
        let end = try #require(whole.ranges(of: "\n  # ").last?.lowerBound)
        let added = try accept(String(whole[..<end]) + "\n", reason: "second")
        #expect(added.summary.hasPrefix("accepted 1 leak in known.yml, until 2026-06-02:"), "\(added.summary)")
        #expect(added.summary.contains("not changed, as leaks were added: known.yml:"), "\(added.summary)")
        #expect(added.file.text.contains("first") && added.file.text.contains("second"))
    }

    @Test func `One entry stands for all findings of a fingerprint, and a victim needs none`() throws {
        let accepted = try accept("", until: .never)
        #expect(accepted.summary.hasPrefix("accepted 2 leaks in /nowhere/known.yml, for good:"), "\(accepted.summary)")
        let text = accepted.file.text
        #expect(text.matches(of: /fingerprint:/).count == 2 && !text.contains("expires"), "\(text)")
        #expect(text.matches(of: /reason: "the usual"/).count == 2)
        // A name from outside can neither end its comment nor reach a terminal.
        #expect(!text.contains("\u{1B}") && !accepted.summary.contains("\u{1B}"))
        #expect(failing(by: accepted.file).isEmpty)
    }

    @Test func `An expired entry of a leak waits for a decision, or is renewed`() throws {
        let expired = try accept("", until: .never).file.text.replacing(
            /(reason: .*\n)/, with: { "\($0.1)    expires: 2026-03-03 # soon\n" })
        let file = try KnownLeaksFile(path: "known.yml", text: expired)
        let terms = Acceptance.Terms(reason: nil, owner: nil, lastDay: nil, usualReason: "the usual")
        let refused = try Acceptance(of: .leakingTwice, by: file, on: today, terms, isRenewing: false) { _ in "" }
        #expect(refused.expired.count == 2 && refused.file.text == expired)
        #expect(refused.summary.contains(/not accepted: known.yml:\d+ expired after 2026-03-03 and still leaks/))
        let renewed = try Acceptance(of: .leakingTwice, by: file, on: today, terms, isRenewing: true) { _ in "" }
        #expect(renewed.expired.isEmpty && failing(by: renewed.file).isEmpty)
        #expect(renewed.summary.contains("renewed until 2026-06-02: known.yml:"), "\(renewed.summary)")
        #expect(renewed.file.text == expired.replacing("2026-03-03", with: "2026-06-02"))
    }

    @Test(
        arguments: [
            ("never", LastDay.never), ("0d", .day(CalendarDay("2026-03-04")!)),
            ("28d", .day(CalendarDay("2026-04-01")!)),
            ("2027-03-31", .day(CalendarDay("2027-03-31")!)), ("soon", nil), ("-1d", nil), ("123456d", nil), ("d", nil),
        ] as [(String, LastDay?)])
    func `A last day is a date, a number of days, or never`(text: String, day: LastDay?) {
        #expect(LastDay(text, from: today) == day)
    }
}
