package org.flashgrove.storage.component;

import java.nio.ByteBuffer;
import org.flashgrove.core.component.Block;
import org.flashgrove.core.component.BlockWriter;

/** Collects the pages of a block and writes several of them in one I/O. */
final class PagesWriter implements BlockWriter {
  private final ComponentFile file;
  private final BlockWrites writes;
  private final long number;
  private final long sequence;
  private final ByteBuffer gathered;
  private final int gather;
  private int waiting;
  private int pages;
  private int lastChecksum;
  private boolean done;

  /**
   * Creates a writer of an allocated block.
   *
   * @param gathered buffer for {@code gather} pages; the writer returns the buffer to {@code
   *     writes} when the block is complete or given back
   */
  PagesWriter(
      ComponentFile file,
      BlockWrites writes,
      long number,
      long sequence,
      ByteBuffer gathered,
      int gather) {
    this.file = file;
    this.writes = writes;
    this.number = number;
    this.sequence = sequence;
    this.gathered = gathered;
    this.gather = gather;
  }

  @Override
  public void append(byte[] page) {
    file.requireUsable();
    if (done || pages == file.blockPages()) {
      throw new IllegalStateException(
          "block "
              + number
              + (done
                  ? ": already sealed or given back; begin a new block"
                  : ": full with " + pages + " pages; seal it and begin a new block"));
    }
    if (page.length < file.pageSize()) {
      throw new IllegalArgumentException(
          "page of " + page.length + " bytes (allowed: at least " + file.pageSize() + ")");
    }
    lastChecksum = writes.sealPage(page, number, sequence, pages);
    gathered.put(waiting * file.pageSize(), page, 0, file.pageSize());
    pages++;
    waiting++;
    if (waiting == gather) {
      write();
    }
  }

  private void write() {
    if (waiting > 0) {
      int count = waiting;
      waiting = 0;
      writes.write(number, pages - count, count, gathered);
    }
  }

  @Override
  public int pages() {
    return pages;
  }

  @Override
  public int lastChecksum() {
    return lastChecksum;
  }

  @Override
  public Block seal() {
    file.requireUsable();
    if (done || pages == 0) {
      throw new IllegalStateException(
          "block "
              + number
              + (done
                  ? ": already sealed or given back; begin a new block"
                  : ": has no page; append a page before sealing it"));
    }
    write();
    done = true;
    Block block = new Block(number, sequence, pages, lastChecksum);
    writes.sealed(block, gathered);
    return block;
  }

  @Override
  public void close() {
    if (!done) {
      done = true;
      writes.givenBack(number, gathered);
    }
  }
}
