import OutliveLogs
import OutliveModel
import Testing
