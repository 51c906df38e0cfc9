package org.flashgrove.storage.node.buffer;

import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.NodeView;

/** Kinds of node changes. Each constant tells which words the change contains. */
public enum ChangeKind {
  /** Creates a node. Contains three header words, then the entries. */
  CREATE(1),
  /** Replaces the content of a node. Contains three header words, then the entries. */
  REPLACE(2),
  /** Adds an entry, or replaces the child entry with the same id. */
  ADD(3),
  /** Replaces the words of an existing entry. Contains the entry's new words. */
  CHANGE(4),
  /** Removes an entry. Contains the words that identify it. */
  REMOVE(5),
  /** Replaces the header. Contains the three new header words. */
  HEADER(6),
  /** Deletes a node. Contains no words. */
  DELETE(7),
  /**
   * Statistics of a buffered node, not a change: the number of the node's changes, and the number
   * of the last commit that changed the node. Written by a compaction of the log.
   */
  STATE(8),
  /**
   * Creates a node whose page was written to the device before the commit. Contains three header
   * words, which are ignored. The count is the number of entries on the page.
   */
  SEALED(9),
  /**
   * Number of the newest frame that changed a buffered node. A compaction of the log writes this
   * number before the node's changes. During replay, all of these changes count as changes of that
   * frame.
   */
  VERSION(10),
  /**
   * Replaces some bytes of a node with a raw layout. Contains the words of a {@link
   * org.flashgrove.core.node.NodePatch}; the count is their number.
   */
  PATCH(12);

  private static final ChangeKind[] BY_CODE = new ChangeKind[13];

  static {
    for (ChangeKind kind : values()) {
      BY_CODE[kind.code] = kind;
    }
  }

  private final int code;

  ChangeKind(int code) {
    this.code = code;
  }

  /** Returns the code of this kind in a log record. */
  public int code() {
    return code;
  }

  /** Returns the kind with a code, or null if no kind has this code. */
  public static ChangeKind of(int code) {
    return code < BY_CODE.length ? BY_CODE[code] : null;
  }

  /** Returns whether the change replaces all content of the node. */
  public boolean isContent() {
    return this == CREATE || this == REPLACE;
  }

  /**
   * Returns whether a record of this kind changes no node, but contains information about the
   * records of other changes.
   */
  public boolean isRemark() {
    return this == STATE || this == VERSION;
  }

  /** Returns whether the change creates a node with a new id. */
  public boolean isCreation() {
    return this == CREATE || this == SEALED;
  }

  /**
   * Returns the number of content words of a change.
   *
   * @param count the change's count, see {@link ChangeConsumer#change}
   */
  public long payloadWords(NodeLayout layout, int count) {
    return switch (this) {
      case CREATE, REPLACE -> NodeView.HEADER_WORDS + (long) count * layout.words();
      case ADD, CHANGE -> layout.words();
      case REMOVE -> layout.identityWords();
      case HEADER, SEALED -> NodeView.HEADER_WORDS;
      case STATE -> 2;
      case VERSION -> 1;
      case PATCH -> count;
      default -> 0;
    };
  }
}
