import OutliveModel

extension ComponentKey {
    static func example(_ name: String = "Timer", lifetime: Lifetime = .untilReset) -> ComponentKey {
        ComponentKey(
            name: name, type: "App.\(name)", site: RegistrationSite(fileID: "App/Main.swift", line: 7, column: 3),
            lifetime: lifetime)
    }
}

extension Survivor {
    static func example(
        _ key: ComponentKey = .example(), births: [Int: Int], addresses: [ObjectAddress]? = nil
    ) -> Survivor {
        Survivor(
            key: key,
            births: births.map { Birth(generation: $0.key, count: $0.value) }.sorted { $0.generation < $1.generation },
            backtrace: Backtrace(), addresses: addresses)
    }
}
