package org.flashgrove.storage.component;

import java.util.Arrays;
import org.flashgrove.core.component.ComponentOperation;
import org.flashgrove.storage.log.WriteBatch;

/** The operation of a component file, used again and again. */
final class StagedWords implements ComponentOperation {
  private final ComponentFile file;
  private long[] words = new long[16];
  private int length;
  private WriteBatch batch;
  private boolean open;
  private boolean sealed;
  private boolean committed;

  StagedWords(ComponentFile file) {
    this.file = file;
  }

  /** Begins an operation. */
  void start() {
    if (open) {
      throw new IllegalStateException("an operation is open already");
    }
    open = true;
    sealed = false;
    committed = false;
    batch = null;
    length = 0;
  }

  private void requireChangeable() {
    file.requireUsable();
    if (!open || sealed) {
      throw new IllegalStateException("the operation is over");
    }
  }

  private void requireNoBatch() {
    if (open && batch != null) {
      throw new IllegalStateException("the operation is a batch's, which commits it");
    }
  }

  /** Makes the operation a part of a batch. */
  void join(WriteBatch newBatch) {
    requireChangeable();
    requireNoBatch();
    batch = newBatch;
  }

  /** Returns whether the operation is open and a part of a batch. */
  boolean isIn(WriteBatch asked) {
    return open && batch == asked;
  }

  /** Ends the changes: they are being committed. */
  void seal() {
    requireChangeable();
    sealed = true;
  }

  /** Notes that the words are published. */
  void published() {
    committed = true;
  }

  /** Returns what was staged, from index 0. */
  long[] words() {
    return words;
  }

  @Override
  public void stage(long[] source, int count) {
    requireChangeable();
    if (count < 0 || count > source.length || count > ComponentFile.MAX_WORDS - length) {
      throw new IllegalArgumentException(
          count
              + " words after "
              + length
              + " (allowed: at most "
              + ComponentFile.MAX_WORDS
              + " in all, of an array of "
              + source.length
              + ")");
    }
    if (length + count > words.length) {
      words = Arrays.copyOf(words, Math.max(length + count, 2 * words.length));
    }
    System.arraycopy(source, 0, words, length, count);
    length += count;
  }

  @Override
  public int length() {
    return length;
  }

  @Override
  public void commit() {
    requireChangeable();
    requireNoBatch();
    if (length == 0) {
      sealed = true;
      committed = true;
      return;
    }
    file.commit();
  }

  @Override
  public boolean isCommitted() {
    return committed;
  }

  @Override
  public void close() {
    open = false;
    batch = null;
  }
}
