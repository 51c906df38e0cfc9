package org.flashgrove.access;

import org.flashgrove.access.design.StoreDescription;
import org.flashgrove.access.structure.Internals;
import org.flashgrove.storage.crash.CrashScenario;
import org.flashgrove.storage.crash.StoreUnderTest;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.log.SyncMode;

/** Crash scenario of a whole store, including its creation and description. */
record StoreScenario(CrashWorkload workload, StoreOptions options) implements CrashScenario {
  @Override
  public String name() {
    return "store of " + options.flash() + ", sync " + options.sync();
  }

  @Override
  public int steps() {
    return workload.steps();
  }

  @Override
  public long expected(int steps) {
    return workload.expected(steps);
  }

  /** Opens the store. Creates it again if an earlier creation was not finished. */
  @Override
  public StoreUnderTest open(StoreDirectory directory) {
    if (directory.exists(StoreDescription.FILE)) {
      return new OpenStore(workload, SpatialStore.open(directory));
    }
    for (String file :
        new String[] {"nodes.pages", "store.log", "store.log.new", "blocks-0.pages"}) {
      directory.delete(file);
    }
    return new OpenStore(workload, SpatialStore.create(directory, options));
  }

  /** An open store. */
  static final class OpenStore extends CrashedStore {
    private final CrashWorkload workload;
    private final SpatialStore store;

    OpenStore(CrashWorkload workload, SpatialStore store) {
      super(store.store());
      this.workload = workload;
      this.store = store;
    }

    SpatialStore store() {
      return store;
    }

    @Override
    public void step(int number) {
      workload.run(number, store, store.isTree() ? Internals.nodes(store.index()) : null);
      if (store.options().sync().equals(SyncMode.OP) || workload.isSync(number)) {
        promise();
      }
    }

    @Override
    public long digest() {
      return CrashWorkload.digest(store);
    }
  }
}
