package org.flashgrove.core.node;

import java.nio.ByteBuffer;
import org.flashgrove.core.page.PinnedImage;

/**
 * Image of a node on a page: its bytes, and the id, level, number of entries and version from its
 * header.
 */
public abstract sealed class NodeImage extends PinnedImage permits NodePage {
  static final int DELETED_LEVEL = -1;

  final ByteBuffer bytes;
  int count;
  int level;
  long nodeId;
  long version;

  NodeImage(ByteBuffer bytes) {
    this.bytes = bytes;
  }

  /**
   * Returns the page's bytes. A caller that changes the bytes must call {@link NodePage#open}
   * afterwards.
   */
  public final ByteBuffer bytes() {
    return bytes;
  }

  /** Returns the size of the page in bytes. */
  public final int pageSize() {
    return bytes.capacity();
  }

  /** Returns the id of the node. */
  public final long nodeId() {
    return nodeId;
  }

  @Override
  protected final String name() {
    return "node " + nodeId;
  }

  /** Returns the level of the node; leaves have level 0. */
  public final int level() {
    return level;
  }

  /** Returns the number of entries. */
  public final int count() {
    return count;
  }

  /** Returns whether this is the image of a deleted node. */
  public final boolean isDeleted() {
    return level == DELETED_LEVEL;
  }

  /**
   * Returns whether the header of bytes read from a device is all zeros, as on a page that was
   * never written.
   */
  public final boolean isBlank() {
    return NodeHeader.isBlank(bytes);
  }

  /**
   * Seals the image: stores the store tag and the version, and writes the checksum. Must be called
   * before the image is written to a device.
   */
  public final void seal(long storeTag, long newestFrame) {
    bytes.putLong(NodeHeader.AT_TAG, storeTag);
    version(newestFrame);
    bytes.putInt(NodeHeader.AT_CRC, NodeHeader.checksum(bytes));
  }

  /** Returns the checksum that is stored on the page, without verifying it. */
  public final int storedChecksum() {
    return bytes.getInt(NodeHeader.AT_CRC);
  }

  /**
   * Returns the number of the newest log frame whose change the image contained when it was sealed.
   */
  public final long version() {
    return version;
  }

  /** Stores the number of the newest log frame whose change the image contains. */
  public final void version(long newestFrame) {
    version = newestFrame;
    bytes.putLong(NodeHeader.AT_VERSION, newestFrame);
  }

  /**
   * Sets the part of the header that belongs to the tree.
   *
   * @param header array with the words from index {@code at}; null sets zeros
   */
  public final void header(long[] header, int at) {
    for (int i = 0; i < NodeView.HEADER_WORDS; i++) {
      bytes.putLong(
          NodeHeader.AT_TREE_HEADER + i * Long.BYTES, header == null ? 0 : header[at + i]);
    }
  }

  void setCount(int newCount) {
    count = newCount;
    bytes.putInt(NodeHeader.AT_COUNT, newCount);
  }
}
