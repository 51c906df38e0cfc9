package org.flashgrove.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
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
import java.util.stream.Stream;

/**
 * The descriptions of modules, which no test runs with: each package that a class of another module
 * names is exported to that module, and no export is there for nobody. A signature that every
 * module can see names only types that every module can see.
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
          "access",
          "salvage",
          "literature",
          "rawflash",
          "lsm",
          "unitspace",
          "simulator");

  /** Have no descriptions, but names, and may stand on the module path. */
  private static final Set<String> NAMED = Set.of("chronicle", "geotools");

  private static final Pattern TYPE = Pattern.compile("(org/flashgrove/[a-z0-9/]+)/[A-Z]");

  /** An application that uses types of an optional module requires that module itself. */
  private static final Pattern PASSED_ON =
      Pattern.compile("requires (?:static|transitive) org\\.flashgrove\\.(\\w+);");

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

  /** Returns the modules that each module passes on to those that require it, itself included. */
  private static Map<String, Set<String>> passedOn() throws IOException {
    Map<String, Set<String>> passedOn = new HashMap<>();
    for (String module : MODULES) { // those that it requires come first
      Set<String> all = new TreeSet<>(Set.of(module));
      Path description = Path.of("..", module, "src", "main", "module", "module-info.java");
      Matcher required = PASSED_ON.matcher(Files.readString(description));
      while (required.find()) {
        all.addAll(passedOn.get(required.group(1)));
      }
      passedOn.put(module, all);
    }
    return passedOn;
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

  @ArchTest
  static void exportedSignaturesNameExportedTypes(JavaClasses classes) throws IOException {
    Map<String, Set<String>> exports = exports();
    Map<String, Set<String>> passedOn = passedOn();
    Set<String> hidden = new TreeSet<>();
    int signatures = 0;
    for (JavaClass type : classes) {
      if (!isVisible(type, exports)) {
        continue;
      }
      Set<String> read = passedOn.get(moduleOf(type.getPackageName()));
      for (JavaMember member : type.getMembers()) {
        if (isVisible(member)) {
          signatures++;
          namedBy(member)
              .filter(named -> isOurs(named) && !isVisible(named, exports, read))
              .forEach(named -> hidden.add(member.getFullName() + " names " + named.getName()));
        }
      }
      Stream.concat(type.getSuperclass().stream(), type.getInterfaces().stream())
          .flatMap(each -> each.getAllInvolvedRawTypes().stream())
          .filter(named -> isOurs(named) && !isVisible(named, exports, read))
          .filter(named -> !named.getPackage().equals(type.getPackage()))
          .forEach(named -> hidden.add(type.getName() + " extends " + named.getName()));
    }
    assertThat(hidden).as("types that applications cannot name").isEmpty();
    assertThat(signatures).isGreaterThan(5_000);
  }

  private static boolean isOurs(JavaClass type) {
    return type.getName().startsWith(OURS);
  }

  /** Returns whether a module that reads some modules only because of another one sees a type. */
  private static boolean isVisible(
      JavaClass type, Map<String, Set<String>> exports, Set<String> read) {
    return isVisible(type, exports) && read.contains(moduleOf(type.getPackageName()));
  }

  /** Returns whether all modules see a type. */
  private static boolean isVisible(JavaClass type, Map<String, Set<String>> exports) {
    Set<String> to = exports.get(type.getPackageName());
    return to != null
        && to.isEmpty()
        && isOpen(type.getModifiers())
        && type.getEnclosingClass().map(outer -> isVisible(outer, exports)).orElse(true);
  }

  private static boolean isVisible(JavaMember member) {
    return isOpen(member.getModifiers())
        && !member.getModifiers().contains(JavaModifier.SYNTHETIC)
        && !(member.getModifiers().contains(JavaModifier.PROTECTED)
            && member.getOwner().getModifiers().contains(JavaModifier.FINAL));
  }

  private static boolean isOpen(Set<JavaModifier> modifiers) {
    return modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED);
  }

  private static Stream<JavaClass> namedBy(JavaMember member) {
    Stream<JavaType> types =
        member instanceof JavaCodeUnit code
            ? Stream.concat(Stream.of(code.getReturnType()), code.getParameterTypes().stream())
            : Stream.of(((JavaField) member).getType());
    return types.flatMap(each -> each.getAllInvolvedRawTypes().stream());
  }
}
