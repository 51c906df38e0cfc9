package org.flashgrove.storage.log;

import java.util.Locale;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.core.spec.WholeNumber;

/**
 * When commits become durable.
 *
 * @param kind each operation, groups of operations, or at close
 * @param millis with {@link Kind#GROUP} the longest a commit waits, 1 to 60,000
 */
public record SyncMode(Kind kind, int millis) {
  /** The ways. */
  public enum Kind {
    /** A commit returns when it is durable. */
    OP,
    /** Commits are made durable together, within some milliseconds. */
    GROUP,
    /** Commits are durable when the store is closed or synced. */
    CLOSE,
    /**
     * Commits are not logged: what a crash leaves is the state at the last checkpoint. For
     * structures whose papers have no log.
     */
    BARRIER
  }

  /** Every operation by itself. */
  public static final SyncMode OP = new SyncMode(Kind.OP, 0);

  /** Only at close. */
  public static final SyncMode CLOSE = new SyncMode(Kind.CLOSE, 0);

  /**
   * Without a log of commits. Only structures choose it, no user can: {@link #parse} has no word
   * for it.
   */
  public static final SyncMode BARRIER = new SyncMode(Kind.BARRIER, 0);

  private static final int DEFAULT_MILLIS = 5;

  /**
   * Parses {@code op}, {@code group}, {@code group:5ms} or {@code close}.
   *
   * @throws SpecException for anything else
   */
  public static SyncMode parse(String text) {
    String word = text.trim().toLowerCase(Locale.ROOT);
    switch (word) {
      case "op":
        return OP;
      case "close":
        return CLOSE;
      case "group":
        return new SyncMode(Kind.GROUP, DEFAULT_MILLIS);
      default:
        return new SyncMode(Kind.GROUP, millis(text, word));
    }
  }

  private static int millis(String text, String word) {
    if (word.startsWith("group:") && word.endsWith("ms")) {
      try {
        int millis = WholeNumber.parseInt(word.substring("group:".length(), word.length() - 2));
        if (millis >= 1 && millis <= 60_000) {
          return millis;
        }
      } catch (NumberFormatException e) {
        // reported below
      }
    }
    throw new SpecException("sync '" + text + "' (allowed: op, group:1ms to group:60000ms, close)");
  }

  @Override
  public String toString() {
    String word = kind.name().toLowerCase(Locale.ROOT);
    return kind == Kind.GROUP ? word + ":" + millis + "ms" : word;
  }
}
