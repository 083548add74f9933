# Sourced by scripts/tidemark and scripts/test: what is needed to build, and whether the jar is that of the sources.
# Expects $home, the project's folder. Writes to standard error only.

jar="$home/target/tidemark.jar"
lib="$home/target/lib"
stamp="$home/target/tidemark.stamp"

fail() {
  printf 'tidemark: %s\n' "$1" >&2
  exit 2
}

# The java of JAVA_HOME, as Maven does it, else the one on the PATH.
if [ -n "${JAVA_HOME:-}" ] && [ -x "$JAVA_HOME/bin/java" ]; then java="$JAVA_HOME/bin/java"; else java=java; fi

need_java() {
  command -v "$java" >/dev/null 2>&1 || fail 'java is missing; install a JDK, version 17 or newer, or set JAVA_HOME'
}

need_build_tools() {
  need_java
  local version
  version=$("$java" -version 2>&1 | sed -n 's/.* version "\([0-9]*\).*/\1/p' | head -n 1)
  [ "${version:-0}" -ge 17 ] || fail "java is version ${version:-unknown}; a JDK, version 17 or newer, is needed"
  local compiler=javac
  [ "$java" = java ] || compiler="$JAVA_HOME/bin/javac"
  command -v "$compiler" >/dev/null 2>&1 || fail 'javac is missing; a JDK is needed to build, not only a runtime'
  command -v mvn >/dev/null 2>&1 || fail 'mvn is missing; install Maven 3.8 or newer'
}

checksum() {
  if command -v sha256sum >/dev/null 2>&1; then sha256sum "$@"; elif command -v shasum >/dev/null 2>&1; then shasum -a 256 "$@"; else cksum "$@"; fi
}
export -f checksum

# One checksum over the names and contents of all that goes into the jar: modification times change with each checkout.
sources() {
  (cd "$home" && find pom.xml LICENSE src/main flink-conf/pipelines -type f -print0 | LC_ALL=C sort -z | xargs -0 bash -c 'checksum "$@"' _ | checksum)
}

# A jar younger than its stamp was built by hand, or only in part when a build was broken off.
is_fresh() {
  [ -f "$jar" ] && [ -d "$lib" ] && [ -f "$stamp" ] && ! [ "$jar" -nt "$stamp" ] && [ "$(cat "$stamp")" = "$(sources)" ]
}


build() {
  need_build_tools
  printf 'tidemark: building%s\n' "$([ -d "$lib" ] || printf ' (the first time takes some minutes)')" >&2
  local before
  before=$(sources)
  rm -f "$jar" # a new file, so that a job that runs from the old one keeps it
  (cd "$home" && mvn -B -q --no-transfer-progress -Dstyle.color=never -DskipTests package 2>&1 | sed $'s/\e\\[[0-9;]*m//g') >&2 || fail 'the build failed; the reason stands above'
  printf '%s\n' "$before" >"$stamp"
}

# Two commands started at once must not both write target/.
build_if_needed() {
  is_fresh && return
  mkdir -p "$home/target" || fail "$home/target cannot be written"
  if command -v flock >/dev/null 2>&1; then
    exec 9>"$home/target/build.lock"
    flock 9
    is_fresh || build
    exec 9>&-
  else
    build
  fi
}
