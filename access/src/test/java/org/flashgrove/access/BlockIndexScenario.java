package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Supplier;
import org.flashgrove.core.index.SpatialIndex;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.storage.component.ComponentFile;
import org.flashgrove.storage.component.ComponentFiles;
import org.flashgrove.storage.component.PagedBlocks;
import org.flashgrove.storage.crash.CrashDisk;
import org.flashgrove.storage.crash.CrashScenario;
import org.flashgrove.storage.crash.DiskState;
import org.flashgrove.storage.crash.StoreUnderTest;
import org.flashgrove.storage.device.FileDevice;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.StoreDirectory;

/**
 * Crash scenario of an index of sealed blocks. The first {@code warm} steps of the workload run
 * before the scenario starts.
 */
record BlockIndexScenario(
    Design design, ComponentFiles files, CrashWorkload workload, int warm, int blockPages)
    implements CrashScenario {
  static final int PAGE = 1024;
  private static final int PAGES = 8;

  BlockIndexScenario(Design design, ComponentFiles files, CrashWorkload workload, int warm) {
    this(design, files, workload, warm, PAGES);
  }

  /** Creates the index of the next store that is opened. */
  interface Design {
    /** Returns the index and the function that checks it. */
    Attached attach(ComponentFile file);

    String name();
  }

  /** An index and a function that returns the problems that a check of the index finds. */
  record Attached(SpatialIndex index, Supplier<List<String>> problems) {}

  @Override
  public String name() {
    return design.name()
        + ", "
        + files.sync().kind()
        + (files.besideSlots() ? ", beside slots" : "");
  }

  @Override
  public int steps() {
    return workload.steps() - warm;
  }

  @Override
  public long expected(int steps) {
    return workload.expected(warm + steps);
  }

  @Override
  public DiskState initial() {
    CrashDisk disk = new CrashDisk();
    Opened opened = new Opened(disk);
    for (int step = -warm; step < 0; step++) {
      opened.step(step);
    }
    assertThat(opened.store.file().figures().edits()).as("edits").isGreaterThan(10);
    opened.close();
    return disk.everything();
  }

  @Override
  public StoreUnderTest open(StoreDirectory directory) {
    return new Opened(directory);
  }

  /** An open index. */
  private final class Opened implements StoreUnderTest {
    private final ComponentFiles.Closed store;
    private final Attached attached;

    Opened(StoreDirectory directory) {
      FileDevice device = FileDevice.over(directory, RawFile.Caching.BUFFERED);
      PageStore pages =
          directory.exists(ComponentFiles.BLOCKS)
              ? device.openPages(ComponentFiles.BLOCKS, PAGE)
              : device.createPages(ComponentFiles.BLOCKS, PAGE);
      store = files.over(device, new PagedBlocks(pages, blockPages));
      attached = design.attach(store.file());
      store.store().open();
    }

    @Override
    public void step(int number) {
      workload.run(warm + number, attached.index(), null);
    }

    @Override
    public long commitNumber() {
      return store.store().committedFrame();
    }

    @Override
    public boolean isDurable(long commitNumber) {
      return store.store().durableFrame() >= commitNumber;
    }

    @Override
    public long digest() {
      return CrashWorkload.digest(attached.index());
    }

    @Override
    public List<String> problems() {
      return attached.problems().get();
    }

    @Override
    public void close() {
      attached.index().close();
    }
  }
}
