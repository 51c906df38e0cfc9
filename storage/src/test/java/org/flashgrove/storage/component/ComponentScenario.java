package org.flashgrove.storage.component;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.flashgrove.core.component.ComponentOperation;
import org.flashgrove.core.component.ComponentSnapshot;
import org.flashgrove.core.component.proof.MergingMap;
import org.flashgrove.storage.crash.CrashDisk;
import org.flashgrove.storage.crash.CrashScenario;
import org.flashgrove.storage.crash.DiskState;
import org.flashgrove.storage.crash.StoreUnderTest;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.log.SyncMode;

/**
 * A map in a component file that merges its blocks all the time: the same operations for a seed.
 * Some steps bring everything to blocks and compact the log, sync, merge, or hold a snapshot.
 */
final class ComponentScenario implements CrashScenario {
  private static final int KEYS = 150;
  private static final int MOST_BUFFERED = 8;
  private static final long REMOVED = Long.MIN_VALUE;

  private final String name;
  private final ComponentFiles files;
  private final long seed;
  private final int warm;
  private final List<Map<Long, Long>> changes = new ArrayList<>();
  private final List<Long> digests = new ArrayList<>();
  private final DiskState initial;

  /**
   * A scenario.
   *
   * @param warm steps that are done before the workload begins, so that it begins with blocks
   */
  ComponentScenario(String name, ComponentFiles files, long seed, int warm, int steps) {
    this.name = name;
    this.files = files;
    this.seed = seed;
    this.warm = warm;
    Random random = new Random(seed);
    TreeMap<Long, Long> content = new TreeMap<>();
    digests.add(digest(content));
    for (int step = 0; step < warm + steps; step++) {
      Map<Long, Long> ofStep = new TreeMap<>();
      for (int change = random.nextInt(4); change >= 0; change--) {
        long key = random.nextInt(KEYS);
        boolean grow = random.nextInt(10) < (step < warm + steps / 2 ? 8 : 4);
        ofStep.put(key, grow ? step : REMOVED);
      }
      ofStep.forEach((key, value) -> apply(content, key, value));
      changes.add(ofStep);
      digests.add(digest(content));
    }
    CrashDisk disk = new CrashDisk();
    Opened opened = new Opened(disk); // creation has a protocol of its own
    for (int step = 0; step < warm; step++) {
      opened.step(step - warm);
    }
    opened.close();
    initial = disk.everything();
  }

  /** The plain form. */
  static ComponentScenario plain(SyncMode sync, long seed, int warm, int steps) {
    return new ComponentScenario(
        "map, " + sync.kind(), ComponentFiles.plain(sync), seed, warm, steps);
  }

  /** The form in which the store has slots, too. */
  static ComponentScenario besideSlots(SyncMode sync, long seed, int warm, int steps) {
    return new ComponentScenario(
        "map beside slots, " + sync.kind(), ComponentFiles.besideSlots(sync), seed, warm, steps);
  }

  private static void apply(SortedMap<Long, Long> content, long key, long value) {
    if (value == REMOVED) {
      content.remove(key);
    } else {
      content.put(key, value);
    }
  }

  private static long digest(SortedMap<Long, Long> content) {
    long digest = content.size();
    for (Map.Entry<Long, Long> entry : content.entrySet()) {
      digest = digest * 1_000_003 + 31 * entry.getKey() + entry.getValue();
    }
    return digest;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public int steps() {
    return changes.size() - warm;
  }

  @Override
  public long expected(int steps) {
    return digests.get(warm + steps);
  }

  @Override
  public DiskState initial() {
    return initial;
  }

  @Override
  public StoreUnderTest open(StoreDirectory directory) {
    return new Opened(directory);
  }

  /** A store that is open. */
  private final class Opened implements StoreUnderTest {
    private final ComponentFiles.Closed opened;
    private final MergingMap map;
    private ComponentSnapshot snapshot;
    private long snapshotDigest;

    Opened(StoreDirectory directory) {
      opened = files.over(directory);
      map = new MergingMap(opened.file(), MOST_BUFFERED);
      opened.store().open();
    }

    @Override
    public void step(int number) {
      try (ComponentOperation operation = opened.file().begin()) {
        changes
            .get(warm + number)
            .forEach(
                (key, value) -> {
                  if (value == REMOVED) {
                    MergingMap.stageRemove(operation, key);
                  } else {
                    MergingMap.stagePut(operation, key, value);
                  }
                });
        operation.commit();
      }
      switch ((int) Math.floorMod(seed + number * 7L, 23)) {
        case 3:
          opened.file().flush();
          break;
        case 7:
          opened.file().sync();
          break;
        case 11:
        case 12:
          map.merge();
          break;
        case 17:
          look();
          break;
        default:
          break;
      }
    }

    /** Checks the snapshot that was taken last, and takes another. */
    private void look() {
      if (snapshot != null) {
        if (digest(map.content(snapshot)) != snapshotDigest) {
          throw new AssertionError("a snapshot does not see what it saw");
        }
        snapshot.close();
      }
      snapshot = opened.file().snapshot();
      snapshotDigest = digest(map.content(snapshot));
    }

    @Override
    public long commitNumber() {
      return opened.store().committedFrame();
    }

    @Override
    public boolean isDurable(long commitNumber) {
      return opened.store().durableFrame() >= commitNumber;
    }

    @Override
    public long digest() {
      return ComponentScenario.digest(map.content());
    }

    private long digest(SortedMap<Long, Long> content) {
      return ComponentScenario.digest(content);
    }

    @Override
    public List<String> problems() {
      return map.problems();
    }

    @Override
    public void close() {
      opened.store().close();
    }
  }
}
