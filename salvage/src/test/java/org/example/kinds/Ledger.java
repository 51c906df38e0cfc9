package org.example.kinds;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.flashgrove.access.kind.Structure;
import org.flashgrove.access.kind.StructureConfig;
import org.flashgrove.access.kind.StructureContext;
import org.flashgrove.access.metrics.StructureStats;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.indexes.check.CheckReport;
import org.flashgrove.storage.log.LogParticipant;
import org.flashgrove.storage.log.LoggedStore;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.log.StoreStructure;
import org.flashgrove.storage.log.StructureOperation;
import org.flashgrove.storage.log.role.Replayed;

/** Numbers in the order of their commits: in memory, and all of them in the log. */
public final class Ledger extends Structure {
  /** Type of the frames. */
  static final int NUMBERS = StoreLog.CHANGES;

  private final int most;
  private final Numbers stored;
  private boolean isOpen;

  Ledger(String name, StructureConfig config, StructureContext site) {
    super(name, config, site);
    most = config.of(LedgerKind.Settings.class).most();
    stored = new Numbers(site.log(), site.number());
    site.log().add(stored);
  }

  /** Appends a number, by a commit of its own. */
  public void append(long number) {
    if (stored.numbers.size() >= most) {
      throw new IllegalStateException("the ledger has " + most + " numbers, the most it may have");
    }
    try (Addition addition = stored.begin()) {
      addition.number = number;
      stored.log.commit(stored);
    }
  }

  /** Returns the numbers of all commits. */
  public List<Long> numbers() {
    if (!isOpen) {
      throw new IllegalStateException("the store has not opened the ledger");
    }
    return Collections.unmodifiableList(stored.numbers);
  }

  @Override
  public long size() {
    return stored.numbers.size();
  }

  @Override
  public CheckReport check() {
    boolean ok = stored.numbers.size() <= most;
    List<String> problems = ok ? List.of() : List.of("more than " + most + " numbers");
    return new CheckReport(ok, 0, 0, 0, size(), problems.size(), problems);
  }

  @Override
  public StructureStats stats() {
    return StructureStats.of(name(), size(), io(), null);
  }

  @Override
  protected StoreStructure<?, ?> stored() {
    return stored;
  }

  @Override
  protected void open() {
    isOpen = true;
  }

  @Override
  protected void close() {
    isOpen = false;
  }

  /** A number that is being appended. */
  private static final class Addition extends StructureOperation {
    private long number;

    Addition(LoggedStore log) {
      super(log);
    }

    @Override
    protected long stagedWords() {
      return 1;
    }

    void start() {
      open();
    }

    void published() {
      committed();
    }

    @Override
    public void close() {
      end();
    }
  }

  /** The numbers as a part of the log of the store. */
  private static final class Numbers
      implements StoreStructure<Addition, AutoCloseable>, LogParticipant {
    private final LoggedStore log;
    private final int number;
    private final Addition addition;
    private final List<Long> numbers = new ArrayList<>();
    private long replayed;

    Numbers(LoggedStore log, int number) {
      this.log = log;
      this.number = number;
      addition = new Addition(log);
    }

    @Override
    public Addition begin() {
      addition.start();
      return addition;
    }

    @Override
    public AutoCloseable snapshot() {
      throw new UnsupportedOperationException("a ledger has no snapshots");
    }

    @Override
    public LogParticipant participant() {
      return this;
    }

    @Override
    public int number() {
      return number;
    }

    @Override
    public String fileName() {
      return "log";
    }

    @Override
    public boolean sharesSlots() {
      return false;
    }

    @Override
    public boolean holds(long pageId, long place) {
      throw new UnsupportedOperationException("a ledger has no pages");
    }

    @Override
    public void startReplay(Map<Long, Long> lastFlush) {
      numbers.clear();
    }

    @Override
    public void replay(long frame, int type, long[] words, int length) {
      for (int word = 0; word < length; word++) {
        numbers.add(words[word]);
        replayed++;
      }
    }

    @Override
    public Replayed finishReplay(long lastFrame) {
      return new Replayed(replayed, 0);
    }

    @Override
    public StructureOperation operation() {
      return addition;
    }

    @Override
    public void makeRoom() {
      // nothing is written but the log
    }

    @Override
    public void preserve(long newestLive, long until) {
      // there are no snapshots
    }

    @Override
    public void describe(AppendLog.FrameSink section) {
      section.append(NUMBERS, new long[] {addition.number}, 1);
    }

    @Override
    public void publish(long frame) {
      numbers.add(addition.number);
      addition.published();
    }

    @Override
    public void prune(long oldestLive) {
      // there are no snapshots
    }

    @Override
    public long unflushedBytes() {
      return (long) numbers.size() * Long.BYTES;
    }

    @Override
    public void flush() {
      // the log has everything
    }

    @Override
    public void content(AppendLog.FrameSink sections) {
      long[] words = numbers.stream().mapToLong(Long::longValue).toArray();
      sections.append(NUMBERS, words, words.length);
    }

    @Override
    public StoreException writeFailure() {
      return null;
    }

    @Override
    public void giveEndBack() {
      // there is no file
    }

    @Override
    public void close() {
      // the log closes itself
    }
  }
}
