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
 * The state of a flash array: what is programmed, erased, worn, torn or bad. Knows no time of its
 * own and no mapping; checks every rule of the medium.
 *
 * <p>Each page has two words of its out-of-band area here, a <i>tag</i> and a <i>sequence
 * number</i>, whose meaning is the translation layer's. Content of pages is kept only if asked for;
 * studies that count do without. Words of metadata pages (mapping, journals) are always kept.
 *
 * <p>An armed power cut strikes in the middle of a program or an erase: the page, or all pages of
 * the block, are unreadable afterwards; then, and until {@link #powerOn()}, every operation ends in
 * {@link PowerLossException}. What was programmed before stays. Lower pages that share cells with a
 * torn one are not harmed (paired-page corruption is not modelled).
 */
public final class NandChip {
  private static final byte ERASED = 0;
  private static final byte PROGRAMMED = 1;

  /** Out-of-band area readable, content not: a copy of what could not be read. */
  private static final byte POISONED = 2;

  /** Nothing readable: a power cut or a failed operation. */
  private static final byte TORN = 3;

  private static final long NEVER = Long.MAX_VALUE;

  private final FlashGeometry geometry;
  private final int pagesPerBlock;
  private final int endurance;
  private final int storedBytes;
  private final ErrorModel errors;

  private final byte[] pageState;
  private final long[] tag;
  private final long[] sequence;
  private final int[] nextIndex;
  private final int[] eraseCount;
  private final int[] readsSinceErase;
  private final long[] programmedAtNanos;
  private final boolean[] bad;
  private final byte[][] content;
  private final long[] blankBits;
  private final long[][][] words;

  private long reads;
  private long programs;
  private long erases;
  private long retries;
  private long uncorrectable;
  private int badBlocks;
  private long operationsUntilCut = NEVER;
  private boolean powered = true;

  /**
   * Creates an erased chip without bad blocks.
   *
   * @param model shape and endurance
   * @param storedBytes bytes of content kept for each page, at least 0; none for studies that count
   * @param errors when reads, programs and erases go wrong
   */
  public NandChip(NandModel model, int storedBytes, ErrorModel errors) {
    this.geometry = model.geometry();
    this.pagesPerBlock = geometry.pagesPerBlock();
    this.endurance = model.endurance();
    this.storedBytes = storedBytes;
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
    words = new long[blocks][][];
    content = new byte[storedBytes == 0 ? 0 : blocks][];
    blankBits = new long[storedBytes == 0 ? 0 : (pages + Long.SIZE - 1) / Long.SIZE];
  }

  /** Returns the shape and numbering of the array. */
  public FlashGeometry geometry() {
    return geometry;
  }

  /** Returns how often a block may be erased. */
  public int endurance() {
    return endurance;
  }

  /** Returns whether content is kept. */
  public boolean keepsContent() {
    return storedBytes > 0;
  }

  /**
   * Senses a page, with retries if error correction needs them.
   *
   * @param atNanos virtual time, for the age of what is read
   * @return number of senses, at least 1; negative if that many could not save the page
   */
  public int read(int page, long atNanos) {
    requirePower();
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

  /** Returns the number of reads since a block was erased, without retries. */
  public int readsSinceErase(int block) {
    return readsSinceErase[block];
  }

  /**
   * Returns the virtual time at which the first page of a block was programmed since its last
   * erase.
   */
  public long programmedAtNanos(int block) {
    return programmedAtNanos[block];
  }

  /**
   * Copies stored bytes {@code [start, start + length)} of a page to {@code into} at {@code
   * offset}; bytes never given read as ones if erased. Costs nothing: {@link #read} does.
   */
  public void content(int page, int start, int length, ByteBuffer into, int offset) {
    boolean erased = storedBytes == 0 || pageState[page] == ERASED;
    byte[] bytes = erased || isBlank(page) ? null : content[page / pagesPerBlock];
    if (bytes == null) {
      byte filler = erased ? (byte) 0xFF : 0;
      for (int i = 0; i < length; i++) {
        into.put(offset + i, filler);
      }
      return;
    }
    into.put(offset, bytes, page % pagesPerBlock * storedBytes + start, length);
  }

  /** Whether all stored bytes of a programmed page are zeros that take no room. */
  private boolean isBlank(int page) {
    return (blankBits[page >> 6] >>> page & 1) != 0;
  }

  private void setBlank(int page, boolean blank) {
    long bit = 1L << page;
    blankBits[page >> 6] = blank ? blankBits[page >> 6] | bit : blankBits[page >> 6] & ~bit;
  }

  /** Returns the words of a metadata page, or {@code null}; not to be changed. Costs nothing. */
  public long[] words(int page) {
    long[][] ofBlock = words[page / pagesPerBlock];
    return ofBlock == null ? null : ofBlock[page % pagesPerBlock];
  }

  /**
   * Programs a page of host content.
   *
   * @param from content from {@code offset} on, or {@code null} for zeros
   * @return whether it succeeded; if not, the page is unreadable and the block should be retired
   * @throws FlashRuleException if the page is not the next or a later one of a good block
   */
  public boolean program(
      int page, long tag, long sequence, long atNanos, ByteBuffer from, int offset) {
    if (!beginProgram(page, tag, sequence, atNanos)) {
      return false;
    }
    if (storedBytes > 0 && from != null) {
      setBlank(page, false);
      from.get(offset, blockContent(page), page % pagesPerBlock * storedBytes, storedBytes);
    }
    return true;
  }

  /** Programs a metadata page whose content is {@code pageWords}, kept as given. */
  public boolean programWords(int page, long tag, long sequence, long atNanos, long[] pageWords) {
    if (!beginProgram(page, tag, sequence, atNanos)) {
      return false;
    }
    setWords(page, pageWords);
    return true;
  }

  /**
   * Programs {@code to} with the content and words of {@code from}. A source that cannot be read
   * makes a page whose out-of-band area can be read and whose content cannot.
   */
  public boolean copy(int from, int to, long tag, long sequence, long atNanos, boolean readable) {
    if (!beginProgram(to, tag, sequence, atNanos)) {
      return false;
    }
    if (!readable) {
      pageState[to] = POISONED;
    }
    if (storedBytes > 0 && !isBlank(from) && content[from / pagesPerBlock] != null) {
      setBlank(to, false);
      System.arraycopy(
          content[from / pagesPerBlock],
          from % pagesPerBlock * storedBytes,
          blockContent(to),
          to % pagesPerBlock * storedBytes,
          storedBytes);
    }
    long[] copied = words(from);
    if (copied != null) {
      setWords(to, copied);
    }
    return true;
  }

  private void setWords(int page, long[] pageWords) {
    int block = page / pagesPerBlock;
    if (words[block] == null) {
      words[block] = new long[pagesPerBlock][];
    }
    words[block][page % pagesPerBlock] = pageWords;
  }

  private byte[] blockContent(int page) {
    int block = page / pagesPerBlock;
    if (content[block] == null) {
      content[block] = new byte[pagesPerBlock * storedBytes];
    }
    return content[block];
  }

  /**
   * Checks that a page may be programmed; changes nothing.
   *
   * @throws FlashRuleException if it is not the next or a later one of a good block
   * @throws PowerLossException if there is no power
   */
  public void requireProgrammable(int page) {
    requirePower();
    int block = page / pagesPerBlock;
    int index = page % pagesPerBlock;
    if (bad[block]) {
      throw new FlashRuleException("program of page " + index + " in bad block " + block);
    }
    if (index < nextIndex[block]) {
      throw new FlashRuleException(
          "program of page "
              + index
              + " in block "
              + block
              + " (allowed: "
              + nextIndex[block]
              + " to "
              + (pagesPerBlock - 1)
              + ")");
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
    if (operationsUntilCut != NEVER && --operationsUntilCut == 0) {
      pageState[page] = TORN;
      cutPower();
      throw new PowerLossException("power lost while page " + page + " was programmed");
    }
    if (errors.programFails(eraseCount[block])) {
      pageState[page] = TORN;
      return false;
    }
    pageState[page] = PROGRAMMED;
    tag[page] = newTag;
    sequence[page] = newSequence;
    if (storedBytes > 0) {
      setBlank(page, true);
    }
    return true;
  }

  /**
   * Checks that a block may be erased; changes nothing.
   *
   * @throws FlashRuleException if it is bad or has reached its endurance
   * @throws PowerLossException if there is no power
   */
  public void requireErasable(int block) {
    requirePower();
    if (bad[block]) {
      throw new FlashRuleException("erase of bad block " + block);
    }
    if (eraseCount[block] >= endurance) {
      throw new FlashRuleException(
          "erase of block " + block + " beyond its endurance of " + endurance);
    }
  }

  /**
   * Erases a block.
   *
   * @return whether it succeeded; if not, its pages are unreadable and the block should be retired
   * @throws FlashRuleException if the block is bad or has reached its endurance
   */
  public boolean erase(int block) {
    requireErasable(block);
    erases++;
    eraseCount[block]++;
    readsSinceErase[block] = 0;
    int first = block * pagesPerBlock;
    words[block] = null;
    boolean cut = operationsUntilCut != NEVER && --operationsUntilCut == 0;
    if (cut || errors.eraseFails(eraseCount[block])) {
      Arrays.fill(pageState, first, first + pagesPerBlock, TORN);
      nextIndex[block] = pagesPerBlock;
      if (cut) {
        cutPower();
        throw new PowerLossException("power lost while block " + block + " was erased");
      }
      return false;
    }
    Arrays.fill(pageState, first, first + pagesPerBlock, ERASED);
    nextIndex[block] = 0;
    return true;
  }

  /** Returns whether the out-of-band area of a page holds a tag and a sequence number. */
  public boolean hasTag(int page) {
    return pageState[page] == PROGRAMMED || pageState[page] == POISONED;
  }

  /** Returns whether a page is erased, also if it may not be programmed any more. */
  public boolean isErased(int page) {
    return pageState[page] == ERASED;
  }

  /** Returns the tag of a page; meaningless unless {@link #hasTag}. */
  public long tag(int page) {
    return tag[page];
  }

  /** Returns the sequence number of a page; meaningless unless {@link #hasTag}. */
  public long sequence(int page) {
    return sequence[page];
  }

  /**
   * Returns the index of the first page of a block that may be programmed; {@code pagesPerBlock} if
   * none.
   */
  public int nextIndex(int block) {
    return nextIndex[block];
  }

  /** Returns how often a block has been erased. */
  public int eraseCount(int block) {
    return eraseCount[block];
  }

  /** Returns whether a block is bad. */
  public boolean isBad(int block) {
    return bad[block];
  }

  /** Marks a block bad, for good; its programmed pages can still be read. */
  public void markBad(int block) {
    requirePower();
    if (!bad[block]) {
      bad[block] = true;
      badBlocks++;
    }
  }

  /** Returns the number of page reads so far. */
  public long reads() {
    return reads;
  }

  /** Returns the number of page programs so far, failed and torn ones included. */
  public long programs() {
    return programs;
  }

  /** Returns the number of block erases so far, failed and interrupted ones included. */
  public long erases() {
    return erases;
  }

  /** Returns the number of further senses that reads needed. */
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
   * Arms a power cut in the middle of the {@code operations}-th program or erase from now, 1 being
   * the next.
   */
  public void cutPowerAt(long operations) {
    if (operations < 1) {
      throw new IllegalArgumentException("operation " + operations + " (allowed: 1 or more)");
    }
    operationsUntilCut = operations;
  }

  /** Cuts the power now, between two operations. */
  public void cutPower() {
    powered = false;
    operationsUntilCut = NEVER;
  }

  /** Brings the power back; a cut that was armed since it went stays armed. */
  public void powerOn() {
    powered = true;
  }

  /**
   * Writes the state of the array: erases, ages, out-of-band areas, content.
   *
   * @param needed whether the content of a page matters; others read as zeros afterwards
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
          savePage(out, page, needed.test(page));
        }
      }
    }
  }

  private void savePage(DataOutput out, int page, boolean isNeeded) throws IOException {
    out.writeLong(tag[page]);
    out.writeLong(sequence[page]);
    long[] pageWords = words(page);
    out.writeInt(pageWords == null ? -1 : pageWords.length);
    if (pageWords != null) {
      for (long word : pageWords) {
        out.writeLong(word);
      }
    }
    byte[] bytes = storedBytes == 0 || isBlank(page) ? null : content[page / pagesPerBlock];
    out.writeBoolean(isNeeded && bytes != null);
    if (isNeeded && bytes != null) {
      out.write(bytes, page % pagesPerBlock * storedBytes, storedBytes);
    }
  }

  /**
   * Takes over a state that a chip of the same shape has saved.
   *
   * @throws IOException if reading fails, or what was read is no state of this chip
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
        throw new IOException("block " + block + " of " + nextIndex[block] + " pages");
      }
      int first = block * pagesPerBlock;
      for (int page = first; page < first + nextIndex[block]; page++) {
        pageState[page] = in.readByte();
        if (hasTag(page)) {
          loadPage(in, page);
        }
      }
    }
  }

  private void loadPage(DataInput in, int page) throws IOException {
    tag[page] = in.readLong();
    sequence[page] = in.readLong();
    int wordCount = in.readInt();
    if (wordCount > geometry.pageBytes()) {
      throw new IOException("page " + page + " of " + wordCount + " words");
    }
    if (wordCount >= 0) {
      long[] pageWords = new long[wordCount];
      for (int i = 0; i < wordCount; i++) {
        pageWords[i] = in.readLong();
      }
      setWords(page, pageWords);
    }
    boolean hasContent = in.readBoolean();
    if (storedBytes > 0) {
      setBlank(page, !hasContent);
    }
    if (hasContent) {
      in.readFully(blockContent(page), page % pagesPerBlock * storedBytes, storedBytes);
    }
  }

  /** Returns whether the chip has power. */
  public boolean isPowered() {
    return powered;
  }

  /**
   * Checks that there is power.
   *
   * @throws PowerLossException if there is none
   */
  public void requirePower() {
    if (!powered) {
      throw new PowerLossException("the device has no power; restart it first");
    }
  }
}
