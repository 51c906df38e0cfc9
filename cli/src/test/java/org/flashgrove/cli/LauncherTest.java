package org.flashgrove.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Options of the JVM that the launchers pass, seen by a program in the place of Java. */
class LauncherTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  @TempDir Path home;

  @BeforeEach
  void makeJava() throws IOException {
    Assumptions.assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "SKIPPED: no bash");
    Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
    Files.writeString(java, "#!/bin/sh\nfor each in \"$@\"; do echo \"$each\"; done\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
  }

  private List<String> options(Map<String, String> environment, String... arguments)
      throws IOException, InterruptedException {
    ProcessBuilder launcher =
        new ProcessBuilder(ROOT.resolve("cli/src/main/dist/flashgrove").toString());
    launcher.command().addAll(Arrays.asList(arguments));
    launcher.directory(home.toFile()).redirectErrorStream(true);
    Map<String, String> given = launcher.environment();
    given.keySet().removeIf(each -> each.matches("FLASHGROVE_.*|JAVA_TOOL_OPTIONS|JDK_JAVA_.*"));
    given.putAll(
        Map.of(
            "JAVA_HOME", home.toString(), "FLASHGROVE_JAR", "a.jar", "FLASHGROVE_CACHE", "none"));
    given.putAll(environment);
    Process process = launcher.start();
    List<String> lines = process.inputReader().lines().toList();
    assertThat(process.waitFor()).as(lines.toString()).isZero();
    return lines;
  }

  @ParameterizedTest
  @CsvSource({
    "FLASHGROVE_JAVA_OPTS, -XX:+UseG1GC",
    "FLASHGROVE_JAVA_OPTS, -Xmx1g -XX:+UseZGC -Dany=1",
    "FLASHGROVE_JAVA_OPTS, -XX:+UseParallelGC",
    "JAVA_TOOL_OPTIONS, -XX:+UseShenandoahGC",
    "JDK_JAVA_OPTIONS, -XX:+UseSerialGC"
  })
  void theCollectorOfTheUserIsTheOnlyOne(String variable, String options) throws Exception {
    boolean isPassed = variable.startsWith("FLASHGROVE");
    for (String command : List.of("check", "--help", "--version")) {
      List<String> passed = options(Map.of(variable, options), command, "some store");
      List<String> collectors =
          passed.stream().filter(each -> each.matches("-XX:\\+Use.*GC")).toList();
      assertThat(collectors).hasSize(isPassed ? 1 : 0);
      assertThat(passed).endsWith("-jar", "a.jar", command, "some store");
      if (isPassed) {
        assertThat(passed).contains(options.split(" "));
      }
    }
  }

  @Test
  void aCollectorIsChosenWhereTheUserChoosesNone() throws Exception {
    assertThat(options(Map.of("FLASHGROVE_JAVA_OPTS", "-Xmx1g"), "check"))
        .containsExactly("-XX:+UseParallelGC", "-Xmx1g", "-jar", "a.jar", "check");
    assertThat(options(Map.of(), "--help")).contains("-XX:+UseSerialGC", "-Xmx16m");
  }

  @ParameterizedTest
  @CsvSource({"query, true", "nearest, true", "build, false", "index, false", "check, false"})
  void onlyQueriesCompileLate(String command, boolean isLate) throws Exception {
    List<String> late =
        options(Map.of(), command, "some store").stream()
            .filter(each -> each.startsWith("-XX:CompileThresholdScaling="))
            .toList();
    assertThat(late).hasSize(isLate ? 1 : 0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-Xms64m", "-XX:InitialHeapSize=64m"})
  void aHeapThatBeginsLargeIsNotBounded(String options) throws Exception {
    assertThat(options(Map.of("FLASHGROVE_JAVA_OPTS", options), "--help"))
        .containsExactly("-XX:+UseParallelGC", options, "-jar", "a.jar", "--help");
  }

  @Test
  void optionsAreNotExpandedToNamesOfFiles() throws Exception {
    Files.createFile(home.resolve("-Dx=1"));
    assertThat(options(Map.of("FLASHGROVE_JAVA_OPTS", "-D*"), "check")).contains("-D*");
  }

  /** Stands for a Java that can archive classes; it keeps what it is given to archive. */
  private static final String ARCHIVING =
      """
      #!/bin/sh
      for each in "$@"; do
        case $each in
          -XX:+AOTClassLinking) [ -n "$LINKS" ] || exit 1 ;;
          -XX:DumpLoadedClassList=*)
            printf '# list\\na/B id: 1\\n@lambda-proxy a/B run\\nc/D id: 2 super: 1 source: x\\n' >"${each#*=}" ;;
          -XX:SharedClassListFile=*) cp "${each#*=}" "$KEPT"; echo "$@" >>"$KEPT" ;;
          -XX:SharedArchiveFile=made.jsa) echo archive >made.jsa ;;
        esac
      done
      echo "$@"
      """;

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void lambdasAreArchivedWhereJavaLinksThem(boolean isLinked) throws Exception {
    Files.writeString(home.resolve("bin/java"), ARCHIVING);
    Files.createFile(home.resolve("release"));
    Files.createFile(home.resolve("a.jar"));
    Path kept = home.resolve("kept");
    Map<String, String> environment =
        Map.of(
            "FLASHGROVE_CACHE",
            home.resolve("cache").toString(),
            "KEPT",
            kept.toString(),
            "LINKS",
            isLinked ? "yes" : "");
    assertThat(options(environment, "check"))
        .singleElement()
        .asString()
        .contains("-XX:SharedArchiveFile=" + home.resolve("cache/classes-"))
        .endsWith("-jar a.jar check");
    List<String> lines = Files.readAllLines(kept);
    assertThat(lines.subList(0, lines.size() - 1))
        .isEqualTo(isLinked ? List.of("a/B", "@lambda-proxy a/B run") : List.of("a/B"));
    assertThat(lines.get(lines.size() - 1).contains("-XX:+AOTClassLinking")).isEqualTo(isLinked);
  }

  @Test
  void theLauncherOfTheBenchmarksChoosesNoCollectorAndNoHeap() throws IOException {
    String script = Files.readString(ROOT.resolve("flashgrove"));
    assertThat(script).doesNotContain("-XX:+Use").contains("exec \"$java\" \"-Dflashgrove");
  }
}
