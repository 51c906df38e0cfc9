package org.flashgrove.storage.component;

import java.util.Arrays;
import org.flashgrove.core.component.Block;
import org.flashgrove.core.component.CommitQueue;
import org.flashgrove.core.component.ComponentOperation;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.storage.log.LoggedStore;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.log.StructureOperation;

/**
 * Changes of a {@link ComponentFile} that commit atomically. Each component file reuses one
 * instance for all its operations.
 */
final class StagedWords extends StructureOperation implements ComponentOperation {
  private final ComponentFile file;
  private long[] words = new long[16];
  private int length;
  private Edit edit;
  private CommitQueue waiting; // queued commits to be logged together, or null
  private long[] one = new long[16]; // words of a single queued commit

  /**
   * A staged change of the set of valid blocks, which takes effect when the operation commits.
   *
   * @param added blocks that become valid
   * @param retired blocks that are no longer valid
   * @param publish called at the commit to make the index use the new blocks
   */
  record Edit(Block[] added, Block[] retired, Runnable publish) {}

  StagedWords(ComponentFile file, LoggedStore store) {
    super(store);
    this.file = file;
  }

  /** Starts an operation. */
  void start() {
    open();
    length = 0;
    edit = null;
    waiting = null;
  }

  /**
   * Starts an operation that consists of all queued commits. No snapshot sees only some of these
   * commits.
   */
  void start(CommitQueue commits) {
    start();
    waiting = commits;
    length = commits.end(commits.commits());
  }

  /**
   * Returns whether this operation consists of commits from the queue. Otherwise it consists of
   * words or of an edit that were staged in this object.
   */
  boolean isOfWaiting() {
    return waiting != null;
  }

  /**
   * Appends the staged words or the staged edit as a log section. An operation that consists of
   * queued commits appends a section for each of them.
   */
  void describe(AppendLog.FrameSink section) {
    int type = edit == null ? StoreLog.CHANGES : StoreLog.EDIT;
    int commits = waiting == null ? 1 : waiting.commits();
    for (int i = 0; i < commits; i++) {
      long[] content = words;
      int count = length;
      if (waiting != null) {
        int from = waiting.end(i);
        count = waiting.end(i + 1) - from;
        one = one.length < count ? new long[count] : one;
        System.arraycopy(waiting.words(), from, one, 0, count);
        content = one;
      }
      section.append(type, content, count); // one call, because the JIT compiler inlines it here
    }
  }

  /** Returns the staged edit, or null if no edit is staged. */
  Edit edit() {
    return edit;
  }

  @Override
  public void stageEdit(
      long[] source, int count, Block[] added, Block[] retired, Runnable publish) {
    requireChangeable();
    if (length > 0) {
      throw new IllegalStateException(
          "operation: " + length + " words are already staged; commit them before staging an edit");
    }
    stage(source, count);
    edit = new Edit(added.clone(), retired.clone(), publish);
  }

  @Override
  protected long stagedWords() {
    return length;
  }

  /** Returns the staged words, from index 0. */
  long[] words() {
    return words;
  }

  @Override
  public void stage(long[] source, int count) {
    requireChangeable();
    if (edit != null) {
      throw new IllegalStateException(
          "operation: an edit is already staged; commit it before staging words");
    }
    if (count < 0 || count > source.length || count > ComponentFile.MAX_WORDS - length) {
      throw new IllegalArgumentException(
          "operation: "
              + count
              + " words from an array of "
              + source.length
              + " after "
              + length
              + " words (allowed: up to "
              + ComponentFile.MAX_WORDS
              + " words in total)");
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
    commitAsync();
    if (length > 0) {
      file.awaitDurable();
    }
  }

  @Override
  public void commitAsync() {
    requireChangeable();
    requireNoBatch();
    if (length == 0) {
      seal();
      committed();
      return;
    }
    file.commitAsync();
  }

  @Override
  public void close() {
    if (end() && edit != null && !isCommitted()) {
      file.givenBack(edit.added());
    }
    edit = null;
  }
}
