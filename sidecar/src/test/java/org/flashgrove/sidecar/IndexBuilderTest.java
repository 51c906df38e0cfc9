package org.flashgrove.sidecar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.FormatOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IndexBuilderTest {
  @TempDir private Path folder;

  /** Counts of the calls during a build. */
  private static final class Counts implements IndexBuilder.Progress {
    private long begun;
    private long expected;
    private long rows;

    @Override
    public void begin(long estimate) {
      begun++;
      expected = estimate;
    }

    @Override
    public void row() {
      rows++;
    }
  }

  @Test
  void aBuildAndAnUpdateReportTheirRows() throws IOException {
    Path file = folder.resolve("a.csv");
    Files.writeString(file, "id,x,y\n1,1,1\n2,,\n3,3,3\n");
    Counts build = new Counts();
    new IndexBuilder(file, BadRowPolicy.STOP, build).build(FormatOptions.BY_ENDING).close();
    assertThat(build.begun).isEqualTo(1);
    assertThat(build.expected).isPositive();
    assertThat(build.rows).isEqualTo(2);
    Files.writeString(file, "4,4,4\n", StandardOpenOption.APPEND);
    Counts update = new Counts();
    try (FileIndex index = new IndexBuilder(file, BadRowPolicy.STOP, update).openOrBuild()) {
      assertThat(index.size()).isEqualTo(3);
    }
    assertThat(update.rows).isEqualTo(1);
    Counts none = new Counts();
    new IndexBuilder(file, BadRowPolicy.STOP, none).openOrBuild().close();
    assertThat(none.begun).isZero();
  }

  @Test
  void anAppendedBadRowIsNamedByItsLine() throws IOException {
    Path file = folder.resolve("a.csv");
    Files.writeString(file, "id,x,y,n\n\n1,1,1,\"two\nlines\"\n\n2,2,2,b\n");
    FileIndex.build(file).close();
    Files.writeString(file, "3,3,3,c\n4,x,4,d\n", StandardOpenOption.APPEND);
    assertThatThrownBy(() -> FileIndex.openOrBuild(file))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("a.csv, line 8: x \"x\" is not a number")
        .extracting(e -> ((InputException) e).lineNumber())
        .isEqualTo(8L);
    Files.writeString(file, "id,x,y,n\n\n1,1,1,\"two\nlines\"\n\n2,2,2,b\n\n\n3,3,3,\"c\n");
    assertThatThrownBy(() -> FileIndex.openOrBuild(file))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("a.csv, line 9: a quotation mark");
  }
}
