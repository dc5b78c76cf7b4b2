# Every target works alone, from a clean clone, in any order; set-up runs once.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: verify test test-all test-measured lint proofs site docs pictures bench bench-audit fuzz sampled coq clean

verify: $(VENV)/installed
	@$(BIN)/dptheory verify --all --experiments quick

# Two processes; what they run together, and in which order: tests/scheduling.py. All tests but the slow ones.
PYTEST := $(BIN)/python -m pytest --numprocesses 2 --dist loadscope
test: $(VENV)/installed-test
	$(PYTEST) -m "not slow"

# EACH=2 FIRST=1: of the slow tests those of the second half of the files.
test-all: $(VENV)/installed-test
	$(PYTEST) $(if $(EACH),--slow-part $(or $(FIRST),0)/$(EACH))

# Which tests are slow, measured; on a quiet machine.
test-measured: $(VENV)/installed-test
	$(PYTEST) --write-slow

lint: $(VENV)/installed-test
	$(BIN)/ruff check dptheory tests
	$(BIN)/mypy --strict dptheory

# Certificates and verdicts; byte-identical when nothing has changed.
proofs: $(VENV)/installed
	$(BIN)/dptheory verify --experiments none --write proofs

# The library as pages for a browser.
site: $(VENV)/installed
	@$(BIN)/dptheory site build/site --experiments quick

# The documentation with its reference, gallery and tutorials.
docs: $(VENV)/installed-docs
	@$(BIN)/python -m sphinx -q -W --keep-going docs build/docs

# The manual page and the pictures of the README, from the program itself.
pictures: $(VENV)/installed
	$(BIN)/dptheory man > dptheory.1
	$(BIN)/python docs/pictures.py

bench: $(VENV)/installed-test
	$(BIN)/python benchmarks/run.py

# Audits against an oracle; the better part of an hour.
bench-audit: $(VENV)/installed-test
	$(BIN)/python benchmarks/audit/run.py

# The long form of the fuzz campaign: claims of known truth, mutated certificates, hostile texts.
fuzz: $(VENV)/installed-test
	$(BIN)/python -m tests.fuzz.campaign --count 100000 --seed 1 --sampled 10 --processes 2

# Another: certificates as theorems of Coq, compiled. COUNT=300 SEED=1 draws so many, ONLY=wu2015.theorem14 what is new
# of a statement; installs nothing but the project.
coq: $(VENV)/installed
	@$(BIN)/python coq/run.py $(ONLY) --least $(or $(LEAST),100) $(if $(COUNT),--count $(COUNT) --seed $(or $(SEED),0))

# A second opinion on the kernel: every assumption of the recorded certificates evaluated at points by an evaluator
# that shares nothing with it, and every rule at the corners of its side conditions; and kernels without one of these
# conditions, each of which has to be found so. EACH=4 FIRST=1 looks at one of four recorded certificates.
sampled: $(VENV)/installed-test
	$(BIN)/python -m tests.sampled.assumptions --all --sources rules lemmas recorded $(if $(EACH),--each $(EACH) --first $(or $(FIRST),0))
	$(BIN)/python -m tests.sampled.corners --count 6000 --seed 1 --processes 2
	$(BIN)/python -m tests.sampled.mutants --expected --count 6000 --seed 1 --processes 2

clean:
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "dptheory needs Python 3.11 or newer; try: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) >&2

$(VENV)/installed: pyproject.toml | $(BIN)/python
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --config-settings editable_mode=compat --editable ".[learn,plot]" >&2
	@touch $@

$(VENV)/installed-test: pyproject.toml | $(BIN)/python
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --config-settings editable_mode=compat --editable '.[test]' >&2
	@touch $(VENV)/installed $@

$(VENV)/installed-docs: pyproject.toml | $(BIN)/python
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --config-settings editable_mode=compat --editable '.[docs,learn,plot,frame]' >&2
	@touch $(VENV)/installed $@
