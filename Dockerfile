# The command on a small Debian: docker build -t outlive . && docker run --rm outlive doctor
# Copy from it into an image of a service: COPY --from=outlive /usr/bin/outlive /usr/bin/, and /usr/lib/liboutlive_heap.so.
FROM swift:6.3-bookworm AS build
WORKDIR /outlive
COPY . .
RUN scripts/package /packages

FROM debian:bookworm-slim
RUN --mount=type=bind,from=build,source=/packages,target=/packages \
    apt-get update \
    && apt-get install --yes --no-install-recommends libunwind8=1.* llvm=1:* /packages/outlive_*.deb \
    && rm -rf /var/lib/apt/lists/*
ENTRYPOINT ["outlive"]
