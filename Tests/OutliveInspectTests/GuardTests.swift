#if os(Linux)
import Testing

/// Guard pages, which glibc 2.42 and newer have in stacks.
struct GuardTests {
    @Test func `Guard pages inside of a mapping are found`() async throws {
        let built = try await CProgram("guardpages", with: ["COutliveObjects/Memory"])
        let line = try await InspectedProgram(built.path).line()
        // Kernels before 6.13 have none.
        #expect(line == "1 2 5 " || line == "unknown", "\(line)")
    }
}
#endif
