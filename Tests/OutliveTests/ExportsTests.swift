internal import Outlive
internal import Testing

@Test func `One import is enough for an application`() async {
    let registry = LeakRegistry()
    let component = registry.track(Component(), lifetime: Lifetime.process(reason: "a test"))
    let report: GenerationReport = await registry.endGeneration().settled()
    #expect(report.survivors.map(\.key.name) == ["Component"])
    let reply = await InProcessNotifier().send(ResetRequest(id: 1))
    #expect(reply.failures.count == 1)
    withExtendedLifetime(component) {}
}

private final class Component {}
