package org.flashgrove.access.scan;

import java.util.BitSet;
import org.flashgrove.access.table.GeometryIndex;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.storage.heap.PageAccess;

/** Counts what one scan costs. Two bits a page of records. */
final class ScanMeter implements PageAccess, GeometryIndex.PageCounter {
  private final BitSet used = new BitSet();
  private final BitSet read = new BitSet();
  private long records;
  private long candidates;
  private long pagesRead;
  private long distinctPages;
  private long rereads;
  private long indexPages;
  private long spilledBytes;

  @Override
  public void accessed(long pageId, boolean fromDevice) {
    int page = Math.toIntExact(pageId);
    if (!used.get(page)) {
      used.set(page);
      distinctPages++;
    }
    if (fromDevice) {
      pagesRead++;
      if (read.get(page)) {
        rereads++;
      } else {
        read.set(page);
      }
    }
  }

  void candidate() {
    candidates++;
  }

  void record() {
    records++;
  }

  void spilled(long bytes) {
    spilledBytes += bytes;
  }

  ScanFigures figures() {
    return new ScanFigures(
        records, candidates, pagesRead, distinctPages, rereads, indexPages, spilledBytes);
  }

  @Override
  public void count(long pages) {
    indexPages += pages;
  }

  /** The same nodes, counted; closing it leaves the reader open. */
  @Override
  public NodeReader counting(NodeReader reader) {
    return new Counted(reader);
  }

  private final class Counted implements NodeReader {
    private final NodeReader reader;

    Counted(NodeReader reader) {
      this.reader = reader;
    }

    @Override
    public long root() {
      return reader.root();
    }

    @Override
    public int height() {
      return reader.height();
    }

    @Override
    public long entries() {
      return reader.entries();
    }

    @Override
    public byte[] extra() {
      return reader.extra();
    }

    @Override
    public NodeView read(long nodeId, int level) {
      indexPages++;
      return reader.read(nodeId, level);
    }

    @Override
    public void willRead(long[] nodeIds, int from, int to) {
      reader.willRead(nodeIds, from, to);
    }

    @Override
    public void release(NodeView node) {
      reader.release(node);
    }

    @Override
    public void close() {
      // the snapshot closes it
    }
  }
}
