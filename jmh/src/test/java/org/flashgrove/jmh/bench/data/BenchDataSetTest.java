package org.flashgrove.jmh.bench.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BenchDataSetTest {
  @TempDir private Path folder;

  private BoxFile write(String name, boolean isDouble, long most) throws IOException {
    Path file = folder.resolve("entries.bin");
    BoxForm form = new BenchDataSet(name, 5).write(most, isDouble, file);
    return BoxFile.map(file, form);
  }

  @Test
  void aFileOfPointsHasTheFormOfPointsWithDoublesToTheLastBit() throws IOException {
    Path csv =
        Files.write(folder.resolve("points.csv"), List.of("id,x,y", "7,0.1,-3", "8,1e-9,2.5"));
    BoxFile doubles = write(csv.toString(), true, 10);
    assertThat(doubles.form()).isEqualTo(new BoxForm(true, true));
    assertThat(doubles.count()).isEqualTo(2);
    assertThat(doubles.minX(0)).isEqualTo(0.1).isEqualTo(doubles.maxX(0));
    assertThat(doubles.minY(1)).isEqualTo(2.5).isEqualTo(doubles.maxY(1));
    assertThat(write(csv.toString(), false, 10).minX(0)).isEqualTo((float) 0.1);
  }

  @Test
  void aFileWithARectangleAmongThoseAskedForHasTheFormOfRectangles() throws IOException {
    Path csv =
        Files.write(
            folder.resolve("boxes.csv"),
            List.of("id,minx,miny,maxx,maxy", "1,2,3,2,3", "2,4,5,6,7"));
    assertThat(write(csv.toString(), true, 2).form().isPoints()).isFalse();
    assertThat(write(csv.toString(), true, 2).maxY(1)).isEqualTo(7);
    assertThat(write(csv.toString(), true, 1).form().isPoints()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"sparse-points,false", "sparse-points,true", "clustered-points,true"})
  void windowsHoldAsManyEntriesAsAsked(String name, boolean isDouble) throws IOException {
    BoxFile data = write(name, isDouble, 3_000);
    double[] windows = new ResultWindows(data).make(10, 50, 1, new SplittableRandom(3));
    for (int at = 0; at < windows.length; at += 4) {
      int found = 0;
      for (int i = 0; i < data.count(); i++) {
        if (data.minX(i) >= windows[at]
            && data.minX(i) <= windows[at + 2]
            && data.minY(i) >= windows[at + 1]
            && data.minY(i) <= windows[at + 3]) {
          found++;
        }
      }
      assertThat(found).isEqualTo(10);
    }
  }

  @Test
  void sparseClustersLeaveMoreSpaceEmptyThanDenseOnes() throws IOException {
    assertThat(usedCells("sparse-points")).isLessThan(usedCells("uniform-points") / 2);
  }

  /** Counts the cells of a grid, as many as half the entries, that hold an entry. */
  private int usedCells(String name) throws IOException {
    BoxFile data = write(name, true, 20_000);
    boolean[] used = new boolean[100 * 100];
    int count = 0;
    for (int i = 0; i < data.count(); i++) {
      int cell = (int) (data.minX(i) * 100) * 100 + (int) (data.minY(i) * 100);
      count += used[cell] ? 0 : 1;
      used[cell] = true;
    }
    return count;
  }
}
