import OutliveBenchmark
import OutliveModel
import Testing

struct PingTests {
    @Test func `Pings go to the instance that is reset, and the summary leaves out the warm-up`() async {
        let (report, world) = await run(.watched, warmup: 3)
        #expect(report.samples.count { $0.arm == .ping } == 23)
        #expect(report.ping?.count == 20)
        #expect(report.ping?.median == 0.001)
        #expect(await world.count(.ping, instance: 1) == 23)
    }

    @Test func `Pings are left out if the application cannot be pinged`() async {
        var program = FakeProgram.watched
        program.pingSeconds = nil
        let (report, world) = await run(program)
        #expect(report.ping == nil)
        #expect(await world.count(.ping) == 1)
        #expect(report.failures.isEmpty)
    }
}
