package org.flashgrove.access.maintenance;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.flashgrove.access.Store;
import org.flashgrove.access.design.StoreDescription;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.file.disk.StoreLock;

/** Changes of a store that is not open. */
public final class ClosedStore {
  private ClosedStore() {}

  /**
   * Upgrades a store of an older format to the current one. An older store also opens without an
   * upgrade. The upgrade rewrites the description and adds settings that older formats left
   * implicit, such as {@code placement=home}. Programs that know only the older format refuse the
   * store from then on.
   *
   * <p>Indexes that keep eight bytes of a text, UUID or decimal are rebuilt with whole values, one
   * after the other. An interrupted upgrade leaves each index either unchanged or rebuilt; repeat
   * it.
   *
   * @return the format the store had, and the one it has
   * @throws org.flashgrove.core.failure.StoreException if the store is damaged, newer or open
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

  /** Adds structures as {@link Store#add(Map)} does to a store that is not open. */
  public static void add(Path directory, Map<String, String> specs) {
    Store.designOf(directory).with(specs); // what is wrong is refused before anything is opened
    try (Store store = Store.open(directory)) {
      store.add(specs);
    }
  }

  /** Describes a store that is closed as made of something else, which fits its files. */
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
