package org.flashgrove.grove;

import org.flashgrove.core.component.Block;
import org.flashgrove.core.component.BlockWriter;
import org.flashgrove.core.component.ComponentIndex;
import org.flashgrove.core.component.ComponentOperation;
import org.flashgrove.core.component.ComponentSnapshot;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.core.component.MemoryComponentStore;
import org.flashgrove.core.component.PageRequests;
import org.flashgrove.core.component.PageSink;

/** Counts what an index asks of its store: pages read and written, blocks erased, words logged. */
public final class CountedComponents implements ComponentStore {
  private final MemoryComponentStore.Disk disk;
  private final MemoryComponentStore store;
  private long reads;
  private long writes;
  private long retired;
  private long editWords;
  private long begun;
  private final long[] begunOfLevel = new long[3];

  private CountedComponents(MemoryComponentStore.Disk disk, int pageSize, int blockPages) {
    this.disk = disk;
    store = new MemoryComponentStore(disk, pageSize, blockPages, false);
  }

  /** A new store in memory. */
  public CountedComponents(int pageSize, int blockPages) {
    this(new MemoryComponentStore.Disk(), pageSize, blockPages);
  }

  /** Returns the same store, not open yet, to be used in the place of this one. */
  public CountedComponents again() {
    return new CountedComponents(disk, store.pageSize(), store.blockPages());
  }

  public void open() {
    store.open();
  }

  /** Pages read. */
  public long reads() {
    return reads;
  }

  /** Pages written, footers included. */
  long writes() {
    return writes;
  }

  /** Blocks given up; each is erased before it is written again. */
  long retired() {
    return retired;
  }

  /** Blocks begun. */
  long begun() {
    return begun;
  }

  /** Blocks begun that are to last as long as a level says. */
  long begun(int level) {
    return begunOfLevel[level];
  }

  /** Words of edits. */
  long editWords() {
    return editWords;
  }

  @Override
  public int pageSize() {
    return store.pageSize();
  }

  @Override
  public int blockPages() {
    return store.blockPages();
  }

  @Override
  public void attach(ComponentIndex index) {
    store.attach(index);
  }

  @Override
  public ComponentOperation begin() {
    return store.begin();
  }

  @Override
  public void syncBlocks() {
    store.syncBlocks();
  }

  @Override
  public BlockWriter newBlock(int level) {
    begunOfLevel[level]++;
    return newBlock();
  }

  @Override
  public BlockWriter newBlock() {
    BlockWriter writer = store.newBlock();
    begun++;
    return new BlockWriter() {
      @Override
      public void append(byte[] page) {
        writes++;
        writer.append(page);
      }

      @Override
      public int pages() {
        return writer.pages();
      }

      @Override
      public int lastChecksum() {
        return writer.lastChecksum();
      }

      @Override
      public Block seal() {
        return writer.seal();
      }

      @Override
      public void close() {
        writer.close();
      }
    };
  }

  @Override
  public long edit(long[] words, int length, Block[] added, Block[] gone, Runnable publish) {
    editWords += length;
    retired += gone.length;
    return store.edit(words, length, added, gone, publish);
  }

  @Override
  public void read(PageRequests wanted, PageSink sink) {
    reads += wanted.count();
    store.read(wanted, sink);
  }

  @Override
  public ComponentSnapshot snapshot() {
    return store.snapshot();
  }

  @Override
  public long newestCommit() {
    return store.newestCommit();
  }

  @Override
  public void maintain(Runnable work) {
    store.maintain(work);
  }

  @Override
  public void sync() {
    store.sync();
  }

  @Override
  public void flush() {
    store.flush();
  }

  @Override
  public void close() {
    store.close();
  }
}
