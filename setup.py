"""What pyproject.toml cannot say: a wheel also holds the recorded proofs, as ``dptheory/proofs``."""

from pathlib import Path
from shutil import copytree, rmtree

from setuptools import setup
from setuptools.command.build_py import build_py

PROOFS = Path(__file__).resolve().parent / "proofs"


class WithProofs(build_py):
    """Builds the package; unless it is only linked, with the proofs that lie beside it in the checkout."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            inside = Path(self.build_lib) / "dptheory" / "proofs"
            rmtree(inside, ignore_errors=True)
            copytree(PROOFS, inside)


setup(cmdclass={"build_py": WithProofs})
