package org.flashgrove.cli.input;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.flashgrove.cli.command.Terminal;

/**
 * Counts the objects that the readers of input files left out because a file is incomplete. There
 * is one count for each reason.
 */
public final class LeftOutObjects {
  private final Map<String, Long> counts = new TreeMap<>();

  /**
   * Adds and prints the counts of objects that were left out of a file. Call this after the file
   * was read.
   */
  public void add(Terminal terminal, String path, Map<String, Long> ofFile) {
    if (ofFile.isEmpty()) {
      return;
    }
    ofFile.forEach((reason, count) -> counts.merge(reason, count, Long::sum));
    long all = ofFile.values().stream().mapToLong(Long::longValue).sum();
    terminal
        .err()
        .printf(
            Locale.ROOT,
            "flashgrove: %s: left out: %,d object%s: %s%n",
            SpooledFiles.nameOf(path),
            all,
            all == 1 ? "" : "s",
            ofFile.entrySet().stream()
                .map(each -> String.format(Locale.ROOT, "%s (%,d)", each.getKey(), each.getValue()))
                .collect(Collectors.joining(", ")));
  }

  /** Adds the counts to the JSON object of a command, if objects were left out. */
  public void addTo(Map<String, Object> members) {
    if (!counts.isEmpty()) {
      members.put("leftOut", counts);
    }
  }
}
