package org.flashgrove.efind;

import java.util.HashMap;
import java.util.Map;
import org.flashgrove.core.node.NodeStore;
import org.flashgrove.core.node.NodeStoreContract;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.node.NodeStoreFiles;
import org.flashgrove.storage.node.SyncMode;
import org.junit.jupiter.api.Nested;

/** The port's contract over eFIND, closed and opened again over the same files. */
class EfindNodeStoreTest {
  private abstract static class EfindContract extends NodeStoreContract {
    private final Map<NodeStore, NodeStoreFiles> files = new HashMap<>();
    private final String spec;
    private final long logBytes;

    EfindContract(String spec, long logBytes) {
      this.spec = spec;
      this.logBytes = logBytes;
    }

    @Override
    protected NodeStore create(int pageSize, TreeLayout layout) {
      EfindConfig config = EfindConfig.of(Spec.parse(spec));
      return open(
          new NodeStoreFiles(
              new MemoryDirectory(),
              pageSize,
              layout,
              logBytes,
              SyncMode.CLOSE,
              (device, log) -> new EfindBuffer(config, device, layout, log)));
    }

    private NodeStore open(NodeStoreFiles where) {
      NodeStore store = where.open();
      files.put(store, where);
      return store;
    }

    @Override
    protected NodeStore reopen(NodeStore store) {
      store.close();
      return open(files.get(store));
    }

    @Override
    protected boolean snapshotsOutliveCommits() {
      return false;
    }
  }

  /** Everything stays in the write buffer. */
  @Nested
  class Large extends EfindContract {
    Large() {
      super("efind:buffer=8M", 10L << 20);
    }
  }

  /** Flushes and compactions all the time, the thesis's policies. */
  @Nested
  class Small extends EfindContract {
    Small() {
      super("efind:buffer=16K,log=64K", 4L << 10);
    }
  }

  /** The C implementation's memory accounting and temporal control. */
  @Nested
  class Festival extends EfindContract {
    Festival() {
      super("efind:buffer=16K,memory=festival64,compat=festival,policy=m,unit=2", 16L << 10);
    }
  }

  /** LRU without temporal control. */
  @Nested
  class LruWithoutControl extends EfindContract {
    LruWithoutControl() {
      super("efind:buffer=16K,readpolicy=lru,tc=none,unit=1", 16L << 10);
    }
  }

  /** No read buffer. */
  @Nested
  class WithoutReadBuffer extends EfindContract {
    WithoutReadBuffer() {
      super("efind:buffer=16K,readpolicy=none,tc=writes,unit=16", 16L << 10);
    }
  }
}
