package org.flashgrove.jmh.bench.suite;

import java.util.List;
import org.flashgrove.jmh.bench.data.MadeData;
import org.flashgrove.jmh.bench.phase.Phase;
import org.flashgrove.jmh.bench.phase.Phases;

/**
 * Flashgrove's suite for indexes. It measures all operations of an application on a persistent
 * index.
 */
final class OwnSuite implements Suite {
  @Override
  public String word() {
    return "flashgrove";
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
  public List<Phase> phases(String data) {
    return Phases.all();
  }
}
