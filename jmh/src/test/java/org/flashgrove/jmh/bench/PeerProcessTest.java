package org.flashgrove.jmh.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.flashgrove.jmh.bench.data.BoxForm;
import org.junit.jupiter.api.Test;

class PeerProcessTest {
  private static final List<String> GIVEN = List.of("-Xmx4g", "-XX:+UseZGC", "--add-opens=a/b=C");

  private static List<String> options(String heap, String collector, boolean isQuick) {
    BoxForm form = new BoxForm(true, false);
    return PeerProcess.options(
        new CourseRequest(
            "lucene",
            "flashgrove",
            "uniform-points",
            List.of("bulk"),
            false,
            heap,
            collector,
            "entries.bin",
            form,
            1,
            1,
            isQuick,
            ".",
            List.of()),
        GIVEN);
  }

  @Test
  void aPeerHasTheOptionsGivenUnlessItsPhaseOrColumnChoosesOthers() {
    assertThat(options("", "", false)).isEqualTo(GIVEN);
    assertThat(options("64m", "", false))
        .containsExactly("-XX:+UseZGC", "--add-opens=a/b=C", "-Xmx64m");
    assertThat(options("", "serial", false))
        .containsExactly("-Xmx4g", "--add-opens=a/b=C", "-XX:+UseSerialGC");
    assertThat(options("", "parallel", true))
        .containsExactly(
            "-Xmx4g", "--add-opens=a/b=C", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");
  }
}
