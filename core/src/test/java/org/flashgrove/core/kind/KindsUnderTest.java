package org.flashgrove.core.kind;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Kinds that tests of all kinds run for in one module. A module with kinds of its own lists their
 * names in the resource {@code META-INF/kinds-under-test.txt} of its tests, and runs the tests
 * tagged {@code kinds} of the modules below: for every case that names one of its kinds, and beside
 * it only kinds on the class path. Without the resource, tests run for every case that names no
 * kind of such a module. So each case runs once.
 */
public final class KindsUnderTest {
  private static final String FILE = "META-INF/kinds-under-test.txt";

  /** Kinds of modules that an application adds. */
  private static final Set<String> OF_MODULES =
      Set.of(
          "fortree",
          "gridfile",
          "kdb",
          "arftl",
          "fkdb",
          "for",
          "gffm",
          "lcr",
          "rftl",
          "cfdc",
          "cflru",
          "fbarc",
          "forplus",
          "pool",
          "lsm");

  private static final Set<String> OWN = own();
  private static final Pattern BETWEEN_WORDS = Pattern.compile("[^a-z0-9]+");

  private KindsUnderTest() {}

  private static Set<String> own() {
    try (InputStream file = KindsUnderTest.class.getClassLoader().getResourceAsStream(FILE)) {
      String names = file == null ? "" : new String(file.readAllBytes(), StandardCharsets.UTF_8);
      return names.lines().collect(Collectors.toUnmodifiableSet());
    } catch (IOException e) {
      throw new UncheckedIOException(FILE, e);
    }
  }

  /** Returns whether the kinds are those of a module that an application adds. */
  public static boolean areOfModule() {
    return !OWN.isEmpty();
  }

  /** Returns whether a case runs in this module, by the specs that it names. */
  public static boolean include(Object... specs) {
    Set<String> named = new TreeSet<>();
    for (Object spec : specs) {
      named.addAll(Arrays.asList(BETWEEN_WORDS.split(String.valueOf(spec))));
    }
    named.retainAll(OF_MODULES);
    return OWN.isEmpty()
        ? named.isEmpty()
        : named.removeIf(OWN::contains) && named.stream().allMatch(KindsUnderTest::isThere);
  }

  private static boolean isThere(String kind) {
    String explanation = "META-INF/settings/" + kind + ".txt";
    return KindsUnderTest.class.getClassLoader().getResource(explanation) != null;
  }

  /** Returns the specs that run in this module. */
  public static List<String> of(String... specs) {
    return of(List.of(specs), spec -> spec);
  }

  /** Returns the cases that run in this module, by the specs that they name. */
  public static <T> List<T> of(List<T> cases, Function<? super T, ?> specs) {
    return cases.stream().filter(each -> include(specs.apply(each))).toList();
  }
}
