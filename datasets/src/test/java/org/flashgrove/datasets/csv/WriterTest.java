package org.flashgrove.datasets.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.flashgrove.core.Seeds;
import org.flashgrove.datasets.EntrySink;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.file.OutputFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WriterTest {
  @TempDir Path folder;

  @Test
  void writesTheDocumentedForms() throws IOException {
    Path points = folder.resolve("points.csv");
    Csv.write(points.toString(), EntryWriter::points, writer -> writer.accept(1, 0.1, -2, 0.1, -2));
    assertThat(points).hasContent("id,x,y\n1,0.1,-2.0\n");

    Path rectangles = folder.resolve("rects.csv");
    Csv.write(
        rectangles.toString(), EntryWriter::rectangles, writer -> writer.accept(-1, 0, 1, 2, 3));
    assertThat(rectangles).hasContent("id,minx,miny,maxx,maxy\n-1,0.0,1.0,2.0,3.0\n");

    Path windows = folder.resolve("windows.csv");
    Csv.write(windows.toString(), WindowWriter::create, writer -> writer.accept(0, 1, 2, 3));
    assertThat(windows).hasContent("minx,miny,maxx,maxy\n0.0,1.0,2.0,3.0\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rects.csv", "rects.csv.gz"})
  void whatIsWrittenIsReadWithoutLoss(String name) throws IOException {
    SplittableRandom random = new SplittableRandom(Seeds.random().nextLong());
    String path = folder.resolve(name).toString();
    List<String> written = new ArrayList<>();
    Csv.write(
        path,
        EntryWriter::rectangles,
        writer -> {
          EntrySink both =
              (id, minX, minY, maxX, maxY) -> {
                written.add(Csv.row(id, minX, minY, maxX, maxY));
                writer.accept(id, minX, minY, maxX, maxY);
              };
          for (int i = 0; i < 5_000; i++) {
            double x = (random.nextDouble() - 0.5) * Math.pow(10, random.nextInt(-300, 300));
            double y = random.nextDouble();
            both.accept(random.nextLong(), x, y, x + Math.abs(x) * random.nextDouble(), y * 2);
          }
        });
    assertThat(Csv.entries(Csv.open(path, BadRowPolicy.STOP))).isEqualTo(written);
    byte[] bytes = Files.readAllBytes(Path.of(path));
    assertThat(bytes[0] == 0x1f).isEqualTo(name.endsWith(".gz"));
  }

  @Test
  void aFileOfPointsTakesNoRectangles() {
    try (OutputFile file = OutputFile.named(folder.resolve("points.csv").toString());
        EntryWriter writer = EntryWriter.points(file)) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> writer.accept(9, 0, 0, 1, 0))
          .withMessageContaining("entry 9 is not a point");
    }
  }

  @Test
  void sayWhichFileCannotBeCreated() {
    String path = folder.resolve("no/such/folder.csv").toString();
    assertThatThrownBy(() -> OutputFile.named(path))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining(path);
  }
}
