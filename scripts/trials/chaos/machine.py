"""The state of the machine, as far as it explains what is found."""

# The seconds in which all tasks waited that are worth a line.
WORTH_A_LINE = 1


class Stalls:
    """The time in which all tasks of the machine waited for memory or for disks, from now on."""

    def __init__(self):
        self._before = _stalled()

    def lines(self):
        return [
            f"all tasks of the machine waited {seconds:.1f} s for {resource} (/proc/pressure): times mean little"
            for resource, after in _stalled().items()
            if (seconds := after - self._before.get(resource, 0)) > WORTH_A_LINE]


def _stalled():
    stalled = {}
    for resource in ["memory", "io"]:
        try:
            with open(f"/proc/pressure/{resource}", encoding="ascii") as file:
                full = next(line for line in file if line.startswith("full"))
        except (OSError, StopIteration):
            continue  # A kernel without pressure stall information.
        stalled[resource] = int(full.rpartition("total=")[2]) / 1e6
    return stalled
