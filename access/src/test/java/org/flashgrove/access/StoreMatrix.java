package org.flashgrove.access;

import java.util.ArrayList;
import java.util.List;
import org.flashgrove.access.kind.IndexKinds;
import org.flashgrove.core.kind.KindsUnderTest;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.log.SyncMode;

/**
 * All combinations of registered index kinds, buffers, placements and sync modes that can be a
 * store. A test for one of them runs for all.
 */
public final class StoreMatrix {
  /** Page size in bytes. It is small, so that trees get several levels with few entries. */
  public static final int PAGE = 512;

  /** Domain of the objects of {@link CrashWorkload} and of the tests. */
  private static final double[] DOMAIN = {0, 0, 2048, 2048};

  /**
   * Specs of each kind of buffer. The buffers are small, so that flushes, checkpoints and
   * compactions occur often.
   */
  private static final List<String> BUFFERS =
      List.of(
          "none:frames=8,log=64K",
          "efind:buffer=16K,unit=3,log=64K",
          "efind:buffer=16K,unit=3,memory=festival64,log=64K",
          "fast:buffer=8K,unit=3,log=64K",
          "for:buffer=8K,log=64K",
          "rftl:buffer=8K",
          "lcr:buffer=8K",
          "arftl:buffer=8K",
          "fkdb:buffer=8K",
          "gffm:buffer=8K",
          "efind:buffer=16K,unit=3,log=64K+pool:buffer=4K",
          "none:frames=8,log=64K+pool:buffer=4K");

  private static final List<String> DEVICES = List.of("buffered", "buffered:placement=home");
  private static final List<String> SYNCS = List.of("op", "close");

  /** A combination that can be a store. */
  record Cell(StoreOptions options) {
    String index() {
      return Spec.parse(options.index()).name();
    }

    String flash() {
      String text = options.flash();
      String name = text.substring(0, text.indexOf(':'));
      name += text.contains("festival64") ? " festival64" : "";
      return name + (text.contains("+pool") ? " over a pool" : "");
    }

    boolean isFree() {
      return options.design().device().isFree();
    }

    /** Returns whether commits are logged. */
    boolean logsCommits() {
      return options.design().flash().logsCommits();
    }

    /** Returns whether the buffer writes pages in its own format, which several nodes share. */
    boolean hasOwnPages() {
      return options.design().flash().hasOwnPages();
    }

    CrashWorkload.Shape shape() {
      try (SpatialStore store = SpatialStore.create(new MemoryDirectory(), options)) {
        store.insert(1, 1, 1, 2, 2);
        return CrashWorkload.Shape.RECTANGLES;
      } catch (IllegalArgumentException e) {
        return CrashWorkload.Shape.POINTS;
      }
    }

    @Override
    public String toString() {
      return index()
          + ", "
          + flash()
          + ", "
          + (isFree() ? "free" : "home")
          + ", sync="
          + options.sync();
    }
  }

  private static final List<Cell> CELLS = cells();

  private StoreMatrix() {}

  /**
   * Returns a spec for each kind of spatial index of this module, with a domain if the kind needs
   * one.
   */
  public static List<String> indexSpecs() {
    return KindsUnderTest.of(allIndexSpecs(), spec -> spec);
  }

  private static List<String> allIndexSpecs() {
    List<String> specs = new ArrayList<>();
    for (String index : IndexKinds.names()) {
      specs.add(StoreOptions.lacksDomain(index) ? StoreOptions.withDomain(index, DOMAIN) : index);
    }
    return specs;
  }

  private static List<Cell> cells() {
    List<Cell> cells = new ArrayList<>();
    for (String spec : allIndexSpecs()) {
      for (String flash : BUFFERS) {
        for (String device : DEVICES) {
          for (String sync : SYNCS) {
            add(spec, flash, device, sync, cells);
          }
        }
      }
    }
    return cells;
  }

  private static void add(
      String index, String flash, String device, String sync, List<Cell> cells) {
    try {
      if (!KindsUnderTest.include(index, flash)) {
        return;
      }
      StoreOptions options =
          StoreOptions.defaults()
              .withIndex(index)
              .withFlash(flash)
              .withDevice(device)
              .withPageSize(PAGE)
              .withSync(SyncMode.parse(sync));
      SpatialStore.create(new MemoryDirectory(), options).close();
      cells.add(new Cell(options));
    } catch (SpecException e) {
      return; // a pair that is refused, which FlashAwareTreesTest shows
    }
  }

  /** Returns all combinations, always in the same order. */
  static List<Cell> all() {
    return CELLS;
  }

  /**
   * Returns one of {@code parts} disjoint parts of all combinations. Together the test cases run
   * all parts.
   */
  static List<Cell> share(int part, int parts) {
    List<Cell> share = new ArrayList<>();
    for (int i = part % parts; i < CELLS.size(); i += parts) {
      share.add(CELLS.get(i));
    }
    return share;
  }
}
