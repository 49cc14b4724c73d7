#!/usr/bin/env bash
# Runs a query of SpatialBench by Apache Sedona on Spark: a --peer of "benchmarks/run spatialbench". Needs a JDK of 17 in SEDONA_JAVA_HOME
# or JAVA_HOME (Spark 4.0 does not run on newer ones than 21), and Maven for the jars, which it copies to benchmarks/target/sedona once.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
jars=$here/target/sedona
if [[ ! -d $jars ]]; then
    mvn --quiet --file "$here/sedona.xml" dependency:copy-dependencies "-DoutputDirectory=$jars" -DincludeScope=runtime >&2
fi
opens=()
for package in java.lang java.lang.invoke java.lang.reflect java.io java.net java.nio java.util java.util.concurrent \
    java.util.concurrent.atomic sun.nio.ch sun.nio.cs sun.security.action sun.util.calendar; do
    opens+=("--add-opens=java.base/$package=ALL-UNNAMED")
done
exec "${SEDONA_JAVA_HOME:-${JAVA_HOME:?}}/bin/java" -Xmx"${SEDONA_HEAP:-6g}" "${opens[@]}" -cp "$jars/*" "$here/SedonaQueries.java" "$@"
