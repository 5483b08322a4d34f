import OutliveModel

extension Comparison {
    /// The times of the first arm.
    var launch: Summary {
        get { arms[0].total }
        set { arms[0].total = newValue }
    }

    /// The times of the second arm.
    var reset: Summary {
        get { arms[1].total }
        set { arms[1].total = newValue }
    }

    /// The first ratio.
    var ratio: Double {
        get { ratios[0].ratio }
        set { ratios[0].ratio = newValue }
    }

    /// The interval of the first ratio.
    var interval: Interval? {
        get { ratios[0].interval }
        set { ratios[0].interval = newValue }
    }
}
