package org.flashgrove.spark;

import java.io.File;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Class path of the tests, for processes that tests start. */
final class TestClasses {
  private TestClasses() {}

  /**
   * Returns the class path. If a launcher has loaded the tests by a class loader of its own, this
   * is the class path of that loader, because the class path of the process has only the launcher.
   */
  static String path() {
    return TestClasses.class.getClassLoader() instanceof URLClassLoader loader
        ? Arrays.stream(loader.getURLs())
            .map(TestClasses::file)
            .collect(Collectors.joining(File.pathSeparator))
        : System.getProperty("java.class.path");
  }

  private static String file(URL url) {
    try {
      return Path.of(url.toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
