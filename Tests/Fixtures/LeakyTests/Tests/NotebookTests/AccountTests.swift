import Testing

@testable import Notebook

@Suite struct AccountTests {
    let account: Account

    init() {
        account = Account(name: "ada")
        _ = Device(account)
    }

    @Test func hasADevice() {
        #expect(account.device != nil)
    }

    @Test func hasAName() {
        #expect(account.name == "ada")
    }
}
