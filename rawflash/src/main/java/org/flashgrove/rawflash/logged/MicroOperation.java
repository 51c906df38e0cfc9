package org.flashgrove.rawflash.logged;

import java.util.ArrayList;
import java.util.List;
import org.flashgrove.core.geometry.Rectangles;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.storage.log.LoggedStore;
import org.flashgrove.storage.log.StoreLog;

/**
 * Appends records to a MicroHash or MicroGF in a store. The records commit together, by {@link
 * #commit} or with a batch of the store. Closing the operation without a commit discards them. Only
 * the thread that began the operation may use it; other threads wait until it is closed.
 */
public final class MicroOperation extends RawFlashOperation {
  private final LoggedMicro structure;
  private final List<long[]> staged = new ArrayList<>();
  private long newestTime;

  MicroOperation(LoggedMicro structure, LoggedStore store) {
    super(structure, store);
    this.structure = structure;
  }

  @Override
  void clear() {
    staged.clear();
    newestTime = structure.newestTime();
  }

  /**
   * Appends a record of a key and a value.
   *
   * @param time time of the record, at least the time of the newest record
   * @throws IllegalArgumentException if {@code time} is before the newest record; nothing is
   *     changed
   */
  public void insert(long time, long key, long value) {
    stage(LoggedMicro.HASH_WORDS, new long[] {time, key, value});
  }

  /**
   * Appends a record of an id and a point.
   *
   * @param time time of the record, at least the time of the newest record
   * @throws IllegalArgumentException if {@code time} is before the newest record, or a coordinate
   *     is NaN or infinite; nothing is changed
   */
  public void insert(long time, long id, double x, double y) {
    Rectangles.requireValid(x, y, x, y);
    stage(
        LoggedMicro.GRID_WORDS,
        new long[] {time, id, Double.doubleToRawLongBits(x), Double.doubleToRawLongBits(y)});
  }

  private void stage(int words, long[] record) {
    requireChangeable();
    structure.requireWords(words);
    if (record[0] < newestTime) {
      throw new IllegalArgumentException(
          "time " + record[0] + " (allowed: " + newestTime + " or later)");
    }
    newestTime = record[0];
    staged.add(record);
  }

  /** Returns the time of the newest record, which may be a record of this operation. */
  public long newestTime() {
    return newestTime;
  }

  List<long[]> staged() {
    return staged;
  }

  @Override
  protected long stagedWords() {
    return staged.isEmpty()
        ? 0
        : RecordWords.HEAD_WORDS + (long) staged.size() * structure.recordWords();
  }

  @Override
  void describe(AppendLog.FrameSink section) {
    RecordWords words = new RecordWords(structure.recordWords());
    words.begin(structure.nextOrdinal(), false);
    staged.forEach(words::add);
    words.finish(StoreLog.CHANGES, section);
  }
}
