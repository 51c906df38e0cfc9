package org.flashgrove.storage.node.buffer;

import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.NodeView;

/** The kinds of change to a node, with the words each carries. */
public enum ChangeKind {
  /** A new node: three words of header, then the entries. */
  CREATE(1),
  /** New content for an old node: three words of header, then the entries. */
  REPLACE(2),
  /** One more entry, or the replacement of the child with the same id. */
  ADD(3),
  /** New words for an entry that is there. */
  CHANGE(4),
  /** An entry is gone: its identity words. */
  REMOVE(5),
  /** A new header of three words. */
  HEADER(6),
  /** A node is gone: no words. */
  DELETE(7),
  /** Number and last commit of a buffered node's changes, kept by a compaction. */
  STATE(8),
  /**
   * A new node whose page was written whole before the commit: three words of header that do not
   * count; the number of entries is the page's.
   */
  SEALED(9),
  /**
   * Written by a compaction before the changes of a buffered node: the number of the frame that the
   * newest of them came in. All of them count as changes of that frame.
   */
  VERSION(10),
  /**
   * Some bytes of a node whose content the tree lays out: the words of a {@link
   * org.flashgrove.core.node.NodePatch}, as many as the count says.
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

  /** Returns the number in a log record. */
  public int code() {
    return code;
  }

  /** Returns the kind of a number, or null. */
  public static ChangeKind of(int code) {
    return code < BY_CODE.length ? BY_CODE[code] : null;
  }

  /** Returns whether the node's content starts anew. */
  public boolean isContent() {
    return this == CREATE || this == REPLACE;
  }

  /** Returns whether it describes changes of the node and changes nothing itself. */
  public boolean isRemark() {
    return this == STATE || this == VERSION;
  }

  /** Returns whether the node takes a new id. */
  public boolean isCreation() {
    return this == CREATE || this == SEALED;
  }

  /** Returns the words a change carries; {@code count} is the number of entries of new content. */
  public long payloadWords(NodeLayout layout, int count) {
    switch (this) {
      case CREATE:
      case REPLACE:
        return NodeView.HEADER_WORDS + (long) count * layout.words();
      case ADD:
      case CHANGE:
        return layout.words();
      case REMOVE:
        return layout.identityWords();
      case HEADER:
      case SEALED:
        return NodeView.HEADER_WORDS;
      case STATE:
        return 2;
      case VERSION:
        return 1;
      case PATCH:
        return count;
      default:
        return 0;
    }
  }
}
