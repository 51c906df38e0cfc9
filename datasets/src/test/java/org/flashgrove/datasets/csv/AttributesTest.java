package org.flashgrove.datasets.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.FormatOptions;
import org.flashgrove.datasets.feature.RowForms;
import org.flashgrove.datasets.file.InputFile;
import org.junit.jupiter.api.Test;

/** Columns beside id and coordinates, and columns of other names. */
class AttributesTest {
  private static List<String> read(String text, Character delimiter, Map<String, String> columns) {
    List<String> features = new ArrayList<>();
    try (CsvFeatures cursor =
        CsvFeatures.open(
            InputFile.of(Csv.stream(text), Csv.NAME),
            BadRowPolicy.STOP,
            RowForms.ENTRIES,
            new FormatOptions(null, delimiter, columns, null, List.of()))) {
      while (cursor.next()) {
        StringBuilder feature = new StringBuilder(cursor.id() + " " + cursor.geometry());
        for (int i = 0; i < cursor.attributeNames().size(); i++) {
          String name = cursor.attributeNames().get(i);
          feature.append(' ').append(name).append('=').append(cursor.attribute(i));
        }
        features.add(feature.toString());
      }
    }
    return features;
  }

  @Test
  void furtherColumnsAreAttributes() {
    assertThat(read("Name,id,y,x,height\nHall,7,2,1,\n\"a, b\",8,4,3,9.50\n", null, Map.of()))
        .containsExactly(
            "7 POINT (1 2) Name=Hall height=null", "8 POINT (3 4) Name=a, b height=9.50");
  }

  @Test
  void columnsAreChosenByName() {
    String text = "id;GID;shape;x;y\na;5;POINT (1 2);0;0\n";
    assertThat(read(text, ';', Map.of("id", "gid", "wkt", "shape")))
        .containsExactly("5 POINT (1 2) id=a x=0 y=0");
  }

  @Test
  void otherDelimitersBoundRowsToo() {
    assertThat(read("id\tx\ty\tn\n1\t2\t3\tfour, five\n", '\t', Map.of()))
        .containsExactly("1 POINT (2 3) n=four, five");
    String wide = "id|x|y\n1|2|3" + "|".repeat(2_000) + "\n";
    assertThatThrownBy(() -> read(wide, '|', Map.of()))
        .hasMessageContaining("line 2: row has more than 1024 fields");
  }

  @Test
  void idsCanCountRows() {
    assertThat(read("x,y\n5,6\n\n7,8\n", null, Map.of("id", FormatOptions.ROW_NUMBER)))
        .containsExactly("1 POINT (5 6)", "2 POINT (7 8)");
  }

  @Test
  void wrongChoicesAreRefused() {
    assertThatThrownBy(() -> read("a,x,y\n", null, Map.of("id", "gid")))
        .isInstanceOf(InputException.class)
        .hasMessage("rows.csv, line 1: no column \"gid\"; allowed: one of a,x,y");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> read("a,x,y\n", null, Map.of("name", "a")))
        .withMessageContaining("--columns for name (allowed: those of id,x,y | ");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> read("a,x,y\n", 'q', Map.of()))
        .withMessage("--delimiter q (allowed: , ; | : tab)");
  }
}
