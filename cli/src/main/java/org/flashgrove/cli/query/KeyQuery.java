package org.flashgrove.cli.query;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.flashgrove.access.Store;
import org.flashgrove.access.structure.PairStructure;
import org.flashgrove.cli.command.ChosenStructure;
import org.flashgrove.cli.command.JsonOutput;
import org.flashgrove.cli.command.StoreCommand;
import org.flashgrove.cli.input.QuerySource;
import org.flashgrove.core.index.Entry;
import org.flashgrove.core.index.SpatialIndex;
import org.flashgrove.core.metrics.IoStats;

/**
 * Finds the pairs of a key tree by their keys, or the entries of a spatial index by their ids.
 *
 * @param keys ranges of keys or ids
 * @param limit maximum number of results of each range
 */
record KeyQuery(
    StoreCommand command, ChosenStructure chosen, List<QuerySource.Range> keys, long limit) {
  /** Prints or counts the results. Returns the exit code. */
  int run(boolean count, String format) {
    if (!chosen.isOfPairs() && !chosen.hasIds()) {
      throw new IllegalArgumentException(
          "--keys: structure '"
              + chosen.name()
              + "' is "
              + chosen.spec()
              + " (allowed: a key tree, a table, or a spatial store created with --ids)");
    }
    if (!chosen.isOfPairs() && keys.stream().anyMatch(range -> range.first() != range.last())) {
      throw new IllegalArgumentException(
          "--keys: finds single ids in a spatial index; give ids separated by commas");
    }
    EntryOutput output = command.isJson() ? EntryOutput.JSON : EntryOutput.named(format);
    try (Store store = command.openForReading(chosen)) {
      IoStats before = io(store);
      long found = chosen.isOfPairs() ? pairs(store, count) : entries(store, count ? null : output);
      Map<String, Object> members = new LinkedHashMap<>();
      members.put("results", found);
      members.put("io", JsonOutput.of(io(store).since(before)));
      if (command.isJson() && !count) {
        command.printRest(members);
      } else {
        command.print(members);
      }
      if (count) {
        command.say("%d", found);
      }
      return 0;
    }
  }

  private IoStats io(Store store) {
    return chosen.isOfPairs() ? store.pairs(chosen.name()).io() : store.stats().io();
  }

  private long pairs(Store store, boolean count) {
    PairStructure pairs = store.pairs(chosen.name());
    PlainRows rows =
        count ? null : new PlainRows(command.terminal().out(), command.isJson(), "id", "value");
    long found = 0;
    for (QuerySource.Range range : keys) {
      long[] left = {limit};
      pairs.visit(
          range.first(),
          range.last(),
          (key, value) -> {
            if (left[0] > 0 && rows != null) {
              rows.add(key, value);
            }
            left[0] = Math.max(0, left[0] - 1);
          });
      found += limit - left[0];
    }
    if (rows != null) {
      rows.end();
    }
    return found;
  }

  /**
   * Prints the entries with the ids. Returns their number.
   *
   * @param output format of the entries, or null to print nothing
   */
  private long entries(Store store, EntryOutput output) {
    SpatialIndex entries = store.entries(chosen.name()).entries();
    EntryOutput.Printer printer =
        output == null ? null : new EntryOutput.Printer(output, command.terminal().out());
    long found = 0;
    for (QuerySource.Range id : keys) {
      Entry entry = limit == 0 ? null : entries.entry(id.first());
      if (entry != null) {
        found++;
        if (printer != null) {
          printer.entry(entry.id(), entry.minX(), entry.minY(), entry.maxX(), entry.maxY());
        }
      }
    }
    if (printer != null) {
      printer.end();
    }
    return found;
  }
}
