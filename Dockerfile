# assay in a container: `docker build -t assay .`, then
#   docker run --rm -v "$PWD:/data:ro" -v assay-home:/home/assay assay ask --data /data/sales.csv "total revenue by region"
#
# The first stage is what a newcomer does on a fresh Debian 12: the same scripts, nothing else. The second is that Debian
# without any of the tools: the packed program needs only the C library. It runs as a user of its own, keeps its home in
# a volume, and needs no network.
FROM debian:bookworm-slim AS build
RUN apt-get update \
    && apt-get install -y --no-install-recommends gcc git libc6-dev make \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
COPY web/package.json web/package-lock.json web/.npmrc web/
COPY scripts/bootstrap scripts/packages scripts/
RUN scripts/bootstrap build
COPY . .
RUN make dist && tar -C /opt -xzf dist/assay-*-linux-x86_64.tar.gz

FROM debian:bookworm-slim
COPY --from=build /opt/assay /opt/assay
RUN ln -s /opt/assay/bin/assay /usr/local/bin/assay \
    && useradd --create-home --home-dir /home/assay --shell /usr/sbin/nologin assay
USER assay
ENV ASSAY_HOME=/home/assay/.local/share/assay
VOLUME /home/assay
WORKDIR /data
ENTRYPOINT ["assay"]
CMD ["help"]
