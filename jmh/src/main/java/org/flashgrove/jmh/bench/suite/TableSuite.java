package org.flashgrove.jmh.bench.suite;

import java.util.List;
import org.flashgrove.jmh.bench.data.MadeData;
import org.flashgrove.jmh.bench.peer.Peers;
import org.flashgrove.jmh.bench.phase.Phase;
import org.flashgrove.jmh.bench.phase.Phases;

/** Flashgrove's suite for tables with geometries and attributes. */
final class TableSuite implements Suite {
  @Override
  public String word() {
    return "tables";
  }

  @Override
  public String source() {
    return "";
  }

  @Override
  public List<String> data() {
    return List.of(MadeData.CLUSTERED_POINTS.word());
  }

  @Override
  public List<String> peers() {
    return Peers.tables();
  }

  @Override
  public List<Phase> phases(String data) {
    return Phases.ofRows();
  }
}
