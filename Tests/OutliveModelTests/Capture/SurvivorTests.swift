import Foundation
import OutliveModel
import Testing

@Suite struct SurvivorTests {
    private let key = ComponentKey(
        name: "session", type: "App.Session", site: RegistrationSite(fileID: "App/Main.swift", line: 7, column: 3))

    @Test func `Addresses are numbers on the wire, and left out if none are known`() throws {
        let survivor = Survivor(
            key: key, births: [], backtrace: Backtrace(), addresses: [ObjectAddress(0x7f5f_1234_5670)])
        let json = String(decoding: try JSONEncoder().encode(survivor), as: UTF8.self)
        #expect(json.contains(#""addresses":[\#(0x7f5f_1234_5670)]"#), "\(json)")
        #expect(try JSONDecoder().decode(Survivor.self, from: Data(json.utf8)) == survivor)
        let silent = Survivor(key: key, births: [], backtrace: Backtrace())
        #expect(!String(decoding: try JSONEncoder().encode(silent), as: UTF8.self).contains("addresses"))
    }

    @Test func `A survivor from before addresses is read`() throws {
        let json = #"""
            {"key": {"name": "session", "type": "App.Session", "lifetime": {"untilReset": {}},
                     "site": {"fileID": "App/Main.swift", "line": 7, "column": 3}},
             "births": [{"generation": 1, "count": 2}], "backtrace": {"frames": []}}
            """#
        let survivor = try JSONDecoder().decode(Survivor.self, from: Data(json.utf8))
        #expect(survivor.addresses == nil)
        #expect(survivor.key == key)
    }

    @Test func `An address in memory is no word that a scan mistakes for a reference`() {
        let address = ObjectAddress(0x7f5f_1234_5670)
        let word = withUnsafeBytes(of: address) { $0.loadUnaligned(as: UInt64.self) }
        #expect(word & 0x00ff_ffff_ffff_fff8 != address.rawValue)
        #expect(word & 0x00ff_ffff_ffff_fff8 >= 1 << 47)
    }
}
