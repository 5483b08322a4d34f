import OutliveModel

extension Comparison {
    var launchStart: Summary { arms[0].start! }
    var reset: Summary { arms[1].total }
    var ratio: Double { ratios[0].ratio }
    var interval: Interval? { ratios.first?.interval }
    var savedSecondsPer100: Double { savedSecondsPer100(ratios[0]) }
}
