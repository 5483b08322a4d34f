import OutliveSupport
import Testing

struct OpenMetricsTests {
    @Test func `Families have a type, a help and samples, and the text ends with its end mark`() {
        var metrics = OpenMetrics()
        metrics.add("a_bytes", help: "Bytes of a.", 12)
        metrics.add(
            "b", .counter, help: "Events.", [.init(1.5, labels: ["kind": "x"]), .init(2, labels: ["kind": "y"])])
        #expect(
            metrics.text == """
                # TYPE a_bytes gauge
                # HELP a_bytes Bytes of a.
                a_bytes 12
                # TYPE b counter
                # HELP b Events.
                b_total{kind="x"} 1.5
                b_total{kind="y"} 2
                # EOF

                """)
    }

    @Test func `Labels and help are escaped, and equal labels are added up`() {
        var metrics = OpenMetrics()
        metrics.add("a", help: "One\nline.", [.init(1, labels: ["n": "\"\\\n"]), .init(2, labels: ["n": "\"\\\n"])])
        #expect(metrics.text.contains("# HELP a One\\nline.\n"))
        #expect(metrics.text.contains("a{n=\"\\\"\\\\\\n\"} 3\n"))
    }

    @Test func `A family without samples is left out, and unusual numbers are spelled as the format demands`() {
        var metrics = OpenMetrics()
        metrics.add("none", help: "Nothing.", [])
        metrics.add("a", help: "A.", .infinity)
        metrics.add("b", help: "B.", .nan)
        #expect(!metrics.text.contains("none"))
        #expect(metrics.text.contains("a +Inf\n") && metrics.text.contains("b NaN\n"))
    }
}
