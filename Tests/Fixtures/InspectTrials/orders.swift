// A service that knows nothing of inspections: it keeps each order that it handles, one every 20 ms, until its input
// ends.
import Glibc

final class Customer {
    let name: String
    init(_ name: String) { self.name = name }
}

final class Order {
    let customer: Customer
    var lines: [String: Int]
    init(_ number: Int) {
        customer = Customer("the customer of the order with the number \(number)")
        lines = ["lines": number]
    }
}

final class OrderBook {
    var handled: [Order] = []
}

@main
enum Orders {
    nonisolated(unsafe) static let book = OrderBook()

    static func main() {
        for number in 0..<100 { book.handled.append(Order(number)) }
        print("ready")
        fflush(nil)
        var input = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
        while poll(&input, 1, 20) == 0 { book.handled.append(Order(book.handled.count)) }
    }
}
