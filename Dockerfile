# A slim image of the program: `make package`, then `docker build -t osprey .`
#
#   docker run --rm -v "$PWD:/photos" osprey classify /photos
FROM debian:bookworm-slim
COPY .build/osprey_*_amd64.deb /tmp/osprey.deb
# With --build-arg RECOMMENDS=yes, videos, text and downloads too.
ARG RECOMMENDS=no
RUN apt-get update \
    && if [ "$RECOMMENDS" = yes ]; then set -- ; else set -- --no-install-recommends; fi \
    && apt-get install -y "$@" /tmp/osprey.deb \
    && rm -rf /var/lib/apt/lists/* /tmp/osprey.deb
USER nobody
ENTRYPOINT ["osprey"]
