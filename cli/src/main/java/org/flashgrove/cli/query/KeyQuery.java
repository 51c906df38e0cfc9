package org.flashgrove.cli.query;

import java.util.ArrayList;
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
  /**
   * Prints the results, or their number for each range. Returns the exit code.
   *
   * @param format the format of entries; pairs have no other format than {@code csv}
   */
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
    if (chosen.isOfPairs() && EntryOutput.named(format) != EntryOutput.CSV) {
      throw new IllegalArgumentException(
          "--format " + format + ": pairs are rows id,value; use --format csv or --json");
    }
    EntryOutput output = command.isJson() ? EntryOutput.JSON : EntryOutput.named(format);
    try (Store store = command.openForReading(chosen)) {
      IoStats before = io(store);
      Found found = new Found(new ArrayList<>(), new long[1]);
      if (chosen.isOfPairs()) {
        pairs(store, count, found);
      } else {
        entries(store, count ? null : output, found);
      }
      Map<String, Object> members = found.members();
      members.put("io", JsonOutput.of(io(store).since(before)));
      if (command.isJson() && !count) {
        command.printRest(members);
      } else {
        command.print(members);
      }
      if (count) {
        found.counts().forEach(each -> command.say("%d", each));
      }
      return 0;
    }
  }

  /**
   * Results so far.
   *
   * @param counts number of results of each range
   * @param idSum sum of the ids or keys of all results, in one element
   */
  private record Found(List<Long> counts, long[] idSum) {
    Map<String, Object> members() {
      Map<String, Object> members = new LinkedHashMap<>();
      members.put("queries", counts.size());
      members.put("results", counts.stream().mapToLong(Long::longValue).sum());
      members.put("counts", counts);
      members.put("idChecksum", Long.toString(idSum[0] & Long.MAX_VALUE));
      return members;
    }
  }

  private IoStats io(Store store) {
    return chosen.isOfPairs() ? store.pairs(chosen.name()).io() : store.stats().io();
  }

  private void pairs(Store store, boolean count, Found results) {
    PairStructure pairs = store.pairs(chosen.name());
    PlainRows rows =
        count ? null : new PlainRows(command.terminal().out(), command.isJson(), "id", "value");
    for (QuerySource.Range range : keys) {
      long[] left = {limit};
      pairs.visit(
          range.first(),
          range.last(),
          (key, value) -> {
            if (left[0] > 0) {
              left[0]--;
              results.idSum()[0] += key;
              if (rows != null) {
                rows.add(key, value);
              }
            }
          });
      results.counts().add(limit - left[0]);
    }
    if (rows != null) {
      rows.end();
    }
  }

  /**
   * Prints the entries with the ids.
   *
   * @param output format of the entries, or null to print nothing
   */
  private void entries(Store store, EntryOutput output, Found results) {
    SpatialIndex entries = store.entries(chosen.name()).entries();
    EntryOutput.Printer printer =
        output == null ? null : new EntryOutput.Printer(output, command.terminal().out());
    for (QuerySource.Range id : keys) {
      Entry entry = limit == 0 ? null : entries.entry(id.first());
      results.counts().add(entry == null ? 0L : 1L);
      if (entry != null) {
        results.idSum()[0] += entry.id();
        if (printer != null) {
          printer.entry(entry.id(), entry.minX(), entry.minY(), entry.maxX(), entry.maxY());
        }
      }
    }
    if (printer != null) {
      printer.end();
    }
  }
}
