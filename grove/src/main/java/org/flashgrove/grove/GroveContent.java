package org.flashgrove.grove;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.flashgrove.core.component.Block;
import org.flashgrove.core.component.CommitQueue;
import org.flashgrove.core.component.ComponentIndex;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.grove.cache.PageCache;
import org.flashgrove.grove.config.GroveConfig;
import org.flashgrove.grove.config.MergeConfig;
import org.flashgrove.grove.curve.CurveOrder;
import org.flashgrove.grove.curve.Directory;
import org.flashgrove.grove.curve.DomainSample;
import org.flashgrove.grove.index.CommitSample;
import org.flashgrove.grove.index.MergeWorker;
import org.flashgrove.grove.log.Frames;
import org.flashgrove.grove.log.LoggedFences;
import org.flashgrove.grove.memtable.Memtable;
import org.flashgrove.grove.memtable.Partition;
import org.flashgrove.grove.memtable.View;
import org.flashgrove.grove.merge.DeviceCost;
import org.flashgrove.grove.merge.MergeRunner;
import org.flashgrove.grove.merge.MergeTarget;

/**
 * Content of a Grove index. It applies commits to the write buffer, runs merges when the memory is
 * full, and restores the index from the log when the store opens.
 */
public final class GroveContent implements ComponentIndex, MergeTarget, MergeWorker.Merges {
  /** The buffer keeps changes unpacked while at least 1 / {@value} of Grove's memory is free. */
  private static final int ROOMY_PART = 16;

  /** The domain of the curve is chosen after this many changes, or earlier if memory is short. */
  private static final int SAMPLE = 512;

  /** Maximum number of insertions in the commit queue. */
  private static final int MOST_WAITING = 256;

  /** The commit queue takes at most 1 / {@value} of the memory of the index. */
  private static final int WAITING_PART = 128;

  private final ComponentStore store;
  private final GroveConfig config;
  private final CurveOrder curve;
  private final Memtable buffer;
  private final GroveRecovery recovery;
  private final MergeRunner runner;
  private final PageCache pages;
  private final GroveMemory memory;
  private final MergeWorker worker; // null if commits run merges
  private double due; // device time that changes so far owe the running merge
  private volatile long entries;
  private volatile CommitQueue waiting;
  private boolean isWatched; // whether a snapshot may read the commit queue

  public GroveContent(ComponentStore store, GroveConfig config) {
    this.store = store;
    this.config = config;
    curve = config.curveOrder();
    buffer = new Memtable(config, curve);
    recovery = new GroveRecovery(this, buffer, curve, config.blind());
    long lent = config.merges().design().lends() ? config.memory() : 0;
    pages = new PageCache(store.pageSize(), lent, config.besideBytes());
    runner = new MergeRunner(this, store, config, curve);
    runner.requireRoom(
        sized -> (sized == config ? buffer : new Memtable(sized, curve)).packingBytes());
    MergeConfig merges = config.merges();
    worker = merges.worker() ? new MergeWorker(store, this, merges.rate()) : null;
    memory = new GroveMemory(config, buffer, runner, pages, worker != null);
    setWaiting(newWaiting());
    startOver(Directory.empty(), 0, 0);
  }

  private CommitQueue newWaiting() {
    long words = worker == null ? 0 : config.memory() / WAITING_PART / Long.BYTES;
    int commits = (int) Math.min(MOST_WAITING, words / Frames.POINT_WORDS);
    return new CommitQueue(commits, Frames.POINT_WORDS * commits);
  }

  private void setWaiting(CommitQueue commits) {
    waiting = commits;
    memory.setWaiting(commits);
  }

  /** Replaces the content by the blocks of a directory and an empty buffer. */
  void startOver(Directory directory, long newEntries, long newest) {
    entries = newEntries;
    buffer.startOver(directory, newest);
    pages.retire(directory, List.of());
  }

  @Override
  public Partition partition() {
    return buffer.partition();
  }

  /** Returns the curve that orders the entries. */
  CurveOrder curve() {
    return curve;
  }

  @Override
  public Memtable buffer() {
    return buffer;
  }

  long entries() {
    return entries;
  }

  GroveMemory memory() {
    return memory;
  }

  /** Returns the page cache of queries. */
  PageCache pages() {
    return pages;
  }

  @Override
  public void lend(long reserved) {
    memory.lend(reserved);
  }

  public MergeRunner runner() {
    return runner;
  }

  @Override
  public void makeRoom(int words, long[] next) {
    long incoming = memory.commitRoom() + (long) Long.BYTES * words;
    long slack = memory.slack();
    resume();
    int incomingChanges = words / Frames.POINT_WORDS;
    if (buffer.changes() + incomingChanges > SAMPLE || memory.isShortOf(incoming + slack)) {
      chooseDomain(words, next);
    }
    boolean isRoomy = false; // whether memory certainly suffices
    if (runner.isRunning()) {
      makeRoomForMerge(incoming);
      isRoomy = worker != null && !memory.isShortOf(incoming + slack / 2);
      if (!isRoomy) {
        pace(words, incoming); // nothing if the worker is fast enough
      }
    } else if (config.merges().design().paced() && buffer.changes() > 0) {
      isRoomy = !memory.isShortOf(incoming + slack);
      if (!isRoomy) {
        runner.start();
      }
    }
    if (worker != null && runner.isRunning()) {
      worker.wake();
    }
    while (!isRoomy && buffer.changes() > 0 && memory.isShortOf(incoming)) {
      if (runner.isRunning()) {
        runner.step(Double.MAX_VALUE);
      } else {
        runner.start();
      }
    }
    buffer.keepRaw(memory.free() - incoming > slack + config.memory() / ROOMY_PART);
    memory.lendBesideMerge(incoming);
  }

  /**
   * Restarts the merge of frozen changes if no merge is running. Frozen changes are those that a
   * merge has taken. The log records them, and a crash may have interrupted their merge.
   */
  private void resume() {
    if (buffer.frozen().exists() && !runner.isRunning()) {
      runner.begin(buffer.frozen().from(), buffer.frozen().to(), false);
    }
  }

  /** Chooses a domain from all buffered changes and {@code next}, unless the curve has a domain. */
  private void chooseDomain(int words, long[] next) {
    if (curve.isKnown()) {
      return;
    }
    DomainSample sample = buffer.sample();
    CommitSample.add(next, words, sample);
    if (sample.count() == 0) {
      return; // the insertions have been deleted
    }
    runner.finish(); // a domain may not come while changes are frozen
    double[] definition = sample.definition();
    Frames frames = new Frames().addCurve(definition);
    Block[] none = {};
    store.edit(frames.words(), frames.length(), none, none, () -> define(definition));
  }

  @Override
  public void define(double[] definition) {
    curve.define(definition);
    buffer.spread();
  }

  /**
   * Runs a part of the running merge in this commit. The part is large enough that the merge ends
   * before the changes of further commits use up the memory. If no background thread runs merges,
   * the part also takes at least the time of writing one page for each change. The merge then ends
   * early and returns its memory to the cache. If a part turns out larger than necessary, the parts
   * of the next commits are smaller.
   */
  private void pace(int words, long incoming) {
    long free = Math.max(1, memory.free() - incoming);
    double target = runner.costLeft() * Long.BYTES * words / free;
    double changed = (1 + words / Frames.POINT_WORDS) * DeviceCost.WRITE;
    due += worker == null ? Math.max(target, changed) : target;
    while (due > 0 && runner.isRunning()) {
      due -= runner.step(due);
    }
    if (!runner.isRunning()) {
      due = 0;
    }
  }

  /**
   * Drops some bounding boxes of pages if the running merge needs more memory than expected.
   * Otherwise the next changes would find no room and wait for the whole merge.
   */
  private void makeRoomForMerge(long incoming) {
    long more = runner.takeUnforeseenBytes();
    if (more > 0 && memory.isShortOf(incoming + memory.slack() / 2)) {
      giveUpBoxes(Math.min(more, incoming + memory.slack() - memory.free()));
    }
  }

  private void giveUpBoxes(long bytes) {
    Directory directory = partition().directory().without(bytes);
    buffer.setDirectory(directory);
    pages.retire(directory, List.of());
  }

  /** Runs {@code reader} while no merge begins or ends and no change runs. Returns its result. */
  public <T> T still(Supplier<T> reader) {
    if (worker == null || !worker.isAwake()) {
      return reader.get(); // also for a store that is open for reading only
    }
    List<T> said = new ArrayList<>(1);
    store.maintain(() -> said.add(reader.get()));
    return said.get(0);
  }

  @Override
  public long stepBeside() {
    return runner.stepBeside();
  }

  @Override
  public void syncWritten() {
    runner.syncWritten();
  }

  @Override
  public boolean prepare() {
    if (runner.isRunning()) {
      runner.prepareStep();
    }
    return runner.isRunning();
  }

  /**
   * {@inheritDoc} Only insertions may wait in the queue, because deletions look up their entries in
   * the buffer. Returns null if commits run the merges themselves, or if the domain is not known
   * yet.
   */
  @Override
  public CommitQueue waiting() {
    return curve.isKnown() && worker != null ? waiting : null;
  }

  @Override
  public void applyWaiting(long frame) {
    apply(frame, waiting.words(), waiting.end(waiting.commits()));
    if (isWatched) {
      setWaiting(newWaiting());
    } else {
      waiting.clear();
    }
  }

  @Override
  public void preserve(long newestSnapshot) {
    isWatched = newestSnapshot != NO_SNAPSHOT;
    buffer.preserved().preserve(newestSnapshot);
  }

  @Override
  public void apply(long frame, long[] words, int length) {
    entries += buffer.apply(frame, words, length);
  }

  /** Adds {@code more} to the number of entries, without applying any change. */
  void count(long more) {
    entries += more;
  }

  @Override
  public void publish(long lo, long hi, Directory middle, long more) {
    Directory old = partition().directory();
    Directory directory = config.bounded(old.replace(lo, hi, middle));
    entries += more;
    Set<Block> stay = new HashSet<>();
    for (int b = 0; b < middle.blocks(); b++) {
      stay.add(middle.block(b).block());
    }
    List<Block> gone = new ArrayList<>();
    old.visit(
        lo,
        hi,
        block -> {
          if (!stay.contains(block.block())) {
            gone.add(block.block());
          }
        });
    buffer.drain(lo, hi, middle, directory);
    long lacking = memory.commitRoom() + memory.slack() - memory.free();
    if (lacking > 0) {
      // New blocks have more boxes than old ones. Their boxes could leave no room for changes.
      directory = directory.without(lacking);
      buffer.setDirectory(directory);
    }
    pages.retire(directory, gone);
    memory.merged((long) gone.size() * store.blockPages());
  }

  // Snapshots

  @Override
  public Object capture(long commit) {
    CommitQueue now = waiting;
    int commits = now.commits();
    return new View(partition(), entries + commits, commit, now, now.end(commits));
  }

  @Override
  public boolean keepsForSnapshots() {
    return !buffer.preserved().isEmpty();
  }

  @Override
  public void prune(long oldestLive) {
    buffer.preserved().prune(oldestLive);
  }

  // Opening

  @Override
  public Runnable takeOver(ComponentIndex other) {
    return () -> recovery.takeOver((GroveContent) other);
  }

  @Override
  public void restore(long frame, Kind kind, long[] words, int length) {
    switch (kind) {
      case CHECKPOINT_IMAGE -> recovery.restoreCheckpointImage(frame, words, length);
      case EDIT -> recovery.restoreEdit(frame, words, length);
      default -> {
        Frames.requireChanges(frame, words, length);
        recovery.restoreChanges(frame, words, length);
      }
    }
  }

  @Override
  public void visitBlocks(Consumer<Block> visitor) {
    Directory directory = partition().directory();
    for (int i = 0; i < directory.blocks(); i++) {
      visitor.accept(directory.block(i).block());
    }
  }

  @Override
  public void opened(long lastFrame) {
    recovery.requireWhole(lastFrame);
    Directory directory = partition().directory();
    if (directory.blocks() > 0) {
      buffer.setDirectory(config.bounded(recovery.withFences(directory, store, config)));
      pages.retire(partition().directory(), List.of());
    }
    lend(0);
  }

  // Checkpoint images

  @Override
  public long unflushedBytes() {
    Directory directory = partition().directory();
    long fences = readsImages() ? directory.bytes() : 0;
    long changes = buffer.bytes() - partition().cellBytes();
    return changes + fences + 8L * directory.blocks() * (Block.WORDS + 3);
  }

  @Override
  public boolean readsImages() {
    return config.isLarge();
  }

  /** Logs copies of the footers of all blocks. The store must be able to log edits now. */
  void logFences() {
    if (readsImages()) {
      Block[] none = {};
      LoggedFences.append(
          partition().directory(),
          (words, length) -> store.edit(words, length, none, none, () -> {}));
    }
  }

  @Override
  public void flush() {
    if (worker != null) {
      worker.requireSound();
    }
    resume();
    runner.finish();
    chooseDomain(0, null);
    while (buffer.changes() > 0) {
      runner.start();
      runner.finish();
    }
    runner.dropKept();
    lend(0);
  }

  @Override
  public void checkpointImage(CheckpointImageSink sink) {
    new CheckpointImages(this).append(sink);
  }

  @Override
  public CheckpointImageSteps checkpointImageSteps() {
    return new CheckpointImages(this).steps();
  }

  @Override
  public void close() {
    if (worker != null) {
      worker.close();
    }
    runner.close();
    memory.close();
    startOver(Directory.empty(), entries, buffer.newest());
  }
}
