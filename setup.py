"""What pyproject.toml cannot say: a wheel holds the record, ``dptheory/proofs``, and ``dptheory/recipes``."""

from pathlib import Path
from shutil import copytree, rmtree

from setuptools import setup
from setuptools.command.build_py import build_py

BESIDE = ("proofs", "docs/recipes")


class WithProofs(build_py):
    """Builds the package; unless it is only linked, with what lies beside it in the checkout."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            for place in (Path(__file__).resolve().parent / name for name in BESIDE):
                inside = Path(self.build_lib) / "dptheory" / place.name
                rmtree(inside, ignore_errors=True)
                copytree(place, inside)


setup(cmdclass={"build_py": WithProofs})
