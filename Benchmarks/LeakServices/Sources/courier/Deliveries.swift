import NIOCore

/// A parcel on its way.
final class Delivery: @unchecked Sendable {
    let name: String
    private(set) var checks = 0
    init(name: String) { self.name = name }

    func check() { checks += 1 }
}

/// Checks each delivery now and then until it has arrived.
struct DeliveryTracker: Sendable {
    let loop: any EventLoop
    let stopsWhenDelivered: Bool

    func deliver(_ name: String) -> EventLoopFuture<String> {
        let delivery = Delivery(name: name)
        let checking = loop.scheduleRepeatedTask(initialDelay: .zero, delay: .minutes(5)) { _ in
            delivery.check()  // TRUE CULPRIT of --leak repeated: never cancelled
        }
        return loop.scheduleTask(in: .milliseconds(1)) {
            if stopsWhenDelivered { checking.cancel() }
            return "delivered \(delivery.name)"
        }.futureResult
    }
}

/// A parcel in the locker.
final class HeldParcel: @unchecked Sendable {
    let name: String
    private(set) var expired = false
    init(name: String) { self.name = name }

    func expire() { expired = true }
}

/// Keeps parcels until they are fetched, a day at most.
struct ParcelLocker: Sendable {
    let loop: any EventLoop
    let cancelsExpiry: Bool

    func hold(_ name: String) -> String {
        let parcel = HeldParcel(name: name)
        let expiry = loop.scheduleTask(in: .hours(24)) { parcel.expire() }  // TRUE CULPRIT of --leak scheduled
        if cancelsExpiry { expiry.cancel() }
        return "fetched \(parcel.name)"
    }
}
