package org.flashgrove.datasets.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.List;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.EntryKind;
import org.flashgrove.datasets.feature.RowForms;
import org.junit.jupiter.api.Test;
import org.locationtech.jts.geom.Envelope;

class UpdateAndWindowCursorTest {
  private static final String UPDATE_HEADER =
      "id,oldminx,oldminy,oldmaxx,oldmaxy,minx,miny,maxx,maxy";
  private static final String WINDOW_HEADER = "minx,miny,maxx,maxy";

  @Test
  void readsUpdates() {
    try (CsvFeatures cursor = updates("1,0,1,2,3,4,5,6,7\n", BadRowPolicy.STOP)) {
      assertThat(cursor.next()).isTrue();
      assertThat(cursor.id()).isEqualTo(1);
      assertThat(cursor.kind()).isEqualTo(EntryKind.MOVES);
      assertThat(cursor.old()).isEqualTo(new Envelope(0, 2, 1, 3));
      assertThat(List.of(cursor.minX(), cursor.minY(), cursor.maxX(), cursor.maxY()))
          .containsExactly(4.0, 5.0, 6.0, 7.0);
      assertThat(cursor.lineNumber()).isEqualTo(2);
      assertThat(cursor.next()).isFalse();
    }
  }

  @Test
  void refusesInvertedUpdatesOnEitherSide() {
    List<String> reported = new ArrayList<>();
    String rows = "1,5,1,2,3,4,5,6,7\n2,0,9,2,3,4,5,6,7\n3,0,1,2,3,8,5,6,7\n4,0,1,2,3,4,9,6,7\n";
    try (CsvFeatures cursor = updates(rows, BadRowPolicy.skip(e -> reported.add(e.getMessage())))) {
      assertThat(cursor.next()).isFalse();
      assertThat(cursor.skippedRows()).isEqualTo(4);
    }
    assertThat(reported.get(0)).contains("line 2", "oldminx 5.0 > oldmaxx 2.0");
    assertThat(reported.get(1)).contains("line 3", "oldminy 9.0 > oldmaxy 3.0");
    assertThat(reported.get(2)).contains("line 4", "minx 8.0 > maxx 6.0");
    assertThat(reported.get(3)).contains("line 5", "miny 9.0 > maxy 7.0");
  }

  @Test
  void refusesOtherFilesAsUpdates() {
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(
            () ->
                Csv.of(
                    Csv.stream("id,minx,miny,maxx,maxy\n"),
                    Csv.NAME,
                    BadRowPolicy.STOP,
                    RowForms.MOVES))
        .withMessageContainingAll("column oldminx is missing", "allowed: " + UPDATE_HEADER);
  }

  @Test
  void readsWindows() {
    List<String> rows = new ArrayList<>();
    try (WindowCursor cursor = windows("0,1,2,3\n4,5,4,5\n", BadRowPolicy.STOP)) {
      long count =
          cursor.forEach((minX, minY, maxX, maxY) -> rows.add(Csv.row(0, minX, minY, maxX, maxY)));
      assertThat(count).isEqualTo(2);
    }
    assertThat(rows).containsExactly("0:0.0,1.0,2.0,3.0", "0:4.0,5.0,4.0,5.0");
  }

  @Test
  void refusesBadWindows() {
    try (WindowCursor cursor = windows("0,1,2,3\n4,5,3,5\n", BadRowPolicy.STOP)) {
      assertThat(cursor.next()).isTrue();
      assertThatExceptionOfType(InputException.class)
          .isThrownBy(cursor::next)
          .withMessageContainingAll("rows.csv, line 3", "minx 4.0 > maxx 3.0");
    }
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> WindowCursor.of(Csv.stream("id,x,y\n"), Csv.NAME, BadRowPolicy.STOP))
        .withMessageContaining("allowed: " + WINDOW_HEADER);
  }

  private static CsvFeatures updates(String rows, BadRowPolicy policy) {
    return Csv.of(Csv.stream(UPDATE_HEADER + "\n" + rows), Csv.NAME, policy, RowForms.MOVES);
  }

  private static WindowCursor windows(String rows, BadRowPolicy policy) {
    return WindowCursor.of(Csv.stream(WINDOW_HEADER + "\n" + rows), Csv.NAME, policy);
  }
}
