package org.flashgrove.simulator.ftl.space;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.flashgrove.core.flash.FlashGeometry;
import org.flashgrove.core.flash.UncorrectablePageException;
import org.flashgrove.simulator.chip.NandChip;
import org.flashgrove.simulator.figures.Cause;
import org.flashgrove.simulator.figures.LatencyRecorder;
import org.flashgrove.simulator.figures.OperationKind;
import org.flashgrove.simulator.figures.Origin;
import org.flashgrove.simulator.figures.OriginCounts;
import org.flashgrove.simulator.figures.WriteMatrix;
import org.flashgrove.simulator.time.OperationScheduler;

/**
 * Flash operations for a translation layer. Every operation has an origin, is counted by origin and
 * takes virtual time. Content is read and programmed in complete pages.
 *
 * <p>Operations of a request are issued at the time of the request and run in parallel if dies and
 * channels allow; operations on one die keep their order. A request is complete when all its
 * operations with a host origin are complete. If an operation needs the result of an earlier
 * operation, the layer calls {@link #waitForLast()} in between. An example is a read of the mapping
 * page that locates the data to read. {@link #copy} needs no such call.
 *
 * <p>A program gets the next sequence number, and the layer provides a tag. Tag and sequence number
 * must contain everything that {@link FlashTranslationLayer#recover()} needs. {@link Tag} is the
 * common format.
 */
public final class FlashOperations {
  /** Receives the out-of-band areas that a scan reads. */
  @FunctionalInterface
  public interface TagVisitor {
    /** Receives a readable page with its tag and its sequence number. */
    void page(int page, long tag, long sequence);
  }

  private static final Origin[] PARTS = Origin.values();

  private final NandChip chip;
  private final OperationScheduler scheduler;
  private final FlashGeometry geometry;
  private final int pagesPerBlock;
  private final boolean copyBack;
  private final LatencyRecorder latencies;
  private final long[] reads = new long[Origin.COUNT];
  private final WriteMatrix.Counter programs = new WriteMatrix.Counter();
  private final long[] erases = new long[Origin.COUNT];

  /**
   * Kind of host data in each programmed page, as an ordinal of {@link Origin}, for the counters
   * only. A page keeps its kind when the device copies it.
   */
  private final byte[] parts;

  private Cause cause = Cause.CHANGE;
  private Cause gcCause = Cause.GC;
  private long copies;
  private long nextSequence = 1;
  private long readyNanos;
  private long hostDoneNanos;
  private int hostDoneDie;
  private long lastDoneNanos;
  private int lastDie;
  private long copiedNanos;

  /**
   * Creates the operations of a chip.
   *
   * @param copyBack whether copies within a plane stay inside the chip. A page with wrong bits is
   *     still transferred over the channel, because error correction cannot repair it inside the
   *     chip.
   * @param latencies receives the latencies of operations with a device origin. If a later read
   *     suspends an operation, the recorded latency does not include that delay.
   */
  public FlashOperations(
      NandChip chip, OperationScheduler scheduler, boolean copyBack, LatencyRecorder latencies) {
    this.latencies = latencies;
    this.chip = chip;
    this.scheduler = scheduler;
    this.copyBack = copyBack;
    this.geometry = chip.geometry();
    this.pagesPerBlock = geometry.pagesPerBlock();
    parts = new byte[geometry.blockCount() * pagesPerBlock];
    Arrays.fill(parts, (byte) Origin.HOST.ordinal());
  }

  /**
   * Returns the kind of host data in a page, such as leaf nodes or the log. Only counters use it.
   */
  public Origin part(int page) {
    return PARTS[parts[page]];
  }

  /** Sets the kind of host data in a page, such as leaf nodes or the log. Only counters use it. */
  public void part(int page, Origin part) {
    parts[page] = (byte) part.ordinal();
  }

  /** Sets the cause of later programs with an origin of the host. */
  public void cause(Cause newCause) {
    cause = newCause;
  }

  /**
   * Sets whether later programs with the origin {@link Origin#GC} count as collection in idle time.
   */
  public void idle(boolean isIdle) {
    gcCause = isIdle ? Cause.IDLE_GC : Cause.GC;
  }

  private void countProgram(int page, Origin part, Origin origin) {
    part(page, part);
    programs.add(part, cause(origin), 1);
  }

  private Cause cause(Origin origin) {
    if (origin.isHost()) {
      return cause;
    }
    return origin == Origin.GC ? gcCause : Cause.of(origin);
  }

  /** Returns the geometry of the chip. */
  public FlashGeometry geometry() {
    return geometry;
  }

  /** Returns whether page content is stored. */
  public boolean keepsContent() {
    return chip.keepsContent();
  }

  /** Starts a request. Its operations start at {@code nanos} at the earliest. */
  public void begin(long nanos) {
    readyNanos = nanos;
    hostDoneNanos = nanos;
    hostDoneDie = -1;
    lastDoneNanos = nanos;
    lastDie = -1;
    copiedNanos = nanos;
    scheduler.advanceTo(nanos);
  }

  /**
   * Returns the earliest time at which a new operation would not have to wait: all earlier
   * operations have ended, and the current request has begun.
   */
  public long idleNanos() {
    return Math.max(readyNanos, scheduler.idleNanos());
  }

  /**
   * Resets the state after a power loss. Sequence numbers start at 1 again, until {@link #scan}
   * finds higher ones.
   */
  public void restart() {
    nextSequence = 1;
  }

  /**
   * Returns the time at which the operations of the current request that were issued so far are
   * complete. Ignores operations with an origin of the device, unless {@link #waitForLast} was
   * called for them.
   */
  public long hostDoneNanos() {
    return hostDoneNanos;
  }

  /**
   * Makes the following operations of the request, and the completion of the request, wait for the
   * operation issued last.
   */
  public void waitForLast() {
    readyNanos = Math.max(readyNanos, lastDoneNanos);
    if (lastDoneNanos > hostDoneNanos) {
      hostDoneNanos = lastDoneNanos;
      hostDoneDie = lastDie;
    }
  }

  /**
   * Reads a page.
   *
   * @param page the page; -1 reads as zeros and takes no time
   * @param into buffer that receives the content at index {@code offset}, or {@code null} to
   *     discard the content
   * @throws UncorrectablePageException if the page cannot be corrected; the read still takes time
   */
  public void read(int page, Origin origin, ByteBuffer into, int offset) {
    if (page < 0) {
      for (int i = 0; into != null && i < geometry.pageBytes(); i++) {
        into.put(offset + i, (byte) 0);
      }
      return;
    }
    if (!sense(page, origin)) {
      throw uncorrectable(page);
    }
    if (into != null) {
      chip.content(page, 0, geometry.pageBytes(), into, offset);
    }
  }

  /**
   * Reads the words of a metadata page. The caller must not change them. Metadata and out-of-band
   * areas are assumed to have strong error correction: wrong bits cause retries but never errors.
   *
   * @throws UncorrectablePageException if the page has no words
   */
  public long[] readWords(int page, Origin origin) {
    sense(page, origin);
    long[] words = chip.words(page);
    if (words == null) {
      throw uncorrectable(page);
    }
    return words;
  }

  private boolean sense(int page, Origin origin) {
    chip.power().require();
    reads[origin.ordinal()]++;
    int senses = chip.read(page, readyNanos);
    done(OperationKind.READ, origin, page, scheduler.read(page, Math.abs(senses), readyNanos));
    return senses > 0;
  }

  private UncorrectablePageException uncorrectable(int page) {
    return new UncorrectablePageException(
        page / pagesPerBlock, page % pagesPerBlock, "bits beyond correction");
  }

  private void done(OperationKind kind, Origin origin, int page, long nanos) {
    lastDoneNanos = nanos;
    lastDie = geometry.dieOf(page / pagesPerBlock);
    if (!origin.isHost()) {
      latencies.record(kind, origin, nanos - readyNanos);
    } else if (nanos > hostDoneNanos) {
      hostDoneNanos = nanos;
      hostDoneDie = lastDie;
    }
  }

  /**
   * Returns the die of the operation that determines {@link #hostDoneNanos}; -1 if there is none.
   */
  public int hostDoneDie() {
    return hostDoneDie;
  }

  /**
   * Corrects completion times after a suspension: if an operation of the current request on {@code
   * die} ends after {@code fromNanos}, it now ends {@code byNanos} later.
   */
  public void delayed(int die, long fromNanos, long byNanos) {
    if (die == hostDoneDie && hostDoneNanos > fromNanos) {
      hostDoneNanos += byNanos;
    }
    if (die == lastDie && lastDoneNanos > fromNanos) {
      lastDoneNanos += byNanos;
    }
  }

  /**
   * Programs a page of content.
   *
   * @param from buffer with the content at index {@code offset}, or {@code null}
   * @return whether the program succeeded; if not, the caller should move the block's content,
   *     {@link #retire} the block, and program elsewhere
   */
  public boolean program(int page, Origin origin, long tag, ByteBuffer from, int offset) {
    chip.requireProgrammable(page);
    countProgram(page, origin, origin);
    boolean succeeded = chip.program(page, tag, nextSequence++, readyNanos, from, offset);
    done(OperationKind.WRITE, origin, page, scheduler.program(page, readyNanos));
    return succeeded;
  }

  /** Programs a metadata page. Keeps the array {@code words} as its content without copying it. */
  public boolean programWords(int page, Origin origin, long tag, long[] words) {
    chip.requireProgrammable(page);
    countProgram(page, origin, origin);
    boolean succeeded = chip.programWords(page, tag, nextSequence++, readyNanos, words);
    done(OperationKind.WRITE, origin, page, scheduler.program(page, readyNanos));
    return succeeded;
  }

  /**
   * Copies a page with its tag and its sequence number, so recovery may use either copy. If the
   * source cannot be corrected, the copy is unreadable.
   *
   * @return same as {@link #program}
   */
  public boolean copy(int from, int to, Origin origin) {
    return copy(from, to, origin, chip.tag(from), chip.sequence(from));
  }

  private boolean copy(int from, int to, Origin origin, long tag, long sequence) {
    chip.requireProgrammable(to);
    reads[origin.ordinal()]++;
    countProgram(to, part(from), origin);
    copies++;
    int senses = chip.read(from, readyNanos);
    boolean succeeded = chip.copy(from, to, tag, sequence, readyNanos, senses > 0);
    if (copyBack
        && senses == 1
        && geometry.planeOf(from / pagesPerBlock) == geometry.planeOf(to / pagesPerBlock)) {
      done(OperationKind.WRITE, origin, to, scheduler.copyBack(from, to, senses, readyNanos));
    } else {
      long read = scheduler.read(from, Math.abs(senses), readyNanos);
      done(OperationKind.READ, origin, from, read);
      done(OperationKind.WRITE, origin, to, scheduler.program(to, read));
    }
    copiedNanos = Math.max(copiedNanos, lastDoneNanos);
    return succeeded;
  }

  /**
   * Erases a block after all copies of the same request are programmed. If the block has reached
   * its endurance or the erase fails, marks the block bad instead.
   *
   * @return whether the block is erased and usable
   */
  public boolean erase(int block, Origin origin) {
    if (chip.eraseCount(block) >= chip.endurance()) {
      chip.markBad(block);
      return false;
    }
    chip.requireErasable(block);
    erases[origin.ordinal()]++;
    boolean succeeded = chip.erase(block);
    long ready = Math.max(readyNanos, copiedNanos);
    done(OperationKind.ERASE, origin, block * pagesPerBlock, scheduler.erase(block, ready));
    if (!succeeded) {
      chip.markBad(block);
    }
    return succeeded;
  }

  /** Marks a block bad; its programmed pages stay readable. */
  public void retire(int block) {
    chip.markBad(block);
  }

  /** Returns whether a block is bad. */
  public boolean isBad(int block) {
    return chip.isBad(block);
  }

  /** Returns the number of erases of a block. */
  public int eraseCount(int block) {
    return chip.eraseCount(block);
  }

  /**
   * Returns the index, within a block, of the first page that can be programmed. Returns {@code
   * pagesPerBlock} if no page of the block can be programmed.
   */
  public int nextIndex(int block) {
    return chip.nextIndex(block);
  }

  /** Returns the number of reads of a block since its last erase. */
  public int readsSinceErase(int block) {
    return chip.readsSinceErase(block);
  }

  /**
   * Returns the tag of a readable page. This takes no virtual time, because a real translation
   * layer would keep the tag in memory.
   */
  public long tag(int page) {
    return chip.tag(page);
  }

  /** Returns the sequence number of a readable page. */
  public long sequence(int page) {
    return chip.sequence(page);
  }

  /** Returns the sequence number that the next program will get. */
  public long nextSequence() {
    return nextSequence;
  }

  /**
   * Reads the out-of-band areas of a block after a power loss, in page order, up to the first
   * erased page. {@code visitor} receives each readable page; torn pages take a read but are not
   * passed to it. Later programs get sequence numbers above the highest number found.
   */
  public void scan(int block, TagVisitor visitor) {
    int end = chip.nextIndex(block);
    int first = block * pagesPerBlock;
    for (int index = 0; index <= end && index < pagesPerBlock; index++) {
      int page = first + index;
      sense(page, Origin.RECOVERY);
      if (chip.hasTag(page)) {
        nextSequence = Math.max(nextSequence, chip.sequence(page) + 1);
        visitor.page(page, chip.tag(page), chip.sequence(page));
      }
    }
  }

  /** Returns the page reads by origin. */
  public OriginCounts reads() {
    return new OriginCounts(reads);
  }

  /**
   * Returns the number of page programs, by kind of host data (such as leaf nodes or the log) and
   * by cause.
   */
  public WriteMatrix programs() {
    return programs.matrix();
  }

  /** Returns the block erases by origin. */
  public OriginCounts erases() {
    return new OriginCounts(erases);
  }

  /** Returns the number of pages moved by {@link #copy}. */
  public long copies() {
    return copies;
  }
}
