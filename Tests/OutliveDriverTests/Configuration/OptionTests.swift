import Testing

@testable import OutliveDriver

struct OptionTests {
    @Test(arguments: [("500ms", 500), ("2s", 2000), ("0.4s", 400), ("1m", 60_000), ("0s", 0), ("1.5h", 5_400_000)])
    func `A time is a number and a unit`(text: String, milliseconds: Int) throws {
        #expect(try Duration(option: text) == .milliseconds(milliseconds))
    }

    @Test(arguments: ["", "2", "s", "-1s", "2 s", "1d", "1e3s", "2sec", "1.2.3s", "inf", "nans", "25h"])
    func `A text that is no time is refused by name`(text: String) {
        let error = #expect(throws: UsageError.self) { try Duration(option: text) }
        #expect(error?.message.contains("'\(text)'") == true)
    }

    @Test func `A time is printed in seconds`() {
        #expect(Duration.seconds(30).text == "30 s")
        #expect(Duration.milliseconds(400).text == "0.4 s")
    }

    @Test func `Placeholders are replaced everywhere, and other braces stay`() {
        let values = Placeholders(port: 8080, directory: "/tmp/d", instance: 1)
        #expect(PlaceholderText("{port}/{dir}/{instance}/{port}").filled(with: values) == "8080//tmp/d/1/8080")
        let others = Placeholders(port: 1, directory: "/d", instance: 0, reset: 7, here: "/recipes/a b")
        #expect(PlaceholderText("{here}/reset {reset}").filled(with: others) == "/recipes/a b/reset 7")
        #expect(PlaceholderText("a{2,3} {PORT} {}").filled(with: values) == "a{2,3} {PORT} {}")
    }

    @Test(arguments: [
        ("app --port {prt}", "{prt}", "{port}"), ("app --listen-port='{Port}'", "{Port}", "{port}"),
        ("app 127.0.0.1:{ports}/x", "{ports}", "{port}"), ("app --data {directory}", "{directory}", "{dir}"),
        ("app {reset_count}", "{reset_count}", "{reset}"), ("app {inst}", "{inst}", "{instance}"),
    ])
    func `An unknown placeholder is refused with the nearest known one`(
        text: String, word: String, nearest: String
    ) {
        let error = #expect(throws: UsageError.self) { try Template<Command>(text) }
        #expect(error?.message.contains("there is no placeholder \(word) for") == true)
        #expect(error?.message.contains("did you mean \(nearest)?") == true, "\(error?.message ?? "")")
        #expect(error?.message.contains("{port}, {dir}, {instance}") == true)
    }

    @Test
    func `Braces of shells, formats and JSON are no placeholders, and doubled ones are literal`() throws {
        for text in [
            "app --port {port} :{instance}", "app '{\"port\":1}' port {} {a,b} a{2,3}", "sh -c 'echo ${HOME} {port}'",
            "curl -w %{http_code} http://h/", #"grep -P '\p{Lu}' x"#, "awk '{{print}}'",
        ] {
            #expect(throws: Never.self) { try Template<Command>(text) }
        }
        #expect(
            try Template<Command>("awk '{{print}}' {{port}} {port}").sample.arguments
                == ["{print}", "{port}", "1"])
    }

    @Test func `A directory that resembles a placeholder is not replaced again`() {
        let values = Placeholders(port: 1, directory: "/{here}", instance: 0, here: "/{dir}")
        #expect(PlaceholderText("{dir} {here}").filled(with: values) == "/{here} /{dir}")
    }

    @Test(arguments: [
        ("a {port}", true), ("a {dir}/x", true), ("a {instance}", true), ("a", false), ("a {reset}", false),
        ("{here}/a", false),
    ])
    func `Port, directory and number keep instances apart; the reset and the folder of the options do not`(
        launch: String, areApart: Bool
    ) throws {
        let configuration = try ApplicationConfiguration(launch: launch, ready: "notify", reset: "http")
        #expect(configuration.isolatesInstances == areApart)
    }

    @Test func `A value with blanks and quotes stays one word`() throws {
        let values = Placeholders(port: 8080, directory: "/my 'own' dir", instance: 0)
        let command = try Template<Command>("app --data {dir}/x --url \"http://h:{port}/ a\"").filled(values)
        #expect(
            command == Command(program: "app", arguments: ["--data", "/my 'own' dir/x", "--url", "http://h:8080/ a"]))
    }

    @Test func `A template is refused when it is created, not when it is used`() {
        #expect(throws: UsageError.self) { try Template<Command>("app 'unclosed") }
        #expect(throws: UsageError.self) { try Template<ReadyCheck>("tcp:127.0.0.1") }
        #expect(throws: UsageError.self) { try Template<ResetTrigger>("signal:NONE") }
    }
}
