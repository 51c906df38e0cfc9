package org.flashgrove.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The sizes of main sources stay below the ceilings of {@code config/ceilings.txt}. */
class CeilingsTest {
  private static final Path ROOT = Path.of("..");
  private static final Path CEILINGS = ROOT.resolve("config/ceilings.txt");
  private static final Pattern LIMIT = Pattern.compile("(module|package|file) (\\d+)");
  private static final Pattern EXCEPTION =
      Pattern.compile("(package|file) (\\S+) (\\d+) because (.+)");

  private record Excepted(int ceiling, String reason) {}

  private static final Map<String, Integer> LIMITS = new TreeMap<>();
  private static final Map<String, Map<String, Excepted>> EXCEPTIONS = new TreeMap<>();

  /** Lines of modules and files, files of packages, by their names. */
  private static final Map<String, Map<String, Integer>> SIZES = new TreeMap<>();

  @BeforeAll
  static void readCeilingsAndSources() throws IOException {
    for (String line : Files.readAllLines(CEILINGS)) {
      Matcher limit = LIMIT.matcher(line);
      Matcher exception = EXCEPTION.matcher(line);
      if (limit.matches()) {
        LIMITS.put(limit.group(1), Integer.parseInt(limit.group(2)));
      } else if (exception.matches()) {
        EXCEPTIONS
            .computeIfAbsent(exception.group(1), kind -> new LinkedHashMap<>())
            .put(
                exception.group(2),
                new Excepted(Integer.parseInt(exception.group(3)), exception.group(4)));
      } else {
        assertThat(line).as("line of %s", CEILINGS).matches("(#.*)?");
      }
    }
    try (Stream<Path> modules = Files.list(ROOT)) {
      for (Path module : (Iterable<Path>) modules::iterator) {
        readModule(module.resolve("src/main/java"));
      }
    }
  }

  private static void readModule(Path sources) throws IOException {
    if (!Files.isDirectory(sources)) {
      return;
    }
    try (Stream<Path> files = Files.walk(sources)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        if (file.toString().endsWith(".java")) {
          int lines = Files.readAllLines(file).size();
          Path name = ROOT.relativize(file);
          add("file", name.toString().replace('\\', '/'), lines);
          add("module", name.getName(0).toString(), lines);
          if (!file.endsWith("package-info.java")) {
            String folder = sources.relativize(file.getParent()).toString();
            add("package", folder.replaceAll("[/\\\\]", "."), 1);
          }
        }
      }
    }
  }

  private static void add(String kind, String name, int size) {
    SIZES.computeIfAbsent(kind, any -> new TreeMap<>()).merge(name, size, Integer::sum);
  }

  private static Map<String, Excepted> exceptions(String kind) {
    return EXCEPTIONS.getOrDefault(kind, Map.of());
  }

  @Test
  void noModulePackageOrFileIsAboveItsCeiling() {
    List<String> above = new ArrayList<>();
    LIMITS.forEach(
        (kind, limit) ->
            SIZES
                .get(kind)
                .forEach(
                    (name, size) -> {
                      Excepted excepted = exceptions(kind).get(name);
                      int ceiling = excepted == null ? limit : excepted.ceiling();
                      if (size > ceiling) {
                        above.add(kind + " " + name + ": " + size + ", ceiling " + ceiling);
                      }
                    }));
    assertThat(above).isEmpty();
    assertThat(LIMITS).containsOnlyKeys("file", "module", "package");
  }

  @Test
  void anExceptionThatIsNoLongerNeededIsRemoved() {
    List<String> needless = new ArrayList<>();
    EXCEPTIONS.forEach(
        (kind, named) ->
            named.forEach(
                (name, excepted) -> {
                  int size = SIZES.get(kind).getOrDefault(name, 0);
                  if (size <= LIMITS.get(kind)) {
                    needless.add(kind + " " + name + ": " + size);
                  }
                }));
    assertThat(needless).isEmpty();
  }
}
