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
 * All stores that index kinds, buffers, placements and sync modes make, by the registrations. What
 * is written for one of them is run for all.
 */
public final class StoreMatrix {
  /** Bytes of a page: small, so that trees grow high with few entries. */
  public static final int PAGE = 512;

  /** Where objects of {@link CrashWorkload} and of the tests lie. */
  private static final double[] DOMAIN = {0, 0, 2048, 2048};

  /** Small buffers of each kind, so that flushes, checkpoints and compactions come all the time. */
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

  /** A store that can be made. */
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

    /** Whether commits go to the log. */
    boolean logsCommits() {
      return options.design().flash().logsCommits();
    }

    /** Whether nodes share pages of the buffer's own format. */
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

  /** A spec of each kind of spatial index of this module, with a domain where one is needed. */
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

  /** All of them, the same order each time. */
  static List<Cell> all() {
    return CELLS;
  }

  /** Some of them: each test case takes others, and the cases of a test together all of them. */
  static List<Cell> share(int part, int parts) {
    List<Cell> share = new ArrayList<>();
    for (int i = part % parts; i < CELLS.size(); i += parts) {
      share.add(CELLS.get(i));
    }
    return share;
  }
}
