package org.flashgrove.grove;

import org.flashgrove.core.geometry.HilbertCurve;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.grove.config.GroveConfig;
import org.flashgrove.grove.config.MergeConfig;

/** Settings of Groves that no spec can express, for tests. */
public final class GroveConfigs {
  private GroveConfigs() {}

  /** Returns default settings with {@code memory} bytes of memory. Grove chooses its curve. */
  public static GroveConfig of(long memory) {
    return of(null, memory);
  }

  /** Returns default settings for a curve. Tiles are as large as with much memory. */
  public static GroveConfig of(HilbertCurve curve, long memory) {
    GroveConfig of = GroveConfig.of(Spec.parse("grove:tile=32,memory=" + memory));
    return new GroveConfig(
        curve, of.oversizedPart(), memory, of.snapshotMemory(), 0, of.blind(), of.merges());
  }

  private static GroveConfig withMerges(GroveConfig of, MergeConfig merges) {
    return new GroveConfig(
        of.curve(),
        of.oversizedPart(),
        of.memory(),
        of.snapshotMemory(),
        of.besideBytes(),
        of.blind(),
        merges);
  }

  /** Returns a copy with another value of {@link MergeConfig#split}. */
  public static GroveConfig withSplit(GroveConfig config, boolean split) {
    MergeConfig of = config.merges();
    return withMerges(
        config,
        new MergeConfig(
            split,
            of.subBoxes(),
            of.groupPages(),
            of.intervals(),
            of.fill(),
            of.slack(),
            of.twoLevels(),
            of.rate(),
            of.design()));
  }

  /** Returns a copy with another value of {@link MergeConfig#slack}. */
  public static GroveConfig withSlack(GroveConfig config, double slack) {
    MergeConfig of = config.merges();
    return withMerges(
        config,
        new MergeConfig(
            of.split(),
            of.subBoxes(),
            of.groupPages(),
            of.intervals(),
            of.fill(),
            slack,
            of.twoLevels(),
            of.rate(),
            of.design()));
  }

  /** Returns a copy with other numbers of pages of a tile and boxes of a page. */
  public static GroveConfig withTiles(GroveConfig config, int groupPages, int subBoxes) {
    MergeConfig of = config.merges();
    return withMerges(
        config,
        new MergeConfig(
            of.split(),
            subBoxes,
            groupPages,
            of.intervals(),
            of.fill(),
            of.slack(),
            of.twoLevels(),
            of.rate(),
            of.design()));
  }

  /** Returns a copy with another value of {@link MergeConfig#twoLevels}. */
  public static GroveConfig withTwoLevels(GroveConfig config, double from) {
    MergeConfig of = config.merges();
    return withMerges(
        config,
        new MergeConfig(
            of.split(),
            of.subBoxes(),
            of.groupPages(),
            of.intervals(),
            of.fill(),
            of.slack(),
            from,
            of.rate(),
            of.design()));
  }

  /** Returns a copy in which a background thread runs merges at this rate in bytes per second. */
  public static GroveConfig withWorker(GroveConfig config, long rate) {
    MergeConfig of = config.merges();
    return withMerges(
        config,
        new MergeConfig(
            of.split(),
            of.subBoxes(),
            of.groupPages(),
            of.intervals(),
            of.fill(),
            of.slack(),
            of.twoLevels(),
            rate,
            of.design()));
  }

  /** Returns a copy with another value of {@link GroveConfig#blind}. */
  public static GroveConfig withBlind(GroveConfig of, boolean blind) {
    return new GroveConfig(
        of.curve(),
        of.oversizedPart(),
        of.memory(),
        of.snapshotMemory(),
        of.besideBytes(),
        blind,
        of.merges());
  }

  /** Returns a copy with another value of {@link GroveConfig#oversizedPart}. */
  public static GroveConfig withOversizedPart(GroveConfig of, double part) {
    return new GroveConfig(
        of.curve(),
        part,
        of.memory(),
        of.snapshotMemory(),
        of.besideBytes(),
        of.blind(),
        of.merges());
  }

  /** Returns a copy with another value of {@link GroveConfig#snapshotMemory}. */
  public static GroveConfig withSnapshotMemory(GroveConfig of, long bytes) {
    return new GroveConfig(
        of.curve(),
        of.oversizedPart(),
        of.memory(),
        bytes,
        of.besideBytes(),
        of.blind(),
        of.merges());
  }
}
