import Outlive
import Testing

/// An object that may not be sent to another isolation.
private final class Cart {
    var next: Cart?
    var onPaid: (() -> Void)?
}

/// The holder of a view's object, as in an application.
@MainActor
private final class Screen {
    var cart: Cart? = Cart()

    func close() -> Bool { expectReleased(&cart) }
}

struct ExpectedReleaseTests {
    /// An asynchronous function waits, unless it calls one that cannot.
    private func isReleasedNow(_ cart: inout Cart?) -> Bool { expectReleased(&cart) }

    @Test func `An object without other references is released, and its variable is nil`() {
        var cart: Cart? = Cart()
        let isReleased = expectReleased(&cart)
        #expect(isReleased)
        #expect(cart == nil)
    }

    @Test func `An object that another reference keeps, or that keeps itself, is not`() {
        var cart: Cart? = Cart()
        let kept = cart
        let isKeptReleased = expectReleased(&cart)
        #expect(!isKeptReleased)
        #expect(cart == nil)
        withExtendedLifetime(kept) {}

        var cycle: Cart? = Cart()
        weak let remaining = cycle
        cycle?.next = cycle
        let isCycleReleased = expectReleased(&cycle)
        #expect(!isCycleReleased)
        remaining?.next = nil
    }

    @Test func `Nothing in the variable is nothing to release`() async {
        var cart: Cart?
        let atOnce = isReleasedNow(&cart)
        let later = await expectReleased(&cart, within: .zero)
        #expect(atOnce && later)
    }

    @Test func `An object that a task still holds is released within the wait, but not at once`() async {
        actor Gate {
            func pass() {}
        }
        var first: Gate? = Gate()
        let (hold, release) = AsyncStream<Void>.makeStream()
        let task = Task { [first] in
            for await _ in hold {}
            await first?.pass()
        }
        let early = await expectReleased(&first, within: .zero)
        #expect(!early)
        release.finish()
        await task.value

        var second: Gate? = Gate()
        let (gate, opened) = AsyncStream<Void>.makeStream()
        Task { [second] in
            for await _ in gate {}
            await second?.pass()
        }
        opened.finish()
        let late = await expectReleased(&second, within: .seconds(60))
        #expect(late)
    }

    @Test func `It works on any actor, with objects that cannot be sent, and with a property`() async {
        let onMain = await Task { @MainActor in
            var cart: Cart? = Cart()
            let isReleased = await expectReleased(&cart)
            return [isReleased, Screen().close()]
        }.value
        #expect(onMain == [true, true])
        let detached = await Task.detached {
            var cart: Cart? = Cart()
            cart?.onPaid = { [weak cart] in cart?.next = nil }
            return await expectReleased(&cart)
        }.value
        #expect(detached)
    }

    @Test func `A survivor stays tracked, with name and line, and an object that is released is not`() async throws {
        var line = 0
        var kept: [Cart] = []
        let (_, report) = await LeakScope.run(settling: SettlePolicy(deadline: .zero)) {
            var cart: Cart? = Cart()
            kept = [cart!]
            line = #line + 1
            await expectReleased(&cart, as: "cart", within: .zero)
            cart = Cart()
            await expectReleased(&cart, as: "gone")
        }
        let survivor = try #require(report.survivors.first)
        #expect(report.survivors.count == 1)
        #expect(survivor.key.name == "cart")
        #expect(survivor.key.site.fileID == #fileID)
        #expect(survivor.key.site.line == line)
        withExtendedLifetime(kept) {}
    }
}
