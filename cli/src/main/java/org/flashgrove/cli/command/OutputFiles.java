package org.flashgrove.cli.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.flashgrove.datasets.csv.CsvFormat;
import org.flashgrove.datasets.feature.DataFormat;
import org.flashgrove.datasets.feature.FormatOptions;
import org.flashgrove.datasets.file.OutputFile;
import org.flashgrove.datasets.file.TextOutput;
import org.flashgrove.datasets.format.DataFormats;

/** Checks output files before a command begins its work, and writes text files. */
public final class OutputFiles {
  private OutputFiles() {}

  /**
   * Throws an exception if a file cannot be written.
   *
   * @param option option that names the file, for the message
   * @param file file, which may exist; null if there is none
   * @throws IllegalArgumentException if the path is a directory, or if the directory of the file
   *     does not exist
   */
  public static void require(String option, Path file) {
    if (file == null) {
      return;
    }
    if (Files.isDirectory(file)) {
      throw new IllegalArgumentException(option + " " + file + ": is a directory; choose a file");
    }
    Path parent = file.toAbsolutePath().normalize().getParent();
    if (parent != null && !Files.isDirectory(parent)) {
      String there = file.getParent() + (Files.exists(parent) ? " is a file" : " does not exist");
      throw new IllegalArgumentException(
          option + " " + file + ": " + there + "; choose a file in an existing directory");
    }
  }

  /**
   * Throws an exception if an output file is also one of the files that another option names.
   * Detects this even if two different paths lead to the same file.
   *
   * @param option option that names the output file, for the message
   * @param file output file; null or {@code -} for none
   * @param other option that names the other files
   * @param others the files that the other option names
   * @throws IllegalArgumentException if the output file is one of the other files
   */
  public static void requireOther(String option, Path file, String other, List<String> others) {
    if (file != null) {
      requireOther(option, file.toString(), other, others);
    }
  }

  /** Checks the path of an output file like {@link #requireOther(String, Path, String, List)}. */
  public static void requireOther(String option, String file, String other, List<String> others) {
    for (String each : others) {
      if (isSame(file, each)) {
        throw new IllegalArgumentException(
            option
                + " "
                + file
                + ": is the same file as "
                + other
                + " "
                + each
                + "; write to another file");
      }
    }
  }

  private static boolean isSame(String file, String other) {
    if (file.equals("-") || other.equals("-")) {
      return file.equals(other);
    }
    Path one = Path.of(file);
    Path two = Path.of(other);
    try {
      return Files.exists(one) && Files.exists(two)
          ? Files.isRegularFile(one) && Files.isSameFile(one, two)
          : one.toAbsolutePath().normalize().equals(two.toAbsolutePath().normalize());
    } catch (IOException e) {
      throw new UncheckedIOException(file + ": cannot be compared with " + other, e);
    }
  }

  /** Writes a text in UTF-8. Replaces an existing file. */
  public static void write(Path place, String text) throws IOException {
    try (OutputFile file = OutputFile.named(place.toString())) {
      try (Writer out = TextOutput.create(file)) {
        out.write(text);
      }
      file.complete();
    }
  }

  /**
   * Throws an exception if a CSV file would get a name whose extension belongs to another format.
   *
   * @param file name of the file; {@code -} for a standard stream
   */
  public static void requireCsv(String option, String file) {
    DataFormat format;
    try {
      format = DataFormats.ofFile(file, FormatOptions.BY_ENDING);
    } catch (IllegalArgumentException e) {
      format = null;
    }
    List<String> endings = new CsvFormat().endings();
    if (format == null || !format.name().equals(new CsvFormat().name())) {
      throw new IllegalArgumentException(
          option
              + " "
              + file
              + ": must be a file of CSV; use another ending (allowed: "
              + String.join(", ", endings)
              + ", with .gz, too)");
    }
  }

  /**
   * Throws an exception if a file cannot be written, or if its extension is not allowed.
   *
   * @param extensions allowed extensions, compared without case
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

  /**
   * Checks a file like {@link #require(String, Path, String...)}, but accepts a name without an
   * extension.
   */
  public static void requireEnding(String option, Path file, String... extensions) {
    if (file != null && file.getFileName().toString().indexOf('.') > 0) {
      require(option, file, extensions);
    } else {
      require(option, file);
    }
  }
}
