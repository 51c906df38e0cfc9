package org.flashgrove.access;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.core.metrics.IoCounters;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.core.replacement.ReplacementPolicies;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.indexes.rtree.RTree;
import org.flashgrove.indexes.rtree.RTreeConfig;
import org.flashgrove.indexes.tree.SpatialTree;
import org.flashgrove.storage.device.FileDevice;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.framelog.FrameLog;
import org.flashgrove.storage.heap.HeapFile;
import org.flashgrove.storage.heap.HeapMemory;
import org.flashgrove.storage.heap.HeapOperation;
import org.flashgrove.storage.heap.page.HeapRecord;
import org.flashgrove.storage.log.LoggedStore;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.log.SyncMode;
import org.flashgrove.storage.log.WriteBatch;
import org.flashgrove.storage.node.LoggedNodeStore;
import org.flashgrove.storage.node.buffer.NodeBuffer;
import org.flashgrove.storage.node.device.FreeNodeDevice;
import org.flashgrove.storage.node.device.NodeDevice;
import org.flashgrove.storage.placement.FreePages;

/**
 * Store of rows in a heap file and of two R-trees over them, with one log. A row has an id, a box
 * and bytes. The first tree has an entry for the box, and the second tree has one for the mirrored
 * box. The ids of the entries are the RIDs of the rows.
 */
final class RowStore implements AutoCloseable {
  private static final long TAG = 0x50C5;
  private static final int SIDES = 4;

  /** A row: id, box and bytes. */
  record Row(long id, double[] box, byte[] bytes) {
    double[] mirrored() {
      return new double[] {-box[2], -box[3], -box[0], -box[1]};
    }

    ByteBuffer boxBytes() {
      ByteBuffer buffer = ByteBuffer.allocate(SIDES * Double.BYTES).order(ByteOrder.LITTLE_ENDIAN);
      for (double side : box) {
        buffer.putDouble(side);
      }
      return buffer.flip();
    }
  }

  final LoggedStore store;
  final HeapFile heap;
  final LoggedNodeStore[] nodes = new LoggedNodeStore[2];
  final SpatialTree[] trees = new SpatialTree[2];

  /** Settings of a store. */
  record Make(
      int pageSize,
      long logBytes,
      SyncMode sync,
      long snapshotBytes,
      BiFunction<NodeDevice, StoreLog, NodeBuffer> buffers) {}

  /** Opens the store in a directory. Creates it first if the directory has no store. */
  RowStore(StoreDirectory directory, Make make) {
    FileDevice files = FileDevice.over(directory, RawFile.Caching.BUFFERED);
    int pageSize = make.pageSize;
    boolean there = directory.exists("store.log");
    PageStore pages =
        there
            ? files.openPages("nodes.pages", pageSize)
            : files.createPages("nodes.pages", pageSize);
    FreePages slots = there ? FreePages.open(pages, TAG) : FreePages.create(pages, TAG);
    FrameLog log =
        there
            ? files.openLog("store.log", TAG, pageSize)
            : files.createLog("store.log", TAG, pageSize);
    StoreLog frames = new StoreLog(log);
    store = new LoggedStore(log, frames, slots, make.logBytes, make.sync);
    for (int i = 0; i < nodes.length; i++) {
      NodeDevice device = new FreeNodeDevice(pages, slots, i, frames, TAG, new IoCounters());
      NodeBuffer buffer = make.buffers.apply(device, frames);
      nodes[i] = new LoggedNodeStore(store, i, RTree.LAYOUT, device, buffer, make.snapshotBytes);
    }
    HeapMemory memory = new HeapMemory(8, ReplacementPolicies.lru());
    heap = new HeapFile(store, nodes.length, pages, TAG, memory, make.snapshotBytes);
    store.open();
    for (int i = 0; i < nodes.length; i++) {
      trees[i] = RTree.open(nodes[i], RTreeConfig.of(Spec.parse("rtree"), pageSize));
    }
  }

  /** Begins changes of rows that commit together. */
  Changes begin() {
    return new Changes(store.begin());
  }

  /**
   * Begins changes of rows in which each structure commits for itself. A correct batch must not do
   * this.
   */
  Changes beginApart() {
    return new Changes(null);
  }

  /** Open changes. */
  final class Changes implements AutoCloseable {
    private final WriteBatch batch;
    private final HeapOperation records;
    private final SpatialBatch[] boxes = new SpatialBatch[2];
    private final HeapRecord record = new HeapRecord();

    Changes(WriteBatch batch) {
      this.batch = batch;
      records = batch == null ? heap.begin() : batch.begin(heap);
      for (int i = 0; i < trees.length; i++) {
        boxes[i] = trees[i].begin();
        if (batch != null) {
          batch.add(nodes[i]);
        }
      }
    }

    /** Returns the RID of a row. Finds it by the first tree, including these changes. */
    long find(Row row) {
      List<Long> candidates = new ArrayList<>();
      double[] box = row.box;
      boxes[0].forEach(
          EntryQuery.matching(Predicate.INTERSECTS.candidates(), box[0], box[1], box[2], box[3]),
          (rid, minX, minY, maxX, maxY) -> candidates.add(rid));
      for (long rid : candidates) {
        if (records.get(rid, record) && record.id() == row.id) {
          return rid;
        }
      }
      throw new AssertionError("row " + row.id + " is not found");
    }

    void insert(Row row) {
      long rid = records.insert(row.id, ByteBuffer.wrap(row.bytes), row.boxBytes());
      addBoxes(rid, row);
    }

    private void addBoxes(long rid, Row row) {
      double[] box = row.box;
      boxes[0].insert(rid, box[0], box[1], box[2], box[3]);
      box = row.mirrored();
      boxes[1].insert(rid, box[0], box[1], box[2], box[3]);
    }

    private void removeBoxes(long rid, Row row) {
      double[] box = row.box;
      require(boxes[0].delete(rid, box[0], box[1], box[2], box[3]));
      box = row.mirrored();
      require(boxes[1].delete(rid, box[0], box[1], box[2], box[3]));
    }

    void delete(Row row) {
      long rid = find(row);
      removeBoxes(rid, row);
      require(records.delete(rid));
    }

    void update(Row from, Row to) {
      long rid = find(from);
      removeBoxes(rid, from);
      require(records.update(rid, to.id, ByteBuffer.wrap(to.bytes), to.boxBytes()));
      addBoxes(rid, to);
    }

    void commit() {
      if (batch != null) {
        batch.commit();
        return;
      }
      records.commit();
      for (SpatialBatch one : boxes) {
        one.commit();
      }
    }

    @Override
    public void close() {
      records.close();
      for (SpatialBatch one : boxes) {
        one.close();
      }
      if (batch != null) {
        batch.close();
      }
    }
  }

  private static void require(boolean there) {
    if (!there) {
      throw new AssertionError("a row is not in all structures");
    }
  }

  @Override
  public void close() {
    store.close();
  }
}
