#!/usr/bin/env bash
# Times joins of the nearest points over Spark: the engine alone, ids only, all columns (SparkKnn.java beside this file). Needs a JDK of 21
# or newer in JAVA_HOME, Gyre's modules built ("mvn -DskipTests package"), and Maven for Spark's jars, which it copies to
# benchmarks/target/spark once. Arguments: the folder of the tables, which it makes, the rows of each, then what to run in turns:
#
#     JAVA_HOME=PATH/OF/JDK benchmarks/spark.sh FOLDER 1000000 engine ids rows engine ids rows sums
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(dirname "$here")
jars=$here/target/spark
if [[ ! -d $jars ]]; then
    mvn --quiet --file "$here/spark.xml" dependency:copy-dependencies "-DoutputDirectory=$jars" -DincludeScope=runtime >&2
fi
gyre=
for module in tasks engine/core integrations/jts integrations/spark; do
    jar=$(find "$root/$module/target" -maxdepth 1 -name 'gyre-*.jar' ! -name '*-tests.jar' ! -name '*-sources.jar' ! -name '*-javadoc.jar' 2>/dev/null | head -n 1)
    [[ -n $jar ]] || { echo "benchmarks/spark.sh: $module is not built: mvn -DskipTests package" >&2; exit 1; }
    gyre=$gyre$jar:
done
opens=()
for package in java.lang java.lang.invoke java.lang.reflect java.io java.net java.nio java.util java.util.concurrent \
    java.util.concurrent.atomic sun.nio.ch sun.nio.cs sun.util.calendar; do
    opens+=("--add-opens=java.base/$package=ALL-UNNAMED")
done
read -r -a options <<<"${GYRE_JAVA_OPTIONS:-}"
exec "${JAVA_HOME:?}/bin/java" -Xms"${SPARK_HEAP:-2g}" -Xmx"${SPARK_HEAP:-2g}" "${opens[@]}" --sun-misc-unsafe-memory-access=allow \
    --enable-native-access=ALL-UNNAMED ${options[@]+"${options[@]}"} -cp "$gyre$jars/*" "$here/SparkKnn.java" "$@"
