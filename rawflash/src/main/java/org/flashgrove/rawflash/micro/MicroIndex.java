package org.flashgrove.rawflash.micro;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.core.flash.RawFlash;
import org.flashgrove.core.index.VisitResult;

/**
 * Base class of MicroHash and MicroGF (Lin, Zeinalipour-Yazti, Kalogeraki, Gunopulos, Najjar,
 * <em>Efficient indexing data structures for flash-based sensor devices</em>, ACM Transactions on
 * Storage 2(4), 2006). Records are never deleted or changed, but new pages overwrite the oldest
 * ones. {@code docs/internals/microhash.md} describes how the paper was interpreted.
 *
 * <p>A record stays in memory until its page is full, and index entries stay in memory until the
 * memory for pending entries is full. A power loss loses only the records after the newest complete
 * page, at most as many as a page holds. Afterwards {@link #nextOrdinal} is lower than before.
 *
 * <p>Not thread-safe. After a failed write the structure refuses work until it is opened again.
 */
public abstract class MicroIndex {
  /** Number of index pages after which the directory is written again. */
  private static final int INDEX_PAGES_PER_DIRECTORY = 32;

  final CircularFile file;
  final WaitingEntries waiting;
  final MicroRecord record;

  /** The index page that is being composed, or the index page that a search has read. */
  final ByteBuffer indexPage;

  private final MicroSettings settings;
  private final AddressBatch batch = new AddressBatch();
  private final ByteBuffer ram;
  private final int recordsPerPage;
  private int ramCount;
  private long nextOrdinal;
  private long newestTime = Long.MIN_VALUE;

  /** Time of the newest record on flash. */
  private long flashTime = Long.MIN_VALUE;

  /** Maximum difference between the times of the newest records of two successive pages. */
  private long longestPage = 1;

  private int indexPagesSinceDirectory;
  private long dataPages;
  private long indexPages;
  private long directoryPages;
  private RuntimeException failure;

  MicroIndex(RawFlash flash, MicroSettings settings) {
    this.settings = settings;
    int pageBytes = flash.geometry().pageBytes();
    file = new CircularFile(flash, settings.structure(), settings.fingerprint());
    waiting = new WaitingEntries(settings.waitingEntries(flash.geometry()), settings.lists());
    record = new MicroRecord(settings.recordWords());
    ram = page(pageBytes);
    indexPage = page(pageBytes);
    recordsPerPage = settings.recordsPerPage(pageBytes);
  }

  private static ByteBuffer page(int bytes) {
    return ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  // Methods in which MicroHash and MicroGF differ

  /** Adds an index entry for the record in {@link #record}, whose address is given. */
  abstract void addEntry(long address);

  /** Fills {@link #indexPage} with pending index entries. */
  abstract void compose();

  /** Reports that the index page composed last was programmed at {@code position}. */
  abstract void composed(long position);

  /** Writes the directory to a page. */
  abstract void writeDirectory(ByteBuffer page);

  /** Reads the directory from a page. */
  abstract void readDirectory(ByteBuffer page);

  /** Updates the directory with an index page that is newer than the directory read from flash. */
  abstract void replay(ByteBuffer page, long position);

  /** Receives the entries of an index page. */
  interface EntryVisitor {
    void entry(long word, long address);
  }

  /** Visits the entries of an index page. */
  abstract void entries(ByteBuffer page, EntryVisitor visitor);

  /** Returns whether an index entry with this word fits the record in {@link #record}. */
  abstract boolean matches(long word);

  /** Verifies the directory. Visits all entries that are reachable from it, on flash or pending. */
  abstract void walk(List<String> problems, EntryVisitor visitor);

  abstract int buckets();

  abstract long repartitions();

  /** Returns the size of the directory in memory in bytes. */
  abstract long directoryBytes();

  // Appending

  /** Appends the record in {@link #record}. Returns its number. */
  long append() {
    requireUsable();
    if (record.time() < newestTime) {
      throw new IllegalArgumentException(
          "time " + record.time() + " (allowed: " + newestTime + " or later)");
    }
    long time = record.time();
    for (int i = 0; i < record.words.length; i++) {
      ram.putLong(Long.BYTES * (ramCount * record.words.length + i), record.words[i]);
    }
    if (newestTime == Long.MIN_VALUE) {
      flashTime = time;
    }
    newestTime = time;
    ramCount++;
    long ordinal = nextOrdinal++;
    if (ramCount == recordsPerPage) {
      flush();
    }
    return ordinal;
  }

  /** Programs a page with the records in memory, full or not. Index entries remain pending. */
  public void flush() {
    requireUsable();
    if (ramCount == 0) {
      return;
    }
    try {
      writeData();
    } catch (RuntimeException e) {
      failure = e;
      throw e;
    }
  }

  private void writeData() {
    long first = nextOrdinal - ramCount;
    while (waiting.capacity() - waiting.size() < ramCount) {
      writeIndex();
    }
    for (int at = ramCount * record.words.length * Long.BYTES; at < ram.capacity(); at++) {
      ram.put(at, (byte) 0);
    }
    file.begin(MicroHead.DATA).records(first, ramCount, newestTime);
    long position = file.append(ram, first);
    dataPages++;
    waiting.dropBefore(file.oldest());
    longestPage = Math.max(longestPage, difference(flashTime, newestTime));
    flashTime = newestTime;
    for (int slot = 0; slot < ramCount; slot++) {
      record.read(ram, slot, first);
      addEntry(WaitingEntries.address(position, slot));
    }
    ramCount = 0;
  }

  private static long difference(long from, long to) {
    long difference = to - from;
    return difference < 0 ? Long.MAX_VALUE : difference;
  }

  private void writeIndex() {
    long ordinal = nextOrdinal - ramCount;
    file.prepare(ordinal);
    waiting.dropBefore(file.oldest());
    if (waiting.capacity() - waiting.size() >= ramCount) {
      return;
    }
    compose();
    MicroHead head = file.begin(MicroHead.INDEX);
    head.records(ordinal, 0, flashTime);
    head.waitingFrom(waiting.oldest(Long.MAX_VALUE));
    composed(file.append(indexPage, ordinal));
    indexPages++;
    indexPagesSinceDirectory++;
    if (indexPagesSinceDirectory == INDEX_PAGES_PER_DIRECTORY) {
      clear(indexPage);
      writeDirectory(indexPage);
      file.begin(MicroHead.DIRECTORY).records(ordinal, 0, flashTime);
      file.append(indexPage, ordinal);
      directoryPages++;
      indexPagesSinceDirectory = 0;
    }
    waiting.dropBefore(file.oldest());
  }

  /** Returns the longest pending list, or the list with the oldest entry if that is very old. */
  int listToWrite() {
    long pagesOfWaiting = 4L * (waiting.capacity() / recordsPerPage + 1);
    int longest = waiting.longestWaiting();
    return waiting.oldest(longest, file.next()) < file.next() - pagesOfWaiting
        ? longest
        : waiting.largest();
  }

  static void clear(ByteBuffer page) {
    for (int at = 0; at < page.capacity(); at += Long.BYTES) {
      page.putLong(at, 0);
    }
  }

  void requireUsable() {
    if (failure != null) {
      throw new StoreClosedException(
          settings.name() + ": failed in a write; open it again: " + failure.getMessage(), failure);
    }
  }

  // Opening

  /** Remembers the newest page of each kind among the pages that opening finds. */
  private final class Newest {
    private long page = -1;
    private long time;
    private long index = -1;
    private long waitingFrom;
    private long directory = -1;

    void found(long position) {
      MicroHead head = file.head();
      if (page < 0) {
        page = position;
        nextOrdinal = head.ordinal() + head.count();
        flashTime = head.time();
      } else {
        longestPage = Math.max(longestPage, difference(head.time(), time));
      }
      time = head.time();
      if (head.kind() == MicroHead.INDEX && index < 0) {
        index = position;
        waitingFrom = head.waitingFrom();
      }
      if (head.kind() == MicroHead.DIRECTORY && directory < 0) {
        directory = position;
      }
    }
  }

  /** Restores the state from the flash. */
  void recover() {
    Newest newest = new Newest();
    file.open(newest::found);
    newestTime = flashTime;
    if (newest.page < 0) {
      return;
    }
    long oldest = file.oldest();
    long from = newest.index < 0 ? oldest : Math.min(newest.waitingFrom, newest.index);
    from = Math.max(oldest, from);
    long replayFrom = oldest;
    if (newest.directory >= 0) {
      file.load(newest.directory);
      readDirectory(file.content());
      replayFrom = newest.directory + 1;
    }
    Set<Long> indexed = new HashSet<>();
    for (long page = Math.min(from, replayFrom); page <= newest.index; page++) {
      if (file.loads(page, MicroHead.INDEX)) {
        if (page >= replayFrom) {
          replay(file.content(), page);
          indexPagesSinceDirectory++;
        }
        if (page >= from) {
          entries(file.content(), (word, address) -> indexed.add(address));
        }
      }
    }
    for (long page = from; page < file.next(); page++) {
      if (file.loads(page, MicroHead.DATA)) {
        MicroHead head = file.head();
        for (int slot = 0; slot < head.count(); slot++) {
          long address = WaitingEntries.address(page, slot);
          if (!indexed.contains(address)) {
            record.read(file.content(), slot, head.ordinal());
            addEntry(address);
          }
        }
      }
    }
  }

  // Searching

  /** Returns the number of records that have not been overwritten. */
  public long size() {
    return nextOrdinal - firstOrdinal();
  }

  /** Returns the number of the oldest record, or {@link #nextOrdinal} if there is none. */
  public long firstOrdinal() {
    return file.next() == 0 ? nextOrdinal - ramCount : file.oldestOrdinal();
  }

  /** Returns the number that the next record gets. */
  public long nextOrdinal() {
    return nextOrdinal;
  }

  /** Returns the number of the first record that is not on flash; {@link #nextOrdinal} if none. */
  public long flashOrdinal() {
    return nextOrdinal - ramCount;
  }

  /**
   * Returns the time of the newest record, or {@link Long#MIN_VALUE} if there is none. A new record
   * must not be earlier.
   */
  public long newestTime() {
    return newestTime;
  }

  /**
   * Visits the records in a range of times, oldest first. Finding the first page takes at most
   * {@code 2 ceil(log2(n + 1)) + 2} page reads in a file of n pages.
   *
   * @param from earliest time
   * @param to latest time
   * @return false if the visitor stopped
   */
  public boolean times(long from, long to, RecordVisitor visitor) {
    requireUsable();
    if (from > to) {
      return true;
    }
    if (file.next() > 0 && flashTime >= from) {
      long page = settings.search().find(file, from, flashTime, longestPage);
      for (; page < file.next(); page++) {
        boolean isOfRecords = file.loads(page, MicroHead.DATA);
        for (int slot = 0; isOfRecords && slot < file.head().count(); slot++) {
          record.read(file.content(), slot, file.head().ordinal());
          if (record.time() > to) {
            return true;
          }
          if (record.time() >= from && visitor.found(record) == VisitResult.STOP) {
            return false;
          }
        }
      }
    }
    for (int slot = 0; slot < ramCount; slot++) {
      record.read(ram, slot, flashOrdinal());
      if (record.time() >= from
          && record.time() <= to
          && visitor.found(record) == VisitResult.STOP) {
        return false;
      }
    }
    return true;
  }

  /** Visits the records that are not on flash yet, oldest first. */
  public void unwritten(RecordVisitor visitor) {
    for (int slot = 0; slot < ramCount; slot++) {
      record.read(ram, slot, flashOrdinal());
      visitor.found(record);
    }
  }

  /** Sets the number of the first record. There must be no records. */
  public void beginAt(long ordinal) {
    if (nextOrdinal > 0) {
      throw new IllegalStateException(
          settings.name() + ": already has records; call beginAt before the first insertion");
    }
    nextOrdinal = ordinal;
  }

  /** Creates a search that finds records by their addresses. */
  RecordSearch search(Predicate<MicroRecord> test, RecordVisitor visitor) {
    return new RecordSearch(file, record, batch, test, visitor);
  }

  /** Visits the records in memory, newest first. Returns false if the visitor stopped. */
  boolean visitRam(RecordSearch search) {
    for (int slot = ramCount - 1; slot >= 0; slot--) {
      record.read(ram, slot, flashOrdinal());
      if (!search.offer()) {
        return false;
      }
    }
    return true;
  }

  // Figures and check

  /** Returns the memory in bytes that the structure uses. The amount is constant. */
  public long memoryBytes() {
    return file.memoryBytes()
        + waiting.memoryBytes()
        + ram.capacity()
        + indexPage.capacity()
        + (long) AddressBatch.CAPACITY * Long.BYTES
        + (long) record.words.length * Long.BYTES
        + directoryBytes();
  }

  /** Returns the state of the structure and statistics since it was opened. */
  public MicroStats figures() {
    return new MicroStats(
        size(),
        firstOrdinal(),
        nextOrdinal,
        ramCount,
        waiting.size(),
        buckets(),
        memoryBytes(),
        file.reads(),
        file.programs(),
        dataPages,
        indexPages,
        directoryPages,
        file.erases(),
        repartitions(),
        file.scanned(),
        file.torn());
  }

  /**
   * Verifies that pages are ordered by record numbers and times, and that each chain of index pages
   * leads only to older pages. Also verifies that each record on flash has exactly one index entry.
   *
   * @return the problems found; empty if there are none
   */
  public List<String> check() {
    requireUsable();
    return new MicroCheck(this).run();
  }

  /** Copies the record in a slot of the loaded data page to {@link #record}. */
  void take(int slot) {
    record.read(file.content(), slot, file.head().ordinal());
  }
}
