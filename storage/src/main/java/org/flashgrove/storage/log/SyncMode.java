package org.flashgrove.storage.log;

import java.util.Locale;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.core.spec.WholeNumber;

/**
 * Tells when the commits of a store become durable.
 *
 * @param kind what makes commits durable
 * @param millis longest time in milliseconds until a commit is durable, from 1 to 60,000; used only
 *     by {@link Kind#GROUP}
 */
public record SyncMode(Kind kind, int millis) {
  /** The ways in which commits become durable. */
  public enum Kind {
    /** A call to commit returns when the commit is durable. */
    OP,
    /**
     * A call to commit returns at once. Commits become durable together, within {@link
     * SyncMode#millis}.
     */
    GROUP,
    /** Commits become durable when the store is synced or closed. */
    CLOSE,
    /**
     * Commits are not logged. After a crash the store has the state of its last checkpoint. This
     * mode is for structures that reproduce a paper without a log.
     */
    BARRIER
  }

  /** A call to commit returns when the commit is durable. */
  public static final SyncMode OP = new SyncMode(Kind.OP, 0);

  /** Commits become durable when the store is synced or closed. */
  public static final SyncMode CLOSE = new SyncMode(Kind.CLOSE, 0);

  /**
   * Commits are not logged. Only a structure can require this mode; {@link #parse} does not accept
   * it.
   */
  public static final SyncMode BARRIER = new SyncMode(Kind.BARRIER, 0);

  private static final int DEFAULT_MILLIS = 5;

  /**
   * Parses {@code op}, {@code group}, {@code group:5ms} or {@code close}.
   *
   * @throws SpecException if the text is anything else
   */
  public static SyncMode parse(String text) {
    String word = text.trim().toLowerCase(Locale.ROOT);
    return switch (word) {
      case "op" -> OP;
      case "close" -> CLOSE;
      case "group" -> new SyncMode(Kind.GROUP, DEFAULT_MILLIS);
      default -> new SyncMode(Kind.GROUP, millis(text, word));
    };
  }

  private static int millis(String text, String word) {
    if (word.startsWith("group:") && word.endsWith("ms")) {
      try {
        int millis = WholeNumber.parseInt(word.substring("group:".length(), word.length() - 2));
        if (millis >= 1 && millis <= 60_000) {
          return millis;
        }
      } catch (NumberFormatException e) {
        // falls through to the exception below
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
