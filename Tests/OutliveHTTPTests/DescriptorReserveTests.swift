import Testing

@testable import OutliveHTTP
@testable import OutliveHTTPRoutes
@testable import OutliveHTTPServer

struct DescriptorReserveTests {
    @Test func `The last 16 descriptors stay free, or a quarter of a small limit`() {
        #expect(Descriptor.reserve(ofLimit: 1024) == 16)
        #expect(Descriptor.reserve(ofLimit: 64) == 16)
        #expect(Descriptor.reserve(ofLimit: 40) == 10)
        #expect(!Descriptor.isReserveTouched(lowest: 1_000_000, limit: .max))
    }

    @Test func `A process is short of descriptors if fewer than the reserve are free, or none`() {
        #expect(!Descriptor.isReserveTouched(lowest: 30, limit: 40))
        #expect(Descriptor.isReserveTouched(lowest: 31, limit: 40))
        #expect(Descriptor.isReserveTouched(lowest: nil, limit: 40))
    }
}
