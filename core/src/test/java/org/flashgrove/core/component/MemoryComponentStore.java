package org.flashgrove.core.component;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.zip.CRC32C;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.StoreClosedException;

/**
 * The component store with nothing behind it: the meaning of the port in as few lines as possible.
 * Checks what the port leaves to the index: that edits add what was sealed and retire what counts,
 * and that the index names exactly the blocks that count.
 *
 * <p>A {@link Disk} outlives its stores. To recover from a crash, {@link Disk#cut} it and open
 * another store on it; the store before is dropped without a call.
 */
public final class MemoryComponentStore implements ComponentStore {
  private final Disk disk;
  private final int pageSize;
  private final int blockPages;
  private final boolean syncsCommits;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<Long, Block> live = new HashMap<>();
  private final Set<Long> writing = ConcurrentHashMap.newKeySet();
  private final Map<Long, Block> sealed = new ConcurrentHashMap<>();

  /** Newest commits when blocks that count were added, by their numbers. */
  private final Map<Long, Long> since = new HashMap<>();

  private final Map<Long, Retired> retired = new HashMap<>();

  private final List<Snapshot> snapshots = new ArrayList<>();
  private ComponentIndex index;

  /** A checkpoint image in steps that has begun, or null; and the frames since its beginning. */
  private ComponentIndex.CheckpointImageSteps steps;

  private final List<Frame> beside = new ArrayList<>();
  private Operation operation;
  private boolean open;
  private boolean closed;
  private boolean mayWrite;
  private RuntimeException failure;
  private volatile boolean refusing;
  private volatile long newest;

  /** Commits that wait for the log, or null; and the number of the newest commit with them. */
  private CommitQueue waiting;

  private volatile long newestWaiting;
  private long commitsThatWaited;
  private long pagesWritten;
  private volatile long pagesRead;

  /** What outlives a store: its log and its blocks. */
  public static final class Disk {
    private final List<Frame> frames = new ArrayList<>();
    private final Map<Long, Content> blocks = new ConcurrentHashMap<>();
    private long lastFrame;
    private long durableFrame;
    private long sequence;

    /** Number of the newest frame. */
    public long lastFrame() {
      return lastFrame;
    }

    /** Number of the newest frame that no crash loses. */
    public long durableFrame() {
      return durableFrame;
    }

    /** A crash that loses all frames behind one, which is the last durable one or later. */
    public void cut(long frame) {
      if (frame < durableFrame || frame > lastFrame) {
        throw new IllegalArgumentException(
            "frame " + frame + " (allowed: " + durableFrame + " to " + lastFrame + ")");
      }
      frames.removeIf(known -> known.number() > frame);
      lastFrame = frame;
    }

    /** Receives a frame of the log. */
    public interface FrameVisitor {
      void frame(long number, ComponentIndex.Kind kind, long[] words);
    }

    /** Visits the frames, oldest first. */
    public void visitFrames(FrameVisitor visitor) {
      frames.forEach(frame -> visitor.frame(frame.number(), frame.kind(), frame.words()));
    }

    /** Receives the newest content of a block, and all of its pages with their envelopes. */
    public interface BlockVisitor {
      void block(long number, long sequence, List<byte[]> pages);
    }

    /** Visits the blocks that were written, whether they count or not. */
    public void visitBlocks(BlockVisitor visitor) {
      blocks.forEach(
          (number, content) -> visitor.block(number, content.sequence(), content.pages()));
    }

    /** Changes a bit of a page of a block that was written; whether there is such a page. */
    public boolean flip(long block, int page, int bit) {
      Content content = blocks.get(block);
      if (content == null || page >= content.pages().size()) {
        return false;
      }
      content.pages().get(page)[bit / 8] ^= (byte) (1 << bit % 8);
      return true;
    }
  }

  private record Frame(long number, ComponentIndex.Kind kind, long[] words) {}

  /** A block that counts no more: the frame of the edit, and the commits whose snapshots see it. */
  private record Retired(long frame, long since, long until) {}

  private record Content(long sequence, List<byte[]> pages) {}

  /** A store whose commits are durable when they return. */
  public MemoryComponentStore(Disk disk, int pageSize, int blockPages) {
    this(disk, pageSize, blockPages, true);
  }

  /**
   * A store.
   *
   * @param syncsCommits whether commits are durable when they return, or only after {@link #sync}
   */
  public MemoryComponentStore(Disk disk, int pageSize, int blockPages, boolean syncsCommits) {
    this.disk = disk;
    this.pageSize = pageSize;
    this.blockPages = blockPages;
    this.syncsCommits = syncsCommits;
  }

  /** Pages written so far. */
  public long pagesWritten() {
    return pagesWritten;
  }

  /** Pages read so far; by several threads, about. */
  public long pagesRead() {
    return pagesRead;
  }

  /** Number of blocks that hold what counts, or what snapshots may still see. */
  public int blocksUsed() {
    return live.size() + retired.size();
  }

  @Override
  public int pageSize() {
    return pageSize;
  }

  @Override
  public int blockPages() {
    return blockPages;
  }

  @Override
  public void attach(ComponentIndex newIndex) {
    if (index != null || open) {
      throw new IllegalStateException("an index is attached already, or the store is open");
    }
    index = newIndex;
  }

  /** Opens the store: hands all frames to the index. */
  public MemoryComponentStore open() {
    if (index == null || open) {
      throw new IllegalStateException("no index is attached, or the store is open");
    }
    for (Frame frame : disk.frames) {
      long[] words = Arrays.copyOf(frame.words(), frame.words().length + 3);
      Arrays.fill(words, frame.words().length, words.length, 0xBADL);
      index.restore(frame.number(), frame.kind(), words, frame.words().length);
    }
    index.visitBlocks(this::noteLive);
    disk.durableFrame = disk.lastFrame;
    newest = disk.lastFrame;
    newestWaiting = newest;
    open = true;
    index.opened(newest);
    return this;
  }

  private void noteLive(Block block) {
    if (live.put(block.number(), block) != null) {
      throw new DamagedStoreException("memory", "block " + block.number(), "counts twice");
    }
  }

  /** Ends the store as a crash does: a thread that works for the index changes nothing more. */
  public void crash() {
    lock.lock();
    try {
      closed = true;
      refusing = true;
    } finally {
      lock.unlock();
    }
  }

  /** Replaces the log by a checkpoint image of the index. */
  public void checkpointImage() {
    underLock(
        () -> {
          List<Frame> frames = new ArrayList<>();
          index.checkpointImage(
              (words, length) ->
                  frames.add(
                      new Frame(
                          disk.lastFrame + frames.size() + 1,
                          ComponentIndex.Kind.CHECKPOINT_IMAGE,
                          Arrays.copyOf(words, length))));
          steps = null;
          disk.frames.clear();
          disk.frames.addAll(frames);
          disk.lastFrame += frames.size();
          disk.durableFrame = disk.lastFrame;
        });
  }

  /**
   * Takes a step of a checkpoint image that goes on beside changes: begins one, or writes a part of
   * it.
   *
   * @return whether it has come to its end, and taken the place of the log
   */
  public boolean stepOfCheckpointImage() {
    boolean[] ends = {false};
    underLock(
        () -> {
          if (steps == null) {
            steps = index.checkpointImageSteps();
            beside.clear();
          }
          boolean more =
              steps.next(
                  (words, length) -> {
                    disk.lastFrame++;
                    beside.add(
                        new Frame(
                            disk.lastFrame,
                            ComponentIndex.Kind.CHECKPOINT_IMAGE,
                            Arrays.copyOf(words, length)));
                  });
          if (!more) {
            disk.frames.clear();
            disk.frames.addAll(beside);
            disk.durableFrame = disk.lastFrame;
            steps = null;
            ends[0] = true;
          }
        });
    return ends[0];
  }

  private void underLock(Runnable work) {
    underLockBeforeWaiting(
        () -> {
          applyNow();
          work.run();
        });
  }

  private void underLockBeforeWaiting(Runnable work) {
    lock.lock();
    try {
      requireUsable();
      work.run();
    } catch (IllegalStateException | IllegalArgumentException e) {
      throw e;
    } catch (RuntimeException e) {
      failure = e;
      refusing = true;
      throw e;
    } finally {
      lock.unlock();
    }
  }

  private void requireUsable() {
    if (!open) {
      throw new IllegalStateException("the store is not open");
    }
    if (refusing) {
      throw new StoreClosedException("the store refuses work", failure);
    }
  }

  /** After a failure the last commit can still be read. */
  private void requireReadable() {
    if (failure == null || closed) {
      requireUsable();
    }
  }

  private void withWriting(Runnable work) {
    boolean before = mayWrite;
    mayWrite = true;
    try {
      work.run();
    } finally {
      mayWrite = before;
    }
  }

  private void requireWriting() {
    requireUsable();
    if (!lock.isHeldByCurrentThread() || !mayWrite) {
      throw new IllegalStateException("blocks are not written now");
    }
  }

  private long append(ComponentIndex.Kind kind, long[] words, int length) {
    disk.lastFrame++;
    Frame frame = new Frame(disk.lastFrame, kind, Arrays.copyOf(words, length));
    disk.frames.add(frame);
    if (steps != null) {
      beside.add(frame);
    }
    return disk.lastFrame;
  }

  // Commits that wait

  /** Commits that waited for others so far. */
  public long commitsThatWaited() {
    return commitsThatWaited;
  }

  @Override
  public boolean commitLater(long[] words, int length) {
    if (syncsCommits) {
      return false;
    }
    boolean[] waits = new boolean[1];
    underLockBeforeWaiting(
        () -> {
          if (waiting == null || !waiting.hasRoom(length)) {
            startWaiting();
          }
          if (waiting != null && waiting.hasRoom(length)) {
            waiting.add(words, length);
            newestWaiting++;
            commitsThatWaited++;
            waits[0] = true;
          }
        });
    return waits[0];
  }

  private void startWaiting() {
    applyNow();
    CommitQueue room = index.waiting();
    if (room != null) {
      withWriting(() -> index.makeRoom(room.capacity(), null));
      waiting = index.waiting();
      newestWaiting = disk.lastFrame;
    }
  }

  @Override
  public void applyWaiting() {
    underLock(() -> {});
  }

  private void applyNow() {
    if (waiting == null) {
      return;
    }
    for (int i = 0; i < waiting.commits(); i++) {
      int from = waiting.end(i);
      long[] words = Arrays.copyOfRange(waiting.words(), from, waiting.end(i + 1));
      append(ComponentIndex.Kind.CHANGES, words, words.length);
    }
    if (waiting.commits() > 0) {
      if (disk.lastFrame != newestWaiting) {
        throw new IllegalStateException("a frame came before commits that waited");
      }
      index.preserve(newestLive());
      index.applyWaiting(newestWaiting);
      newest = newestWaiting;
    }
    waiting = null;
  }

  // Operations

  @Override
  public ComponentOperation begin() {
    requireUsable();
    if (operation != null) {
      throw new IllegalStateException("an operation is open already");
    }
    operation = new Operation();
    return operation;
  }

  private final class Operation implements ComponentOperation {
    private long[] words = new long[16];
    private int length;
    private Runnable edit; // makes the edit that is staged
    private Block[] added = {};
    private boolean committed;

    private void requireOpen() {
      requireUsable();
      if (operation != this || committed) {
        throw new IllegalStateException("the operation is over");
      }
    }

    @Override
    public void stage(long[] source, int count) {
      requireOpen();
      if (edit != null) {
        throw new IllegalStateException("an edit is staged");
      }
      if (length + count > words.length) {
        words = Arrays.copyOf(words, Math.max(length + count, 2 * words.length));
      }
      System.arraycopy(source, 0, words, length, count);
      length += count;
    }

    @Override
    public void stageEdit(
        long[] source, int count, Block[] blocks, Block[] gone, Runnable publish) {
      if (length > 0 || edit != null) {
        throw new IllegalStateException("something is staged");
      }
      stage(source, count);
      added = blocks.clone();
      edit = () -> MemoryComponentStore.this.edit(words, count, added, gone, publish);
    }

    @Override
    public int length() {
      return length;
    }

    @Override
    public void commit() {
      requireOpen();
      committed = true;
      if (length > 0) {
        underLock(this::publish);
      }
    }

    private void publish() {
      if (edit != null) {
        withWriting(edit);
        newest = disk.lastFrame;
        newestWaiting = newest;
        disk.durableFrame = syncsCommits ? newest : disk.durableFrame;
        return;
      }
      withWriting(() -> index.makeRoom(length, words));
      index.preserve(newestLive());
      long frame = append(ComponentIndex.Kind.CHANGES, words, length);
      index.apply(frame, words, length);
      newest = frame;
      newestWaiting = frame;
      if (syncsCommits) {
        disk.durableFrame = frame;
      }
    }

    @Override
    public boolean isCommitted() {
      return committed;
    }

    @Override
    public void close() {
      if (operation == this) {
        operation = null;
        for (Block block : committed ? new Block[0] : added) {
          sealed.remove(block.number());
        }
      }
    }
  }

  // Blocks

  @Override
  public BlockWriter newBlock() {
    requireWriting();
    giveOutRetired();
    long number = 0;
    while (live.containsKey(number)
        || retired.containsKey(number)
        || sealed.containsKey(number)
        || writing.contains(number)) {
      number++;
    }
    writing.add(number);
    Content content = new Content(++disk.sequence, new ArrayList<>());
    disk.blocks.put(number, content);
    return new Writer(number, content);
  }

  @Override
  public void syncBlocks() {
    requireUsable();
  }

  private void giveOutRetired() {
    retired.values().removeIf(gone -> gone.frame() <= disk.durableFrame && !isSeen(gone));
  }

  private boolean isSeen(Retired gone) {
    return snapshots.stream()
        .anyMatch(look -> look.commit >= gone.since() && look.commit <= gone.until());
  }

  private final class Writer implements BlockWriter {
    private final long number;
    private final Content content;
    private boolean done;
    private int lastChecksum;

    Writer(long number, Content content) {
      this.number = number;
      this.content = content;
    }

    @Override
    public void append(byte[] page) {
      requireUsable();
      if (done || content.pages().size() == blockPages) {
        throw new IllegalStateException("the block is full or sealed");
      }
      ByteBuffer envelope = ByteBuffer.wrap(page);
      envelope.putLong(0, number).putLong(8, content.sequence()).putLong(16, pages());
      lastChecksum = checksum(page);
      envelope.putLong(24, lastChecksum);
      content.pages().add(Arrays.copyOf(page, pageSize));
      pagesWritten++;
    }

    @Override
    public int pages() {
      return content.pages().size();
    }

    @Override
    public int lastChecksum() {
      return lastChecksum;
    }

    @Override
    public Block seal() {
      requireUsable();
      if (done || pages() == 0) {
        throw new IllegalStateException("the block is sealed or empty");
      }
      done = true;
      Block block = new Block(number, content.sequence(), pages(), lastChecksum);
      sealed.put(number, block);
      writing.remove(number);
      return block;
    }

    @Override
    public void close() {
      if (!done) {
        done = true;
        writing.remove(number);
      }
    }
  }

  /** Of all bytes but those of the checksum itself. */
  private static int checksum(byte[] page) {
    CRC32C crc = new CRC32C();
    crc.update(page, 0, 24);
    crc.update(page, ENVELOPE_BYTES, page.length - ENVELOPE_BYTES);
    return (int) crc.getValue();
  }

  @Override
  public long edit(long[] words, int length, Block[] added, Block[] gone, Runnable publish) {
    requireWriting();
    for (Block block : added) {
      if (!block.equals(sealed.get(block.number()))) {
        throw new IllegalArgumentException(block + " was not sealed, or counts already");
      }
    }
    for (Block block : gone) {
      if (!block.equals(live.get(block.number()))) {
        throw new IllegalArgumentException(block + " does not count");
      }
    }
    long frame = append(ComponentIndex.Kind.EDIT, words, length);
    for (Block block : gone) {
      live.remove(block.number());
      long from = since.getOrDefault(block.number(), 0L);
      retired.put(block.number(), new Retired(frame, from, newest));
    }
    for (Block block : added) {
      sealed.remove(block.number());
      live.put(block.number(), block);
      since.put(block.number(), newest);
    }
    publish.run();
    requireSameBlocks();
    return frame;
  }

  private void requireSameBlocks() {
    Set<Long> numbers = new TreeSet<>();
    index.visitBlocks(
        block -> {
          if (!block.equals(live.get(block.number())) || !numbers.add(block.number())) {
            throw new IllegalStateException("the index names " + block + ", which does not count");
          }
        });
    if (numbers.size() != live.size()) {
      throw new IllegalStateException("the index names " + numbers + " of " + live.keySet());
    }
  }

  @Override
  public void read(PageRequests wanted, PageSink sink) {
    requireUsable();
    for (int i = wanted.count() - 1; i >= 0; i--) {
      Block block = wanted.block(i);
      Content content = disk.blocks.get(block.number());
      String place = "block " + block.number() + ", page " + wanted.page(i);
      if (content == null || content.sequence() != block.sequence()) {
        throw new DamagedStoreException("memory", place, "another content stands there");
      }
      byte[] page = content.pages().get(wanted.page(i));
      ByteBuffer envelope = ByteBuffer.wrap(page);
      if (envelope.getLong(24) != checksum(page) || envelope.getLong(16) != wanted.page(i)) {
        throw new DamagedStoreException("memory", place, "checksum does not match");
      }
      System.arraycopy(page, 0, sink.frame(i), 0, pageSize);
      pagesRead++;
      sink.loaded(i);
    }
  }

  // Snapshots

  @Override
  public ComponentSnapshot snapshot() {
    lock.lock();
    try {
      requireReadable();
      Snapshot snapshot = new Snapshot(newest, newestWaiting, index.capture(newest));
      snapshots.add(snapshot);
      return snapshot;
    } finally {
      lock.unlock();
    }
  }

  private final class Snapshot implements ComponentSnapshot {
    private final long commit; // the newest one that is applied
    private final long newestCommit;
    private final Object state;
    private boolean over;

    Snapshot(long commit, long newestCommit, Object state) {
      this.commit = commit;
      this.newestCommit = newestCommit;
      this.state = state;
    }

    private void requireOpen() {
      requireReadable();
      if (over) {
        throw new IllegalStateException("the snapshot is closed");
      }
    }

    @Override
    public long commit() {
      requireOpen();
      return newestCommit;
    }

    @Override
    public Object state() {
      requireOpen();
      return state;
    }

    @Override
    public void close() {
      lock.lock();
      try {
        if (!over) {
          over = true;
          snapshots.remove(this);
          index.prune(oldestLive());
        }
      } finally {
        lock.unlock();
      }
    }
  }

  private long newestLive() {
    return snapshots.stream()
        .mapToLong(snapshot -> snapshot.commit)
        .max()
        .orElse(ComponentIndex.NO_SNAPSHOT);
  }

  private long oldestLive() {
    return snapshots.stream().mapToLong(snapshot -> snapshot.commit).min().orElse(Long.MAX_VALUE);
  }

  @Override
  public long newestCommit() {
    return newestWaiting;
  }

  @Override
  public void maintain(Runnable work) {
    underLock(() -> withWriting(work));
  }

  @Override
  public void sync() {
    underLock(() -> disk.durableFrame = disk.lastFrame);
  }

  @Override
  public void flush() {
    underLock(() -> withWriting(index::flush));
    checkpointImage();
  }

  @Override
  public void close() {
    lock.lock();
    try {
      if (!closed && open) {
        if (!refusing) {
          applyNow();
        }
        disk.durableFrame = refusing ? disk.durableFrame : disk.lastFrame;
        index.close();
      }
      closed = true;
      refusing = true;
    } finally {
      lock.unlock();
    }
  }
}
