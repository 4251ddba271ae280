import FuzzTargets
import Glibc

func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

/// What is fed. A C callback holds no values: it asks here.
let chosen = variable("LECTERN_FUZZ").flatMap(FuzzTarget.init(rawValue:))
