package org.flashgrove.rawflash.micro;

import org.flashgrove.core.flash.FlashGeometry;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;

/** Common settings of MicroHash and MicroGF, and the division of their memory. */
public interface MicroSettings {
  /** Smallest allowed value of {@link #memory}. */
  long LEAST_MEMORY = 1 << 10;

  long MOST_MEMORY = 1L << 30;

  /** Returns the name of the structure in specs. */
  String name();

  /**
   * Returns the number that identifies this kind of structure in the out-of-band areas of pages.
   */
  int structure();

  /**
   * Returns a number that identifies the fixed settings, which cannot be changed after the file has
   * been created. Different fixed settings give different numbers.
   */
  int fingerprint();

  /** Returns the number of words per record. The first word is the time of the record. */
  int recordWords();

  /**
   * Returns the number of lists of pending index entries. MicroHash has a list for each bucket, and
   * MicroGF for each cell.
   */
  int lists();

  /** Returns the total memory in bytes. */
  long memory();

  /** Returns the size of the directory in memory in bytes. */
  long directoryBytes();

  /** Returns the size of the directory on a page in bytes. */
  int directoryPageBytes();

  /** Returns the method that finds pages by time. */
  TimeSearch search();

  /** Returns the number of records that fit in a page. */
  default int recordsPerPage(int pageBytes) {
    return pageBytes / (recordWords() * Long.BYTES);
  }

  private long fixedBytes(FlashGeometry flash) {
    return CircularFile.memoryBytes(flash)
        + 2L * flash.pageBytes()
        + (long) AddressBatch.CAPACITY * Long.BYTES
        + (long) recordWords() * Long.BYTES
        + directoryBytes()
        + (long) lists() * WaitingEntries.LIST_BYTES;
  }

  /**
   * Returns the maximum number of pending index entries. They use the part of {@link #memory} that
   * the pages, the directory and the tables in memory leave.
   */
  default int waitingEntries(FlashGeometry flash) {
    long most = (long) flash.pageCount() * recordsPerPage(flash.pageBytes());
    long left = (memory() - fixedBytes(flash)) / WaitingEntries.ENTRY_BYTES;
    return (int) Math.max(0, Math.min(most, left));
  }

  /**
   * Returns the memory in bytes that the structure can use on a flash. This is less than {@link
   * #memory} if the flash can hold fewer records than the memory can hold pending entries.
   */
  default long takenBytes(FlashGeometry flash) {
    long entries = (long) waitingEntries(flash) * WaitingEntries.ENTRY_BYTES;
    return Math.min(memory(), fixedBytes(flash) + entries);
  }

  /**
   * Rejects flash that is unsuitable for a structure with these settings.
   *
   * @throws SpecException with a message that names the allowed values
   */
  default void requireFits(FlashGeometry flash) {
    CircularFile.requireFits(name(), flash);
    if (directoryPageBytes() > flash.pageBytes()) {
      throw new SpecException(
          String.format(
              "%s: directory of %d bytes (allowed: up to %d, one page)",
              name(), directoryPageBytes(), flash.pageBytes()));
    }
    int entries = waitingEntries(flash);
    int needed = 2 * recordsPerPage(flash.pageBytes());
    if (entries < needed) {
      long least = fixedBytes(flash) + (long) needed * WaitingEntries.ENTRY_BYTES;
      throw new SpecException(
          String.format(
              "%s: memory=%d leaves room for %d entries (allowed: %d or more)",
              name(), memory(), entries, least));
    }
  }

  /**
   * Returns the value of the key {@code memory} in bytes, or {@code fallback} if the spec lacks the
   * key.
   */
  static long memory(Spec spec, long fallback) {
    return spec.bytes("memory", fallback, LEAST_MEMORY, MOST_MEMORY);
  }

  /** Returns the value of the key {@code search}, or its default if the spec lacks the key. */
  static TimeSearch search(Spec spec) {
    String word =
        spec.choice(
            "search",
            TimeSearch.SCALED.word(),
            TimeSearch.SCALED.word(),
            TimeSearch.LOWER_BOUND.word());
    return word.equals(TimeSearch.SCALED.word()) ? TimeSearch.SCALED : TimeSearch.LOWER_BOUND;
  }
}
