# The command line on the cores of a processor. For a GPU see docs/gpu.md, "In a container".
#
#   docker build -t gyre .
#   docker run --rm -v "$PWD:/data" gyre knn-join --input points.csv --columns x,y
FROM maven:3-eclipse-temurin-25 AS build
WORKDIR /gyre
COPY . .
RUN mvn --batch-mode --no-transfer-progress -Pcommand-line -DskipTests -pl engine/cli -am package \
    && mkdir /unpacked \
    && tar -xzf engine/cli/target/gyre-*-command-line.tar.gz -C /unpacked --strip-components=1

FROM eclipse-temurin:25-jdk
COPY --from=build /unpacked /opt/gyre
# One call as root puts the archive of classes, which makes later starts faster, into the image.
RUN useradd --create-home gyre && install -d -o gyre /home/gyre/.cache && /opt/gyre/bin/gyre knn-join --demo >/dev/null
USER gyre
WORKDIR /data
ENTRYPOINT ["/opt/gyre/bin/gyre"]
CMD ["--help"]
