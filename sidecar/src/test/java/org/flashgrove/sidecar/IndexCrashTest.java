package org.flashgrove.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.flashgrove.core.Repetitions;
import org.flashgrove.core.Seeds;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.storage.crash.CrashDisk;
import org.flashgrove.storage.crash.CrashExplorer;
import org.flashgrove.storage.crash.CrashPlan;
import org.flashgrove.storage.crash.CrashReport;
import org.flashgrove.storage.crash.CrashScenario;
import org.flashgrove.storage.crash.DiskState;
import org.flashgrove.storage.crash.StoreUnderTest;
import org.flashgrove.storage.file.StoreDirectory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * Builds of an index, cut at every call to the device. Afterwards a version of the file has the
 * index of that version or none, the last acknowledged index is found, and no answer is wrong.
 */
class IndexCrashTest {
  private static final GeometryFactory SHAPES = new GeometryFactory();
  private static final int VERSIONS = 3;
  private static final long NO_INDEX = -1;

  @TempDir private Path folder;
  private final List<Path> versions = new ArrayList<>();
  private final List<List<Geometry>> shapes = new ArrayList<>();

  @BeforeEach
  void writeTheVersions() {
    Random random = Seeds.random();
    for (int version = 0; version < VERSIONS; version++) {
      List<Geometry> all = new ArrayList<>();
      for (int i = 0; i < 60 + 9 * version; i++) {
        Coordinate at = new Coordinate(random.nextDouble() * 10, random.nextDouble() * 10);
        all.add(SHAPES.createPoint(at).buffer(random.nextDouble(), 1));
      }
      shapes.add(all);
      versions.add(SampleFile.write(folder.resolve(version + ".parquet"), all));
    }
  }

  /** Builds of the indexes of the versions one after the other, some of which precede step 0. */
  private final class Builds implements CrashScenario {
    private final CrashDisk.SyncFilter syncs;
    private final int before;

    Builds(CrashDisk.SyncFilter syncs, int before) {
      this.syncs = syncs;
      this.before = before;
    }

    @Override
    public String name() {
      return "builds of an index";
    }

    @Override
    public int steps() {
      return VERSIONS - before;
    }

    @Override
    public DiskState initial() {
      CrashDisk disk = new CrashDisk();
      for (int step = -before; step < 0; step++) {
        open(disk).step(step);
      }
      return disk.everything();
    }

    @Override
    public long expected(int steps) {
      return before + steps == 0 ? NO_INDEX : before + steps;
    }

    @Override
    public StoreUnderTest open(StoreDirectory directory) {
      CrashDisk disk = (CrashDisk) directory;
      disk.obeySyncs(syncs);
      return new Opened(disk, before, () -> disk.files());
    }
  }

  /** An index of one of the versions, or of none. */
  private final class Opened implements StoreUnderTest {
    private final CrashDisk disk;
    private final int before;
    private final Supplier<List<String>> names;

    Opened(CrashDisk disk, int before, Supplier<List<String>> names) {
      this.disk = disk;
      this.before = before;
      this.names = names;
    }

    private IndexDirectory directory(int version) {
      return IndexDirectory.over(versions.get(version), disk, names, folder);
    }

    @Override
    public void step(int number) {
      int version = before + number;
      new IndexBuild(
              versions.get(version), directory(version), BadRowPolicy.STOP, IndexBuilder.UNSEEN)
          .update();
      long generations =
          names.get().stream()
              .filter(each -> !each.equals("source.properties"))
              .map(each -> each.substring(0, each.indexOf('.')))
              .distinct()
              .count();
      require(generations == 1, names.get().toString());
    }

    private static void require(boolean holds, String problem) {
      if (!holds) {
        throw new IllegalStateException(problem); // the explorer reports it
      }
    }

    @Override
    public long commitNumber() {
      return 0;
    }

    @Override
    public boolean isDurable(long commitNumber) {
      return true;
    }

    @Override
    public long digest() {
      long found = NO_INDEX;
      for (int version = 0; version < VERSIONS; version++) {
        try (FileIndex index = FileIndex.open(versions.get(version), directory(version))) {
          require(found == NO_INDEX, "two versions have an index");
          found = version + 1;
        } catch (StaleIndexException e) {
          require(e.getMessage().matches(".*(has no index|changed after).*"), e.getMessage());
        }
      }
      return found;
    }

    @Override
    public List<String> problems() {
      long version = digest() - 1;
      if (version < 0) {
        return List.of();
      }
      List<Geometry> all = shapes.get((int) version);
      List<String> problems = new ArrayList<>();
      Random random = new Random(version);
      try (FileIndex index =
          FileIndex.open(versions.get((int) version), directory((int) version))) {
        for (int i = 0; i < 3; i++) {
          double x = random.nextDouble() * 10;
          double y = random.nextDouble() * 10;
          Geometry area = SHAPES.toGeometry(new Envelope(x, x + 1, y, y + 3));
          long expected = all.stream().filter(area::intersects).count();
          if (index.count(area) != expected || index.size() != all.size()) {
            problems.add(area + ": not " + expected);
          }
        }
      }
      return problems;
    }

    @Override
    public void close() {
      // nothing stays open
    }
  }

  private CrashReport explore(
      CrashDisk.SyncFilter syncs, int before, CrashPlan.Cuts cuts, long mostStates) {
    CrashPlan plan =
        new CrashPlan(Seeds.random().nextLong(), cuts, Repetitions.of(1, 8), 256, 0, mostStates);
    CrashReport report = CrashExplorer.explore(new Builds(syncs, before), plan);
    System.out.println(report);
    return report;
  }

  private void requireSound(int before, CrashPlan.Cuts cuts, long mostStates, int leastStates) {
    CrashReport report = explore(CrashDisk.SyncFilter.ALL, before, cuts, mostStates);
    assertThat(report.violations()).isEmpty();
    assertThat(report.distinct().get(0)).isGreaterThan(leastStates);
  }

  @Test
  void aPowerCutLeavesTheOldOrTheNewIndex() {
    requireSound(0, CrashPlan.Cuts.POWER_ALONE, 10_000, 200);
  }

  @Test
  void aKilledProcessLeavesTheOldOrTheNewIndex() {
    requireSound(0, CrashPlan.Cuts.KILL, 10_000, 50);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  @Tag("long")
  void aPowerCutWhileABuildRecoversLeavesTheOldOrTheNewIndex(int before) {
    requireSound(before, CrashPlan.Cuts.POWER, 4_000, 5);
  }

  @ParameterizedTest
  @ValueSource(strings = {"source.properties.new", ".places", ".blocks-0.pages", ""})
  void aMissingSyncIsNoticed(String file) {
    CrashDisk.SyncFilter without =
        (synced, offsets) -> file.isEmpty() ? !synced.isEmpty() : !synced.endsWith(file);
    assertThat(explore(without, 0, CrashPlan.Cuts.POWER_ALONE, 10_000).violations()).isNotEmpty();
  }
}
