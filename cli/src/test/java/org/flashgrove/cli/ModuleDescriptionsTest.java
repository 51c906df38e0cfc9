package org.flashgrove.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The descriptions of modules, which no test runs with: each package that a class of another module
 * names is exported to that module, and no export is there for nobody.
 */
@AnalyzeClasses(packages = "org.flashgrove", importOptions = ImportOption.DoNotIncludeTests.class)
class ModuleDescriptionsTest {
  private static final String OURS = "org.flashgrove.";
  private static final List<String> MODULES =
      List.of(
          "core",
          "storage",
          "indexes",
          "grove",
          "efind",
          "salvage",
          "access",
          "literature",
          "rawflash",
          "lsm",
          "simulator");

  /** Have no descriptions, but names, and may stand on the module path. */
  private static final Set<String> NAMED = Set.of("chronicle", "geotools");

  private static final Pattern TYPE = Pattern.compile("(org/flashgrove/[a-z0-9/]+)/[A-Z]");

  private static final Pattern EXPORT =
      Pattern.compile("exports\\s+([\\w.]+)(?:\\s+to\\s+([\\w.,\\s]+))?;");

  /** Returns the modules that each exported package is exported to; none stands for all. */
  private static Map<String, Set<String>> exports() throws IOException {
    Map<String, Set<String>> exports = new HashMap<>();
    for (String module : MODULES) {
      Path description = Path.of("..", module, "src", "main", "module", "module-info.java");
      Matcher export = EXPORT.matcher(Files.readString(description));
      while (export.find()) {
        String to = export.group(2) == null ? "" : export.group(2).strip();
        exports.put(
            export.group(1), to.isEmpty() ? Set.of() : new TreeSet<>(List.of(to.split(",\\s*"))));
      }
    }
    return exports;
  }

  private static String moduleOf(String name) {
    return name.startsWith(OURS) ? name.substring(OURS.length()).replaceAll("\\..*", "") : "";
  }

  /** Returns our packages that a class file names, be it in the signature of a lambda. */
  private static Set<String> packagesNamedBy(JavaClass type) throws IOException {
    Set<String> names = new TreeSet<>();
    try (InputStream file = type.getSource().orElseThrow().getUri().toURL().openStream()) {
      String content = new String(file.readAllBytes(), StandardCharsets.ISO_8859_1);
      TYPE.matcher(content).results().forEach(found -> names.add(found.group(1).replace('/', '.')));
    }
    return names;
  }

  @ArchTest
  static void packagesAreExportedToThoseWhoNameThem(JavaClasses classes) throws IOException {
    Map<String, Set<String>> exports = exports();
    Map<String, Set<String>> named = new HashMap<>();
    Set<String> missing = new TreeSet<>();
    for (JavaClass type : classes) {
      String module = moduleOf(type.getPackageName());
      if (!MODULES.contains(module) && !NAMED.contains(module)) {
        continue;
      }
      for (String name : packagesNamedBy(type)) {
        String of = moduleOf(name);
        if (!MODULES.contains(of) || of.equals(module)) {
          continue;
        }
        named.computeIfAbsent(name, key -> new TreeSet<>()).add(OURS + module);
        Set<String> to = exports.get(name);
        if (to == null || !to.isEmpty() && !to.contains(OURS + module)) {
          missing.add(name + " to " + OURS + module + ", for " + type.getName());
        }
      }
    }
    assertThat(missing).as("exports that are missing").isEmpty();
    Set<String> here = new TreeSet<>();
    classes.forEach(type -> here.add(OURS + moduleOf(type.getPackageName())));
    exports.forEach(
        (name, to) ->
            assertThat(named.getOrDefault(name, Set.of()))
                .as("modules that name %s, which is exported to them", name)
                .containsAll(to.stream().filter(here::contains).toList()));
  }
}
