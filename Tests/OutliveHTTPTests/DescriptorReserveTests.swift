import Testing

@testable import OutliveHTTP
@testable import OutliveHTTPRoutes
@testable import OutliveHTTPServer

struct DescriptorReserveTests {
    @Test func `The last 16 descriptors stay free, or a quarter of a small limit`() {
        #expect(DescriptorReserve(limit: 1024).count == 16)
        #expect(DescriptorReserve(limit: 64).count == 16)
        #expect(DescriptorReserve(limit: 40).count == 10)
        #expect(!DescriptorReserve(limit: .max).isTouched(lowest: 1_000_000))
    }

    @Test func `A process is short of descriptors if fewer than the reserve are free, or none`() {
        let reserve = DescriptorReserve(limit: 40)
        #expect(!reserve.isTouched(lowest: 30))
        #expect(reserve.isTouched(lowest: 31))
        #expect(reserve.isTouched(lowest: nil))
    }
}
