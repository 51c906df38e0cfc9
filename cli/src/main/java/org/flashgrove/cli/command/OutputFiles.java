package org.flashgrove.cli.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/** Checks of the files that a command is to write, made before it begins its work. */
public final class OutputFiles {
  private OutputFiles() {}

  /**
   * Refuses a place where no file can be written.
   *
   * @param option the option that named it, for the message
   * @param file the file, which may be there already; null if none is to be written
   * @throws IllegalArgumentException if it is a directory, or its directory is not there
   */
  public static void require(String option, Path file) {
    if (file == null) {
      return;
    }
    if (Files.isDirectory(file)) {
      throw new IllegalArgumentException(
          option + " " + file + ": is a directory (allowed: a file)");
    }
    Path parent = file.toAbsolutePath().normalize().getParent();
    if (parent != null && !Files.isDirectory(parent)) {
      String there = file.getParent() + (Files.exists(parent) ? " is a file" : " is not there");
      throw new IllegalArgumentException(
          option + " " + file + ": " + there + " (allowed: a file in a directory that is there)");
    }
  }

  /**
   * Refuses a place where no file can be written, and a name that promises another format.
   *
   * @param extensions the endings that are allowed, compared without case
   */
  public static void require(String option, Path file, String... extensions) {
    if (file == null) {
      return;
    }
    String name = file.toString().toLowerCase(Locale.ROOT);
    if (Arrays.stream(extensions).noneMatch(name::endsWith)) {
      throw new IllegalArgumentException(
          option
              + " "
              + file
              + " (allowed: a name that ends in "
              + String.join(" or ", extensions)
              + ")");
    }
    require(option, file);
  }
}
