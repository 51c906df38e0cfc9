package org.flashgrove.cli.query;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.flashgrove.access.Store;
import org.flashgrove.access.structure.TimeSnapshot;
import org.flashgrove.access.structure.TimeStructure;
import org.flashgrove.cli.command.ChosenStructure;
import org.flashgrove.cli.command.DeviceMembers;
import org.flashgrove.cli.command.JsonOutput;
import org.flashgrove.cli.command.Numbers;
import org.flashgrove.cli.command.StoreCommand;
import org.flashgrove.cli.input.QuerySource;
import org.flashgrove.cli.input.WindowFile;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.index.TimedRecord;
import org.flashgrove.core.metrics.IoStats;
import org.flashgrove.datasets.feature.RowForms;

/**
 * Runs queries on a structure that stores records by time. A query is a range of times, a range of
 * keys, or a file of windows.
 */
record TimeQueries(StoreCommand command, ChosenStructure chosen, QuerySource source) {

  /** Query that passes its results to {@code visitor} and returns their number. */
  private interface Asked {
    long of(TimeSnapshot records, Predicate<TimedRecord> visitor);
  }

  /** Runs the queries, and prints or counts the results. Returns the exit code. */
  int run(boolean counts, long limit) throws IOException {
    List<Asked> questions = questions();
    try (Store store = command.openForReading(chosen)) {
      TimeStructure records = store.times(chosen.name());
      IoStats before = records.io();
      PlainRows rows = counts || source.isFile() ? null : rows();
      long found = 0;
      try (TimeSnapshot now = records.snapshot()) {
        for (Asked each : questions) {
          long[] left = {limit};
          long results =
              limit == 0
                  ? 0
                  : each.of(
                      now,
                      record -> {
                        add(record, rows);
                        return --left[0] > 0;
                      });
          found += results;
          if (counts) {
            command.say("%d", results);
          }
        }
      }
      IoStats io = records.io().since(before);
      Map<String, Object> members = new LinkedHashMap<>();
      members.put("queries", questions.size());
      members.put("results", found);
      members.put("io", JsonOutput.of(io));
      DeviceMembers.add(members, DeviceMembers.of(store));
      if (rows != null) {
        rows.end();
      }
      if (command.isJson() && rows != null) {
        command.printRest(members);
      } else {
        command.print(members);
      }
      if (rows == null && !counts) {
        command.say(
            "%s, %s, %s read",
            Numbers.counted(questions.size(), "query"),
            Numbers.counted(found, "result"),
            Numbers.counted(io.pageReads(), "page"));
      }
      return 0;
    }
  }

  private boolean isOfPairs() {
    return chosen.forms() == RowForms.PAIRS;
  }

  private PlainRows rows() {
    String[] names =
        isOfPairs() ? new String[] {"time", "id", "value"} : new String[] {"time", "id", "x", "y"};
    return new PlainRows(command.terminal().out(), command.isJson(), names);
  }

  private void add(TimedRecord record, PlainRows rows) {
    if (rows != null && isOfPairs()) {
      rows.add(record.time(), record.key(), record.value());
    } else if (rows != null) {
      rows.add(record.time(), record.key(), record.x(), record.y());
    }
  }

  private List<Asked> questions() throws IOException {
    if (source.isOfTimes()) {
      long[] range = source.times();
      return List.of((records, visitor) -> records.times(range[0], range[1], visitor));
    }
    if (source.isOfKeys()) {
      List<Asked> questions = new ArrayList<>();
      for (QuerySource.Range keys : source.keys()) {
        questions.add((records, visitor) -> records.keys(keys.first(), keys.last(), visitor));
      }
      return questions;
    }
    if (source.isGeometry()) {
      throw new IllegalArgumentException(
          "--geometry: not supported for records by time; use --window, --point, --queries, --times"
              + " or --keys");
    }
    WindowFile windows = source.windows(Metric.PLANAR);
    List<Asked> questions = new ArrayList<>();
    for (int i = 0; i < windows.count(); i++) {
      int at = i;
      questions.add(
          (records, visitor) ->
              records.window(
                  windows.at(at, 0),
                  windows.at(at, 1),
                  windows.at(at, 2),
                  windows.at(at, 3),
                  visitor));
    }
    return questions;
  }
}
