# Osprey: Apple's Vision, Core ML and Create ML for Swift on Linux.
#
#   make demo      install what is missing, build, train classifiers on the pictures in Examples and try them
#   make test      install what is missing, build and run every test
#   make test-one T=Name  build, and run the tests whose suite or function has that name
#   make test-python  the Python binding's tests, with a Python that has coremltools (PYTHON=…)
#   make test-models  the scripts that made the models, from the beginning on drawn pictures, in a Python with Models/requirements.txt (or PYTHON=…)
#   make bench     the benchmark table; with PEERS=1 also the same networks through other runtimes
#   make bench-check  fails where a prediction is slower beside its peers than Benchmarks/thresholds.json allows
#   make fuzz      a minute (MINUTES=…) of fuzzing for each reader of files and requests (Scripts/fuzz.sh says more);  make leaks looks for leaks
#   make conformance  coremltools' own tests against osprey, with a Python that has their needs (PYTHON=…)
#   make accuracy  what trained models reach, on the test data beside the checkout (SHARED=…), with a Python that has its needs
#   make race      the tests of Vision, VisionRuntime, CoreML, CoreMLRuntime and CreateML under the thread sanitizer (FILTER=… for a part)
#   make docs      pages of the public API in .build/docs; fails where a public declaration is not documented
#   make install   the program and its models under PREFIX (default /usr/local)
#   make package   osprey_VERSION_amd64.deb in .build: the program without Swift;  make test-package installs it on a bare Debian
#   make wheel     the wheel of the Python package, to be handed on
#   make test-reproducible  both made twice, in two folders, and compared: two release builds
#   make test-dependency  the package as a dependency by URL, from a local Git repository
#   make test-arm  the kernels for 64-bit Arm under emulation, beside plain loops and what they answer here
#   make test-cluster  a Spark cluster of two workers on this machine, one of which is killed, with a Python that has pyspark (PYTHON=…)
#   make stress    a server of models under 100000 requests, with clients that misbehave, and a tensor of 100 MB
#   make test-camera  a Video4Linux camera, the kernel's driver for tests, in a virtual machine
#   make format    rewrite the sources in the project's format;  make lint checks it
#   make deps      install the Debian packages that are missing, and nothing else

PREFIX ?= /usr/local
PYTHON ?= python3
SHARED ?= ../shared
MINUTES ?= 1
SHELL := /bin/bash
RELEASE := .build/release
# Tests keep nothing in the user's cache, and take nothing from it.
test test-one test-python race: export OSPREY_CACHE :=
# Debug builds, which tests look into, but optimised: unoptimised they run for three times as long. Overflows, indices and preconditions are checked.
TESTED := -Xswiftc -O -Xcc -O2 -Xcxx -O2
# STRICT=1, as continuous integration builds: warnings are errors, and so is an import of a module that the target does not declare.
ifdef STRICT
TESTED += -Xswiftc -warnings-as-errors -Xcc -Werror -Xcxx -Werror --explicit-target-dependency-import-check error
endif


build: deps
	swift build -c release --product osprey

deps:
	@Scripts/install-dependencies.sh

demo: build
	swift build -c release --product ActionAndVision
	swift build -c release --product RobotShop
	swift build -c release --product ObjectTracker
	@Scripts/demo.sh $(RELEASE)/osprey

test: deps
	swift build --build-tests $(TESTED)
	swift test --skip-build $(TESTED)
	@Scripts/test-shorter-vectors.sh $(TESTED)

# T is a regular expression for `Target.Suite/function`: T=PlanTests, T=PlanTests/poolingsAreFused.
test-one: deps
	@test -n "$(T)" || { echo "make test-one T=Name: a suite, a function or a regular expression for them"; exit 2; }
	swift build --build-tests $(TESTED)
	swift test --skip-build $(TESTED) --filter '$(T)'

test-camera: deps
	swift build --package-path Tests/Camera $(TESTED)
	@Scripts/test-camera.sh Tests/Camera/.build/debug/CameraCheck .build/camera

test-python: deps
	$(PYTHON) -m unittest discover Scripts/programs
	@if $(PYTHON) -c 'import coremltools' 2>/dev/null; then \
		swift build --product osprey $(TESTED) && cd Bindings/python/tests && \
		OSPREY=$(CURDIR)/.build/debug/osprey PYTHONPATH=../src $(PYTHON) -W ignore -m unittest; \
	else \
		echo "skipped: the tests of Bindings/python, as $(PYTHON) has no coremltools"; \
	fi

# Without PYTHON in an environment of its own, which takes gigabytes; PIP_EXTRA_INDEX_URL=https://download.pytorch.org/whl/cpu saves most of them.
# MODEL=faces tests one model's scripts.
MODELS_PYTHON := $(if $(filter file default,$(origin PYTHON)),.build/models-python/bin/python,$(PYTHON))

.build/models-python/installed: Models/requirements.txt Models/requirements-teachers.txt
	$(PYTHON) -m venv --clear .build/models-python
	.build/models-python/bin/pip install -q -r Models/requirements.txt
	.build/models-python/bin/pip install -q --no-deps -r Models/requirements-teachers.txt
	touch $@

test-models: build $(if $(filter .build/%,$(MODELS_PYTHON)),.build/models-python/installed)
	cd Models/tests && OSPREY=$(abspath $(RELEASE)/osprey) SHARED=$(abspath $(SHARED)) \
		$(if $(findstring /,$(MODELS_PYTHON)),$(abspath $(MODELS_PYTHON)),$(MODELS_PYTHON)) -B -W ignore -m unittest -v $(MODEL:%=test_%)

# Long sweeps over every image and model file, with faults; needs the test data beside the checkout.
sweep: build
	python3 Scripts/sweep.py $(RELEASE)/osprey

# Hours for all of `mil`; SHARE=20 takes every twentieth test.
SHARE ?= 1
conformance: build
	$(PYTHON) Scripts/conformance.py $(RELEASE)/osprey nn mil pipeline program --share $(SHARE)

# Needs numpy, pillow, scikit-learn and coremltools.
accuracy: build
	for revision in 1 3 4; do $(PYTHON) Scripts/compare_with_sklearn.py $(RELEASE)/osprey --revision $$revision \
		$(SHARED)/data/classification/flowers $(SHARED)/data/classification/waste || exit 1; done
	$(PYTHON) Scripts/measure_training.py $(RELEASE)/osprey $(SHARED)/data/classification/flowers
	$(PYTHON) Scripts/measure_detector.py $(RELEASE)/osprey --data $(SHARED)/data/detection
	$(PYTHON) Scripts/check_interchange.py $(RELEASE)/osprey

# These need a toolchain with sanitizers, and build apart from everything else.
fuzz: deps
	Scripts/fuzz.sh $$((60 * $(MINUTES)))

leaks: deps
	Scripts/leaks.sh

race: deps
	Scripts/race.sh $(FILTER)

bench: build
	Benchmarks/run.sh $(RELEASE)/osprey

bench-check: build
	python3 Benchmarks/check.py $(RELEASE)/osprey

docs: deps
	Scripts/docs.sh $(TESTED)

install: build
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/osprey/models
	install -m 755 $(RELEASE)/osprey $(DESTDIR)$(PREFIX)/bin/osprey
	install -m 644 Models/catalog.json Models/*/*.mlmodel Models/*/*.precision.json Models/*/*.ngrams $(DESTDIR)$(PREFIX)/share/osprey/models/
	$(RELEASE)/osprey shell-files $(DESTDIR)$(PREFIX)/share

package: deps
	Scripts/package.sh

# Needs root and debootstrap.
test-package: package
	Scripts/test-package.sh .build/osprey_$(shell cat VERSION)_$(shell dpkg --print-architecture).deb

wheel:
	PYTHON=$(PYTHON) Scripts/wheel.sh

# Of what is committed; twenty minutes on two quiet cores.
test-reproducible: deps
	PYTHON=$(PYTHON) Scripts/test-reproducible.sh

# Needs g++-aarch64-linux-gnu and qemu-user-static, and neither Swift for Arm nor oneDNN.
test-arm:
	Scripts/test-arm.sh

test-cluster: build
	$(PYTHON) Scripts/spark_cluster.py $(RELEASE)/osprey

stress: build
	python3 Scripts/stress_server.py $(RELEASE)/osprey

test-dependency: deps
	Scripts/test-dependency.sh


format:
	swift format --in-place --recursive --parallel Package.swift Sources Plugins Tests Examples Fuzz

lint:
	swift format lint --strict --recursive --parallel Package.swift Sources Plugins Tests Examples Fuzz

clean:
	swift package clean
