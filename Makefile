# Osprey: Apple's Vision and Core ML for Swift on Linux.
#
#   make demo      install what is missing, build, classify the pictures in Examples/Pictures
#   make test      install what is missing, build and run every test
#   make bench     the benchmark table against the same models through other runtimes
#   make fuzz      a minute of fuzzing for each reader of models (Scripts/fuzz.sh says more);  make leaks looks for leaks
#   make install   the program and its models under PREFIX (default /usr/local)
#   make format    rewrite the sources in the project's format;  make lint checks it
#   make deps      install the Debian packages that are missing, and nothing else

PREFIX ?= /usr/local
SHELL := /bin/bash
RELEASE := .build/release

.PHONY: demo test bench install format lint deps build sweep fuzz leaks clean

build: deps
	swift build -c release --product osprey

deps:
	@Scripts/install-dependencies.sh

demo: build
	@Scripts/demo.sh $(RELEASE)/osprey

test: deps
	swift build --build-tests
	swift test --skip-build

# Long sweeps over every image and model file, with faults; needs the test data beside the checkout.
sweep: build
	python3 Scripts/sweep.py $(RELEASE)/osprey

# Both need a toolchain with sanitizers, and build apart from everything else.
fuzz: deps
	Scripts/fuzz.sh

leaks: deps
	Scripts/leaks.sh

bench: build
	Benchmarks/run.sh $(RELEASE)/osprey

install: build
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/osprey/models
	install -m 755 $(RELEASE)/osprey $(DESTDIR)$(PREFIX)/bin/osprey
	install -m 644 Models/catalog.json Models/scene/Scene.mlmodel $(DESTDIR)$(PREFIX)/share/osprey/models/

format:
	swift format --in-place --recursive --parallel Package.swift Sources Tests Fuzz

lint:
	swift format lint --strict --recursive --parallel Package.swift Sources Tests Fuzz

clean:
	swift package clean
