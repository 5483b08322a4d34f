import OutliveSupport
import Testing

struct ByteSizeTests {
    @Test(arguments: [
        ("0", 0), ("12", 12), ("812B", 812), ("12kB", 12_000), ("1.5 MB", 1_500_000), ("5.44kB", 5_440),
        ("1 GB", 1_000_000_000),
        ("2KiB", 2_048), ("1.5MiB", 1_572_864), ("0.0009kB", 1),
    ])
    func `A size is read as people write it`(text: String, bytes: Int) {
        #expect(Int(bytesIn: text) == bytes)
    }

    @Test(arguments: [
        "", "kB", "-1", "+1", "1.5", "1.5B", "1..5kB", ".5kB", "5.kB", "1e3", "12 kb", "1 kB ", "12kBs",
        "99999999999999999999",
        "9999999999GB", "999999999.9GB", "٣kB", "1,5kB", "1\u{301}kB", "1.00000000001kB",
    ])
    func `Another text is no size`(text: String) {
        #expect(Int(bytesIn: text) == nil)
    }
}
