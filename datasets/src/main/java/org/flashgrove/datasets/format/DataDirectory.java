package org.flashgrove.datasets.format;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.feature.AttributeType;
import org.flashgrove.datasets.feature.DataFormat;
import org.flashgrove.datasets.feature.FormatOptions;

/**
 * Data files of one format in a directory and its subdirectories. If a subdirectory is named {@code
 * KEY=VALUE}, all features in it get an attribute of that name, as in the partitions that Hive and
 * Spark write. Names that begin with a dot or an underscore, index files, and files with other
 * extensions are left out. If the user names the format, files of other formats are left out too.
 */
final class DataDirectory {
  private static final int MOST_FILES = 100_000;
  private static final int MOST_LEVELS = 64;
  private static final String NO_VALUE = "__HIVE_DEFAULT_PARTITION__";
  private static final String INDEX = ".flashgrove";
  private static final String ALLOWED = "a file, or a directory of data files of one format";

  private final Path root;
  private final DataFormat format;
  private final List<Member> members = new ArrayList<>();
  private final Map<String, AttributeType> keys = new LinkedHashMap<>();

  /**
   * A data file.
   *
   * @param file path of the file
   * @param values value of each partition key, from directories above the file with names such as
   *     {@code KEY=VALUE}; null for a missing value
   */
  record Member(Path file, Map<String, String> values) {
    String name() {
      return file.toString();
    }
  }

  /**
   * Lists the files of a directory.
   *
   * @param options options of the user, which may name the format
   * @throws InputException if there are no data files, or if their formats or partition keys differ
   */
  DataDirectory(Path root, FormatOptions options) {
    this.root = root;
    DataFormat found = null;
    for (Path file : files()) {
      DataFormat own = formatOf(file, options);
      if (own == null) {
        continue;
      }
      if (found != null && found != own) {
        throw new InputException(
            root.toString(), 0, "files of " + found.name() + " and " + own.name(), ALLOWED);
      }
      found = own;
      add(new Member(file, values(file)));
    }
    if (found == null) {
      throw new InputException(root.toString(), 0, "is a directory without data files", ALLOWED);
    }
    format = found;
  }

  /** Returns the format that the extension of a file names; null if the file is to be left out. */
  private static DataFormat formatOf(Path file, FormatOptions options) {
    DataFormat own = DataFormats.byEnding(file.toString());
    boolean isWanted = options.format() == null || own == DataFormats.named(options.format());
    return isWanted ? own : null;
  }

  private List<Path> files() {
    try (Stream<Path> all = Files.walk(root, MOST_LEVELS)) {
      List<Path> files =
          all.filter(each -> isVisible(root.relativize(each)) && Files.isRegularFile(each))
              .limit(MOST_FILES + 1L)
              .sorted()
              .toList();
      if (files.size() > MOST_FILES) {
        throw new InputException(root.toString(), 0, "more than " + MOST_FILES + " files", ALLOWED);
      }
      return files;
    } catch (IOException e) {
      throw new UncheckedIOException(root + ": cannot be read", e);
    }
  }

  private static boolean isVisible(Path relative) {
    for (Path each : relative) {
      String name = each.toString();
      if (name.startsWith(".") || name.startsWith("_") || name.endsWith(INDEX)) {
        return false;
      }
    }
    return true;
  }

  private Map<String, String> values(Path file) {
    Map<String, String> values = new LinkedHashMap<>();
    for (Path each :
        root.relativize(file).getParent() == null
            ? List.<Path>of()
            : root.relativize(file).getParent()) {
      String name = each.toString();
      int equals = name.indexOf('=');
      if (equals > 0) {
        String value = name.substring(equals + 1);
        values.put(
            decoded(name.substring(0, equals)), value.equals(NO_VALUE) ? null : decoded(value));
      }
    }
    return values;
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) { // a percent sign that encodes nothing
      return text;
    }
  }

  private void add(Member member) {
    if (!members.isEmpty() && !member.values.keySet().equals(members.get(0).values.keySet())) {
      throw new InputException(
          member.name(),
          0,
          "partition keys " + member.values.keySet(),
          "those of " + members.get(0).name() + ", " + members.get(0).values.keySet(),
          null);
    }
    members.add(member);
    member.values.forEach(
        (key, value) -> {
          AttributeType known = keys.getOrDefault(key, AttributeType.INTEGER);
          boolean isWhole = known == AttributeType.INTEGER && (value == null || isWhole(value));
          keys.put(key, isWhole ? AttributeType.INTEGER : AttributeType.TEXT);
        });
  }

  private static boolean isWhole(String value) {
    try {
      return Long.toString(Long.parseLong(value)).equals(value);
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /** Returns the directory. */
  Path root() {
    return root;
  }

  /** Returns the format of the files. */
  DataFormat format() {
    return format;
  }

  /** Returns the files, in the order of their paths. */
  List<Member> members() {
    return Collections.unmodifiableList(members);
  }

  /**
   * Returns the partition keys with their types. A key is an integer if all its values are
   * integers, and otherwise text.
   */
  Map<String, AttributeType> keys() {
    return Collections.unmodifiableMap(keys);
  }

  /** Returns the value of a partition key for all features of a file. */
  Object value(Member member, String key) {
    String text = member.values.get(key);
    return text == null || keys.get(key) == AttributeType.TEXT ? text : (Object) Long.valueOf(text);
  }
}
