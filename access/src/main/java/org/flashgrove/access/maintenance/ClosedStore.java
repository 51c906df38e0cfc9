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
   * Brings a store of an older format to the present one. Not needed for opening it: older formats
   * open as they are. What changes is the description, at once; it says then what an older one left
   * unsaid, such as {@code placement=home}. Programs that know only the older format refuse the
   * store from then on.
   *
   * <p>Indices that keep eight bytes of a text, UUID or decimal are made anew with whole values,
   * one after the other. An upgrade that is interrupted leaves each index as it was, or made anew;
   * repeat it.
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
