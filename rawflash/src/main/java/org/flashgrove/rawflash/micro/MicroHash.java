package org.flashgrove.rawflash.micro;

import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;
import java.util.PriorityQueue;
import org.flashgrove.core.flash.RawFlash;

/**
 * MicroHash, an index for records of a time, a key and a value. Records are found by key or by
 * time. A search by key uses a directory in memory, whose buckets each have a chain of index pages.
 *
 * <p>An index page contains groups of entries, each of one bucket. A group contains the key range
 * of the bucket, the position of the previous index page (two positions after a merge), and the
 * entries. An entry is a key and the address of a record; entries are ordered by address.
 */
public final class MicroHash extends MicroIndex {
  private static final int GROUPS_BYTES = Long.BYTES;
  private static final int GROUP_BYTES = 5 * Long.BYTES;
  private static final int LAST_OFFSET = Long.BYTES;
  private static final int BEFORE_OFFSET = 2 * Long.BYTES;
  private static final int SECOND_OFFSET = 3 * Long.BYTES;
  private static final int COUNT_OFFSET = 4 * Long.BYTES;
  private static final int ENTRY_BYTES = 2 * Long.BYTES;

  private final HashDirectory directory;
  private final int[] composed;
  private int composedCount;

  private MicroHash(RawFlash flash, MicroHashOptions options) {
    super(flash, options);
    int entries = (file.pageBytes() - GROUPS_BYTES - GROUP_BYTES) / ENTRY_BYTES;
    directory = new HashDirectory(options.buckets(), entries);
    composed = new int[options.lists()];
    recover();
  }

  /**
   * Opens the structure on a flash. Erased flash becomes an empty structure.
   *
   * @throws org.flashgrove.core.spec.SpecException if the flash is unsuitable or contains a
   *     structure with other settings
   * @throws org.flashgrove.core.failure.StoreException if the structure is damaged or of a newer
   *     version, or the flash contains something else
   */
  public static MicroHash open(RawFlash flash, MicroHashOptions options) {
    options.requireFits(flash.geometry());
    return new MicroHash(flash, options);
  }

  /**
   * Appends a record.
   *
   * @param time time of the record, at least the time of the newest record
   * @return the number of the record
   * @throws IllegalArgumentException if {@code time} is before the newest record
   */
  public long insert(long time, long key, long value) {
    record.words[0] = time;
    record.words[1] = key;
    record.words[2] = value;
    return append();
  }

  /**
   * Visits the records in a range of keys. Records in memory come first, then those to which index
   * pages refer, the newest index page first. The visitor must not call the structure.
   *
   * @param from minimum key
   * @param to maximum key
   * @return false if the visitor stopped
   */
  public boolean keys(long from, long to, RecordVisitor visitor) {
    requireUsable();
    if (from > to) {
      return true;
    }
    RecordSearch search = search(found -> found.key() >= from && found.key() <= to, visitor);
    if (!visitRam(search)) {
      return false;
    }
    PriorityQueue<Long> chains = new PriorityQueue<>(Collections.reverseOrder());
    int last = directory.find(to);
    for (int bucket = directory.find(from); bucket <= last; bucket++) {
      int entry = waiting.first(directory.list(bucket));
      for (; entry != WaitingEntries.NONE; entry = waiting.next(entry)) {
        boolean isAsked = waiting.word(entry) >= from && waiting.word(entry) <= to;
        if (isAsked && !search.visit(waiting.address(entry))) {
          return false;
        }
      }
      addLive(chains, directory.head(bucket), file.next());
      addLive(chains, directory.second(bucket), file.next());
    }
    long before = file.next();
    while (!chains.isEmpty()) {
      long position = chains.poll();
      if (position < before) {
        before = position;
        if (!visitPage(position, from, to, chains, search)) {
          return false;
        }
      }
    }
    return search.visitBatch();
  }

  private boolean visitPage(
      long position, long from, long to, PriorityQueue<Long> chains, RecordSearch search) {
    readIndex(position);
    int at = GROUPS_BYTES;
    for (int group = (int) indexPage.getLong(0); group > 0; group--) {
      int count = (int) indexPage.getLong(at + COUNT_OFFSET);
      int entries = at + GROUP_BYTES;
      if (indexPage.getLong(at) <= to && indexPage.getLong(at + LAST_OFFSET) >= from) {
        addLive(chains, indexPage.getLong(at + BEFORE_OFFSET), position);
        addLive(chains, indexPage.getLong(at + SECOND_OFFSET), position);
        for (int i = 0; i < count; i++) {
          long key = indexPage.getLong(entries + i * ENTRY_BYTES);
          long address = indexPage.getLong(entries + i * ENTRY_BYTES + Long.BYTES);
          if (key >= from && key <= to && !search.visit(address)) {
            return false;
          }
        }
      }
      at = entries + count * ENTRY_BYTES;
    }
    return true;
  }

  /**
   * Adds the position of an index page to the queue of pages to read, unless the page has been
   * overwritten.
   *
   * @param before position that must be after the index page; otherwise the file is damaged
   */
  private void addLive(PriorityQueue<Long> chains, long position, long before) {
    if (position >= before) {
      throw file.damage(before, "refers forward to index page " + position);
    }
    if (position >= file.oldest()) {
      chains.add(position);
    }
  }

  private void readIndex(long position) {
    file.read(position, indexPage);
    if (file.head().kind() != MicroHead.INDEX) {
      throw file.damage(position, "is not an index page, but an index page refers to it");
    }
  }

  @Override
  void addEntry(long address) {
    int bucket = directory.find(record.key());
    waiting.add(directory.list(bucket), record.key(), address);
    directory.added(bucket);
  }

  @Override
  void compose() {
    clear(indexPage);
    composedCount = 0;
    int at = GROUPS_BYTES;
    int merged = directory.repartition(waiting);
    if (merged != HashDirectory.NONE) {
      at = addGroup(merged, at);
    }
    int list = listToWrite();
    while (waiting.count(list) > 0 && at + GROUP_BYTES + ENTRY_BYTES <= indexPage.capacity()) {
      at = addGroup(directory.bucketOfList(list), at);
      list = waiting.largest();
    }
    indexPage.putLong(0, composedCount);
  }

  private int addGroup(int bucket, int at) {
    int list = directory.list(bucket);
    int room = (indexPage.capacity() - at - GROUP_BYTES) / ENTRY_BYTES;
    int count = Math.min(room, waiting.count(list));
    indexPage.putLong(at, directory.low(bucket));
    indexPage.putLong(at + LAST_OFFSET, directory.high(bucket));
    indexPage.putLong(at + BEFORE_OFFSET, directory.head(bucket));
    indexPage.putLong(at + SECOND_OFFSET, directory.second(bucket));
    indexPage.putLong(at + COUNT_OFFSET, count);
    int to = at + GROUP_BYTES;
    int entry = waiting.first(list);
    for (int i = 0; i < count; i++) {
      indexPage.putLong(to, waiting.word(entry));
      indexPage.putLong(to + Long.BYTES, waiting.address(entry));
      to += ENTRY_BYTES;
      entry = waiting.next(entry);
    }
    waiting.remove(list, count);
    composed[composedCount++] = bucket;
    return to;
  }

  @Override
  void composed(long position) {
    for (int i = 0; i < composedCount; i++) {
      directory.written(composed[i], position);
    }
  }

  @Override
  void writeDirectory(ByteBuffer page) {
    directory.age();
    directory.write(page);
  }

  @Override
  void readDirectory(ByteBuffer page) {
    if (!directory.read(page)) {
      throw file.damage(file.next(), "an impossible directory before it");
    }
  }

  @Override
  void replay(ByteBuffer page, long position) {
    int at = GROUPS_BYTES;
    for (int group = (int) page.getLong(0); group > 0; group--) {
      int count = (int) page.getLong(at + COUNT_OFFSET);
      directory.replay(page.getLong(at), page.getLong(at + LAST_OFFSET), count, position);
      at += GROUP_BYTES + count * ENTRY_BYTES;
    }
  }

  @Override
  void entries(ByteBuffer page, EntryVisitor visitor) {
    int at = GROUPS_BYTES;
    for (int group = (int) page.getLong(0); group > 0; group--) {
      int count = (int) page.getLong(at + COUNT_OFFSET);
      for (int i = 0; i < count; i++) {
        int entry = at + GROUP_BYTES + i * ENTRY_BYTES;
        visitor.entry(page.getLong(entry), page.getLong(entry + Long.BYTES));
      }
      at += GROUP_BYTES + count * ENTRY_BYTES;
    }
  }

  @Override
  boolean matches(long word) {
    return word == record.key();
  }

  @Override
  void walk(List<String> problems, EntryVisitor visitor) {
    if (!directory.isOrdered()) {
      problems.add("directory: buckets are not ascending");
    }
    PriorityQueue<Long> chains = new PriorityQueue<>(Collections.reverseOrder());
    for (int bucket = 0; bucket < directory.size(); bucket++) {
      int entry = waiting.first(directory.list(bucket));
      for (; entry != WaitingEntries.NONE; entry = waiting.next(entry)) {
        if (directory.find(waiting.word(entry)) != bucket) {
          problems.add("bucket " + bucket + ": an entry of key " + waiting.word(entry));
        }
        visitor.entry(waiting.word(entry), waiting.address(entry));
      }
      addLive(chains, directory.head(bucket), file.next());
      addLive(chains, directory.second(bucket), file.next());
    }
    long before = file.next();
    while (!chains.isEmpty()) {
      long position = chains.poll();
      if (position < before) {
        before = position;
        readIndex(position);
        int at = GROUPS_BYTES;
        for (int group = (int) indexPage.getLong(0); group > 0; group--) {
          addLive(chains, indexPage.getLong(at + BEFORE_OFFSET), position);
          addLive(chains, indexPage.getLong(at + SECOND_OFFSET), position);
          at += GROUP_BYTES + (int) indexPage.getLong(at + COUNT_OFFSET) * ENTRY_BYTES;
        }
        entries(indexPage, visitor);
      }
    }
  }

  @Override
  int buckets() {
    return directory.size();
  }

  @Override
  long repartitions() {
    return directory.repartitions();
  }

  @Override
  long directoryBytes() {
    return directory.memoryBytes();
  }
}
