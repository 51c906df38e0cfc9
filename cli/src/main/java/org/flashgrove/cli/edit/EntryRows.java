package org.flashgrove.cli.edit;

import java.util.HashMap;
import java.util.Map;
import org.flashgrove.access.Store;
import org.flashgrove.access.ids.Repeat;
import org.flashgrove.cli.command.ChosenStructure;
import org.flashgrove.cli.input.GivenIds;
import org.flashgrove.core.index.Entry;
import org.flashgrove.core.index.SpatialIndex;
import org.flashgrove.datasets.feature.EntryKind;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.locationtech.jts.geom.Envelope;

/** Applies the rows of data files to a spatial index as insertions, updates or deletions. */
final class EntryRows implements RowTarget {
  private final Store store;
  private final SpatialIndex entries;
  private final RowChange change;
  private final boolean replaces;

  /**
   * Rows checked so far, by id. In a store with ids, two inserted rows must not have the same id
   * and different rectangles.
   */
  private final Map<Long, Entry> met = new HashMap<>();

  private final Repeat repeat;

  /**
   * Creates a target that changes a structure.
   *
   * @param replaces whether an inserted row replaces the rectangle of an existing id
   */
  EntryRows(Store store, ChosenStructure structure, RowChange change, boolean replaces) {
    this.store = store;
    entries = store.entries(structure.name()).entries();
    repeat = structure.repeat();
    this.change = change;
    this.replaces = replaces;
  }

  @Override
  public Store store() {
    return store;
  }

  @Override
  public void check(FeatureCursor row) {
    if (repeat == null || change != RowChange.INSERT || replaces || row.isIdMade()) {
      return; // every rectangle is valid, and a new id has none
    }
    Entry entry =
        new Entry(row.id(), row.minX() + 0.0, row.minY() + 0.0, row.maxX() + 0.0, row.maxY() + 0.0);
    Entry there = store.isReadOnly() ? met.put(row.id(), entry) : null;
    if (there == null) {
      there = entries.entry(row.id());
    }
    if (there != null && !there.equals(entry)) {
      throw row.problem(
          "id " + row.id() + " has another rectangle", "update, --replace, or other ids");
    }
    if (there != null && repeat == Repeat.REFUSE) {
      throw row.problem("the entry already exists", "each entry once");
    }
  }

  @Override
  public void addIdsTo(GivenIds ids) {
    double most = Double.MAX_VALUE;
    entries.search(-most, -most, most, most, (id, minX, minY, maxX, maxY) -> ids.use(id));
  }

  @Override
  public boolean apply(FeatureCursor row) {
    return switch (change) {
      case INSERT -> {
        if (replaces) {
          entries.put(row.id(), row.minX(), row.minY(), row.maxX(), row.maxY());
          yield true;
        }
        entries.insert(row.id(), row.minX(), row.minY(), row.maxX(), row.maxY());
        yield true;
      }
      case DELETE ->
          row.kind() == EntryKind.KEYS
              ? entries.remove(row.id())
              : entries.delete(row.id(), row.minX(), row.minY(), row.maxX(), row.maxY());
      case UPDATE ->
          row.kind() == EntryKind.MOVES
              ? entries.update(
                  row.id(), row.old(), new Envelope(row.minX(), row.maxX(), row.minY(), row.maxY()))
              : entries.move(row.id(), row.minX(), row.minY(), row.maxX(), row.maxY());
    };
  }
}
