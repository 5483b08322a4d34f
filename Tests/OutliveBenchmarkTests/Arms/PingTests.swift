import OutliveBenchmark
import OutliveModel
import Testing

@Suite("Pings")
struct PingTests {
    @Test func `are taken from the instance that is reset, and summarised without the warm-up`() async {
        let (report, world) = await run(.watched, warmup: 3)
        #expect(report.samples.count { $0.arm == .ping } == 23)
        #expect(report.ping?.count == 20)
        #expect(report.ping?.median == 0.001)
        #expect(await world.count(.ping, instance: 1) == 23)
    }

    @Test func `are left out where the application cannot be pinged`() async {
        var program = FakeProgram.watched
        program.pingSeconds = nil
        let (report, world) = await run(program)
        #expect(report.ping == nil)
        #expect(await world.count(.ping) == 1)
        #expect(report.failures.isEmpty)
    }
}
