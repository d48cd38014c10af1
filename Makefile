# Every task of the project: `make` builds the essay, `make help` lists the rest. Needs Python 3.11 or newer, no more.

PYTHON ?= python3
VENV ?= .venv

python := $(VENV)/bin/python
install := $(python) -m pip install --quiet --disable-pip-version-check --require-hashes --requirement
lock := uv pip compile --quiet --upgrade --universal --generate-hashes --python-version 3.11 \
	--no-header --no-emit-index-url --no-emit-find-links pyproject.toml
built := $(VENV)/.installed
tested := $(VENV)/.installed-tests
modeled := $(VENV)/.installed-models
# Matrices here are small: where processes run side by side, more threads each only get in the others' way.
single := OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1

.PHONY: site serve figures test check accept bench measure models lock clean help

site: $(built)  ## build the essay into site/; STRICT=1 takes warnings for errors
	@$(python) -m generator build $(if $(STRICT),--strict)

serve: $(built)  ## show the essay at http://127.0.0.1:8000/ while it is written; PORT=0 takes any free port
	@$(python) -m generator serve $(if $(PORT),--port $(PORT)) $(if $(STRICT),--strict)

figures: $(built)  ## redo experiments and figures: all of them, or ONLY="softmax width"
	@$(python) -m generator figures $(ONLY)

test: $(tested)  ## run every test, those of the page in a real Chromium, found or installed
	@chromium=$$(sh .ci/chromium $(python)) && CHROMIUM="$$chromium" $(single) $(python) -m pytest --numprocesses auto --dist loadfile

check: $(tested)  ## check format, lint and types, and look the built site over
	@$(python) -m ruff format --check .
	@$(python) -m ruff check .
	@$(python) -m mypy generator attention content
	@$(python) -m generator build --quiet && $(python) -m generator check

accept: $(tested)  ## rewrite what the golden tests expect: read the diff before you commit it
	@ACCEPT=1 $(python) -m pytest tests/generator/test_cases.py

bench: $(tested)  ## print times and weights beside their budgets: all, or ONLY="build preview weight page figures mechanism"
	@chromium=$$(sh .ci/chromium $(python)) && CHROMIUM="$$chromium" $(python) -m tests.bench $(ONLY)

measure: $(tested)  ## measure time, memory and the page anew, beside the records (ONLY=growth, ONLY=page); ACCEPT=1 writes them
	@$(single) $(python) -m content.measured $(if $(ACCEPT),--accept) $(ONLY)

models: $(modeled)  ## run the two published models anew, hold their records to them; ACCEPT=1 writes the records
	@$(single) $(python) -m content.models $(if $(ACCEPT),--accept)

lock:  ## pin the newest versions that pyproject.toml allows, with their hashes (needs uv)
	@$(lock) --output-file requirements.txt
	@$(lock) --extra models --constraint requirements.txt --output-file requirements-models.txt
	@$(lock) --extra test --extra models --constraint requirements.txt --output-file requirements-test.txt

clean:  ## remove what was built, kept and installed
	@rm -rf $(VENV) .cache .hypothesis .mypy_cache .pytest_cache .ruff_cache
	@find site -mindepth 1 ! -name .gitignore -delete
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

help:  ## list these tasks
	@sed -n 's/^\([a-z]*\):.*  ## /\1\t/p' $(MAKEFILE_LIST) | expand -t 10

$(built): requirements.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or newer is wanted: install it, or name one with make PYTHON=..." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
		{ echo "Python's venv module is missing: install it (Debian, Ubuntu: apt-get install python3-venv)" >&2; exit 1; }
	@echo "Installing what the build needs into $(VENV)"
	@$(PYTHON) -m venv --clear $(VENV)
	@$(install) requirements.txt
	@touch $@

$(modeled): $(built) requirements-models.txt
	@echo "Installing what the models' files are read with into $(VENV)"
	@$(install) requirements-models.txt
	@touch $@

$(tested): $(built) requirements-test.txt
	@echo "Installing what the tests need into $(VENV)"
	@$(install) requirements-test.txt
	@touch $@
