package org.flashgrove.access.maintenance;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.flashgrove.access.Store;
import org.flashgrove.access.design.StoreDescription;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.file.disk.StoreLock;

/** Changes a store that is not open. */
public final class ClosedStore {
  private ClosedStore() {}

  /**
   * Upgrades a store of an older format to the current format. An upgrade is optional, because a
   * store of an older format also opens. The upgrade rewrites the description and states settings
   * that older formats left implicit, such as {@code placement=home}. Afterwards older versions of
   * the library cannot open the store.
   *
   * <p>Older versions created indices that store only eight bytes of a text, UUID or decimal. The
   * upgrade rebuilds them one after the other, so that they store complete values. If the upgrade
   * is interrupted, each index is either unchanged or rebuilt; call this method again to continue.
   *
   * @return the format before and after the upgrade
   * @throws org.flashgrove.core.failure.StoreException if the store is damaged, open, or written by
   *     a newer version
   */
  public static FormatUpgrade upgrade(Path directory) {
    StoreDescription.read(directory);
    FormatUpgrade upgraded;
    StoreLock lock = StoreLock.take(directory);
    try {
      StoreDirectory files = lock.directory();
      StoreDescription description = StoreDescription.read(files);
      int before = StoreDescription.format(files);
      int after = description.format();
      if (before < after) {
        description.write(files);
        files.sync();
      }
      upgraded = new FormatUpgrade(before, after);
    } finally {
      lock.close();
    }
    List<String> rebuilt = IndexRebuild.run(directory);
    return rebuilt.isEmpty()
        ? upgraded
        : new FormatUpgrade(upgraded.from(), StoreDescription.read(directory).format(), rebuilt);
  }

  /** Adds structures to a store that is not open, as {@link Store#add(Map)} does. */
  public static void add(Path directory, Map<String, String> specs) {
    Store.designOf(directory).with(specs); // throws before anything is opened
    try (Store store = Store.open(directory)) {
      store.add(specs);
    }
  }

  /** Replaces the description of a closed store. The new design must fit the files of the store. */
  public static void describe(Path directory, StoreDesign design) {
    StoreLock lock = StoreLock.take(directory);
    try {
      StoreDirectory files = lock.directory();
      new StoreDescription(StoreDescription.read(files).storeTag(), design).write(files);
      files.sync();
    } finally {
      lock.close();
    }
  }
}
