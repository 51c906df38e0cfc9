package org.flashgrove.jmh.bench.suite;

import java.util.List;
import org.flashgrove.jmh.bench.data.BoxFile;
import org.flashgrove.jmh.bench.data.MadeData;
import org.flashgrove.jmh.bench.peer.Peers;
import org.flashgrove.jmh.bench.phase.Build;
import org.flashgrove.jmh.bench.phase.Phase;
import org.flashgrove.jmh.bench.phase.WindowSet;

/** Suite of DuckDB's R-tree: one large window over many uniform points. */
final class DuckDbSuite implements Suite {
  private static final double MARGIN = 0.2;

  @Override
  public String word() {
    return "duckdb";
  }

  @Override
  public String source() {
    return "Defined by the benchmark of the R-tree of DuckDB's extension spatial: 25,000,000 uniform"
        + " points, a window of 36 % of the area, and the number of points in it. The window is in"
        + " the middle. The build includes the table.";
  }

  @Override
  public List<String> data() {
    return List.of(MadeData.UNIFORM_POINTS.word());
  }

  @Override
  public long entries() {
    return 25_000_000;
  }

  @Override
  public boolean isDouble() {
    return true;
  }

  @Override
  public List<String> peers() {
    return List.of(Peers.OURS, "duckdb");
  }

  @Override
  public List<Phase> phases(String data) {
    return List.of(
        new Build(),
        new WindowSet("window-36%", 1, (boxes, random, count) -> middle(boxes)),
        new WindowSet("count-36%", 1, true, (boxes, random, count) -> middle(boxes)));
  }

  private static double[] middle(BoxFile boxes) {
    double[] around = boxes.around();
    double x = MARGIN * (around[2] - around[0]);
    double y = MARGIN * (around[3] - around[1]);
    return new double[] {around[0] + x, around[1] + y, around[2] - x, around[3] - y};
  }
}
