package org.flashgrove.simulator.chip;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.IntPredicate;
import org.flashgrove.core.flash.FlashGeometry;
import org.flashgrove.core.flash.FlashRuleException;

/**
 * State of a flash array: which pages and blocks are programmed, erased, worn, torn or bad. It has
 * no clock and no mapping, and checks every rule of the medium.
 *
 * <p>The model stores two words of the out-of-band area of each page, a <i>tag</i> and a
 * <i>sequence number</i>, which the translation layer interprets. The bytes of host pages are
 * stored only on request, because experiments that only count operations need no content. The
 * content of metadata pages (mapping, journals) consists of 64-bit words and is always stored.
 *
 * <p>A power cut during a program makes the page unreadable, and a power cut during an erase makes
 * all pages of the block unreadable. Until {@linkplain PowerSupply#restore() power is restored},
 * every operation throws {@link PowerLossException}. Pages programmed before are not affected;
 * corruption of paired pages is not modelled.
 */
public final class NandChip {
  private static final byte ERASED = 0;
  private static final byte PROGRAMMED = 1;

  /** State of a page copied from an unreadable page. Only the out-of-band area is readable. */
  private static final byte POISONED = 2;

  /** State of a page that a power cut or a failed operation has made unreadable. */
  private static final byte TORN = 3;

  private final FlashGeometry geometry;
  private final int pagesPerBlock;
  private final int endurance;
  private final ErrorModel errors;
  private final PowerSupply power = new PowerSupply();

  private final byte[] pageState;
  private final long[] tag;
  private final long[] sequence;
  private final int[] nextIndex;
  private final int[] eraseCount;
  private final int[] readsSinceErase;
  private final long[] programmedAtNanos;
  private final boolean[] bad;
  private final PageContents contents;

  private long reads;
  private long programs;
  private long erases;
  private long retries;
  private long uncorrectable;
  private int badBlocks;

  /**
   * Creates an erased chip without bad blocks.
   *
   * @param model dimensions, times and endurance
   * @param storedBytes bytes of content stored per page, at least 0
   * @param errors error model of reads, programs and erases
   */
  public NandChip(NandModel model, int storedBytes, ErrorModel errors) {
    this.geometry = model.geometry();
    this.pagesPerBlock = geometry.pagesPerBlock();
    this.endurance = model.endurance();
    this.errors = errors;
    int pages = geometry.pageCount();
    int blocks = geometry.blockCount();
    pageState = new byte[pages];
    tag = new long[pages];
    sequence = new long[pages];
    nextIndex = new int[blocks];
    eraseCount = new int[blocks];
    readsSinceErase = new int[blocks];
    programmedAtNanos = new long[blocks];
    bad = new boolean[blocks];
    contents = new PageContents(blocks, pagesPerBlock, storedBytes, geometry.pageBytes());
  }

  /** Returns the geometry of the chip. */
  public FlashGeometry geometry() {
    return geometry;
  }

  /** Returns the power supply. */
  public PowerSupply power() {
    return power;
  }

  /** Returns the maximum number of erases of each block. */
  public int endurance() {
    return endurance;
  }

  /** Returns whether page content is stored. */
  public boolean keepsContent() {
    return contents.keepsBytes();
  }

  /**
   * Senses a page, repeatedly if error correction needs retries.
   *
   * @param atNanos virtual time in nanoseconds, which determines the age of the data
   * @return number of sensing operations, at least 1; negative if the page could not be corrected
   */
  public int read(int page, long atNanos) {
    power.require();
    reads++;
    byte state = pageState[page];
    int block = page / pagesPerBlock;
    readsSinceErase[block]++;
    int senses = 1;
    if (state == PROGRAMMED) {
      if (errors == ErrorModel.NONE) {
        return 1;
      }
      senses = errors.senses(eraseCount[block], readsSinceErase[block], ageNanos(block, atNanos));
    } else if (state != ERASED) {
      senses = -errors.sensesAtMost();
    }
    retries += Math.abs(senses) - 1;
    if (senses < 0) {
      uncorrectable++;
    }
    return senses;
  }

  private long ageNanos(int block, long atNanos) {
    return Math.max(0, atNanos - programmedAtNanos[block]);
  }

  /** Returns the number of reads of a block since it was erased; retries are not counted. */
  public int readsSinceErase(int block) {
    return readsSinceErase[block];
  }

  /**
   * Copies stored bytes {@code [start, start + length)} of a page to the buffer {@code into} at
   * index {@code offset}. Erased bytes are ones. Does not count as an operation, unlike {@link
   * #read}.
   */
  public void content(int page, int start, int length, ByteBuffer into, int offset) {
    if (!contents.keepsBytes() || pageState[page] == ERASED) {
      PageContents.readErased(length, into, offset);
    } else {
      contents.read(page, start, length, into, offset);
    }
  }

  /**
   * Returns the 64-bit words that a metadata page contains, or {@code null} if the page has none.
   * The caller must not change them. This does not count as an operation.
   */
  public long[] words(int page) {
    return contents.words(page);
  }

  /**
   * Programs a page of host content.
   *
   * @param from buffer with the content at index {@code offset}, or {@code null} for zeros
   * @return whether the program succeeded; if not, the page is unreadable and the caller should
   *     mark the block bad
   * @throws FlashRuleException if the block is bad, or the page comes before the block's next
   *     programmable page
   */
  public boolean program(
      int page, long tag, long sequence, long atNanos, ByteBuffer from, int offset) {
    if (!beginProgram(page, tag, sequence, atNanos)) {
      return false;
    }
    if (from != null) {
      contents.put(page, from, offset);
    }
    return true;
  }

  /** Programs a metadata page with the content {@code pageWords}, which is not copied. */
  public boolean programWords(int page, long tag, long sequence, long atNanos, long[] pageWords) {
    if (!beginProgram(page, tag, sequence, atNanos)) {
      return false;
    }
    contents.putWords(page, pageWords);
    return true;
  }

  /**
   * Programs the page {@code to} with the content and words of the page {@code from}.
   *
   * @param readable whether {@code from} is readable; if not, the new page gets a readable
   *     out-of-band area but unreadable content
   */
  public boolean copy(int from, int to, long tag, long sequence, long atNanos, boolean readable) {
    if (!beginProgram(to, tag, sequence, atNanos)) {
      return false;
    }
    if (!readable) {
      pageState[to] = POISONED;
    }
    contents.copy(from, to);
    return true;
  }

  /**
   * Checks that a page can be programmed, without side effects.
   *
   * @throws FlashRuleException if the block is bad, or the page comes before the block's next
   *     programmable page
   * @throws PowerLossException if there is no power
   */
  public void requireProgrammable(int page) {
    power.require();
    int block = page / pagesPerBlock;
    int index = page % pagesPerBlock;
    if (bad[block]) {
      throw new FlashRuleException(
          "block " + block + ": is bad, page " + index + " not programmed; use another block");
    }
    if (index < nextIndex[block]) {
      throw new FlashRuleException(
          "block "
              + block
              + ", page "
              + index
              + ": out of order, the next page is "
              + nextIndex[block]
              + "; program in ascending order, or erase the block");
    }
  }

  private boolean beginProgram(int page, long newTag, long newSequence, long atNanos) {
    requireProgrammable(page);
    int block = page / pagesPerBlock;
    int index = page % pagesPerBlock;
    if (nextIndex[block] == 0) {
      programmedAtNanos[block] = atNanos;
    }
    nextIndex[block] = index + 1;
    programs++;
    if (power.strikes()) {
      pageState[page] = TORN;
      throw new PowerLossException("power lost while page " + page + " was programmed");
    }
    if (errors.programFails(eraseCount[block])) {
      pageState[page] = TORN;
      return false;
    }
    pageState[page] = PROGRAMMED;
    tag[page] = newTag;
    sequence[page] = newSequence;
    contents.blank(page);
    return true;
  }

  /**
   * Checks that a block can be erased, without side effects.
   *
   * @throws FlashRuleException if the block is bad or has reached its endurance
   * @throws PowerLossException if there is no power
   */
  public void requireErasable(int block) {
    power.require();
    if (bad[block]) {
      throw new FlashRuleException(
          "block " + block + ": is bad and cannot be erased; use another block");
    }
    if (eraseCount[block] >= endurance) {
      throw new FlashRuleException(
          "block "
              + block
              + ": worn out after its endurance of "
              + endurance
              + " erases; use another block");
    }
  }

  /**
   * Erases a block.
   *
   * @return whether the erase succeeded; if not, the pages of the block are unreadable and the
   *     block should be retired
   * @throws FlashRuleException if the block is bad or has reached its endurance
   */
  public boolean erase(int block) {
    requireErasable(block);
    erases++;
    eraseCount[block]++;
    readsSinceErase[block] = 0;
    int first = block * pagesPerBlock;
    contents.dropWords(block);
    boolean cut = power.strikes();
    if (cut || errors.eraseFails(eraseCount[block])) {
      Arrays.fill(pageState, first, first + pagesPerBlock, TORN);
      nextIndex[block] = pagesPerBlock;
      if (cut) {
        throw new PowerLossException("power lost while block " + block + " was erased");
      }
      return false;
    }
    Arrays.fill(pageState, first, first + pagesPerBlock, ERASED);
    nextIndex[block] = 0;
    return true;
  }

  /** Returns whether the out-of-band area of a page contains a tag and a sequence number. */
  public boolean hasTag(int page) {
    return pageState[page] == PROGRAMMED || pageState[page] == POISONED;
  }

  /**
   * Returns whether a page is erased. Not every erased page may be programmed: pages of a block are
   * programmed in ascending order.
   */
  public boolean isErased(int page) {
    return pageState[page] == ERASED;
  }

  /** Returns the tag of a page; undefined unless {@link #hasTag}. */
  public long tag(int page) {
    return tag[page];
  }

  /** Returns the sequence number of a page; undefined unless {@link #hasTag}. */
  public long sequence(int page) {
    return sequence[page];
  }

  /**
   * Returns the index, within a block, of the first page that can be programmed. Returns {@code
   * pagesPerBlock} if no page of the block can be programmed.
   */
  public int nextIndex(int block) {
    return nextIndex[block];
  }

  /** Returns the number of erases of a block. */
  public int eraseCount(int block) {
    return eraseCount[block];
  }

  /** Returns whether a block is bad. */
  public boolean isBad(int block) {
    return bad[block];
  }

  /** Marks a block as bad permanently. The block's programmed pages stay readable. */
  public void markBad(int block) {
    power.require();
    if (!bad[block]) {
      bad[block] = true;
      badBlocks++;
    }
  }

  /** Returns the number of page reads. */
  public long reads() {
    return reads;
  }

  /** Returns the number of page programs, including failed and torn ones. */
  public long programs() {
    return programs;
  }

  /** Returns the number of block erases, including failed and interrupted ones. */
  public long erases() {
    return erases;
  }

  /** Returns the number of sensing operations that retries of reads needed. */
  public long retries() {
    return retries;
  }

  /** Returns the number of reads that could not be corrected. */
  public long uncorrectable() {
    return uncorrectable;
  }

  /** Returns the number of bad blocks. */
  public int badBlocks() {
    return badBlocks;
  }

  /**
   * Writes the state of the chip: erase counts, ages, out-of-band areas and content.
   *
   * @param needed whether to save the content of a page; other pages read as zeros after loading
   */
  public void save(DataOutput out, IntPredicate needed) throws IOException {
    for (int block = 0; block < nextIndex.length; block++) {
      out.writeInt(nextIndex[block]);
      out.writeInt(eraseCount[block]);
      out.writeInt(readsSinceErase[block]);
      out.writeLong(programmedAtNanos[block]);
      out.writeBoolean(bad[block]);
      int first = block * pagesPerBlock;
      for (int page = first; page < first + nextIndex[block]; page++) {
        out.writeByte(pageState[page]);
        if (hasTag(page)) {
          out.writeLong(tag[page]);
          out.writeLong(sequence[page]);
          contents.save(out, page, needed.test(page));
        }
      }
    }
  }

  /**
   * Loads a saved state of a chip with the same dimensions.
   *
   * @throws IOException if reading fails, or the data are not a state of this chip
   */
  public void load(DataInput in) throws IOException {
    for (int block = 0; block < nextIndex.length; block++) {
      nextIndex[block] = in.readInt();
      eraseCount[block] = in.readInt();
      readsSinceErase[block] = in.readInt();
      programmedAtNanos[block] = in.readLong();
      if (in.readBoolean() && !bad[block]) {
        markBad(block);
      }
      if (nextIndex[block] < 0 || nextIndex[block] > pagesPerBlock) {
        throw new IOException(
            "block " + block + ": impossible count of " + nextIndex[block] + " programmed pages");
      }
      int first = block * pagesPerBlock;
      for (int page = first; page < first + nextIndex[block]; page++) {
        pageState[page] = in.readByte();
        if (hasTag(page)) {
          tag[page] = in.readLong();
          sequence[page] = in.readLong();
          contents.load(in, page);
        }
      }
    }
  }
}
