"""The programs that the parts run."""

import dataclasses
import os
import subprocess


@dataclasses.dataclass
class Programs:
    """The programs of one build, and the notes that the service serves."""

    folder: str
    data: str

    def __post_init__(self):
        self.service = os.path.join(self.folder, "note-service")
        self.outlive = os.path.join(self.folder, "outlive")
        self.heap_library = os.path.join(self.folder, "liboutlive_heap.so")
        subprocess.run(
            [self.service, "generate", "--count", "200", "--output", self.data], check=True, stdout=subprocess.DEVNULL)


class LeftOut(Exception):
    """A part, or a fault, that cannot be tried on this machine; the text is the reason."""
