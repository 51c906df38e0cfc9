package org.flashgrove.datasets.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.feature.RowForms;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HeaderNamesTest {
  private static CsvLayout layout(String... header) {
    return CsvLayout.of(
        List.of(header), HeaderForm.of(RowForms.ENTRIES), Map.of(), true, Csv.NAME, 1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ID,Longitude,Latitude",
        "fid,LNG,lat",
        "OBJECTID,Easting,Northing",
        "gid, x , Northing"
      })
  void columnsAreKnownByTheNamesThatOtherProgramsGive(String header) {
    assertThat(Csv.entries(header + "\n7,1.5,-2\n")).containsExactly("7:1.5,-2.0,1.5,-2.0");
  }

  @Test
  void rectanglesAndGeometriesHaveSynonymsToo() {
    assertThat(Csv.entries("id,xmin,ymin,xmax,ymax\n1,0,1,2,3\n"))
        .containsExactly("1:0.0,1.0,2.0,3.0");
    assertThat(Csv.entries("id,The_Geom\n1,POINT (5 6)\n")).containsExactly("1:5.0,6.0,5.0,6.0");
  }

  @Test
  void aNameThatIsTheColumnGoesBeforeASynonym() {
    CsvLayout layout = layout("id", "x", "y", "Longitude", "Latitude", "gid");
    assertThat(layout.form()).isEqualTo(HeaderForm.XY);
    assertThat(layout.attributes()).containsExactly("Longitude", "Latitude", "gid");
    assertThat(layout("fid", "x", "y", "wkt_geom", "id").position(0)).isEqualTo(4);
  }

  @Test
  void twoSynonymsOfOneColumnAreRefused() {
    assertThatThrownBy(() -> layout("fid", "gid", "x", "y"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("column id is missing")
        .hasMessageEndingWith(", or --columns, as in id=NAME or id=#");
  }

  @Test
  void rowsAreNumberedWithoutAColumnOfIds() {
    assertThat(Csv.entries("x,y\n1,2\n3,4\n"))
        .containsExactly("1:1.0,2.0,1.0,2.0", "2:3.0,4.0,3.0,4.0");
    assertThat(Csv.entries("name,Latitude,LNG\na,2,1\n")).containsExactly("1:1.0,2.0,1.0,2.0");
    assertThat(Csv.entries("minx,miny,maxx,maxy\n1,2,3,4\n")).containsExactly("1:1.0,2.0,3.0,4.0");
    assertThat(Csv.entries("the_geom,name\nPOINT (1 2),a\n")).containsExactly("1:1.0,2.0,1.0,2.0");
  }

  @Test
  void existingObjectsNeedIdsInTheFile() {
    List<HeaderForm> forms = HeaderForm.of(RowForms.KNOWN_ENTRIES);
    assertThatThrownBy(() -> CsvLayout.of(List.of("x", "y"), forms, Map.of(), false, Csv.NAME, 1))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("column id is missing")
        .hasMessageEndingWith("id=NAME or id=#");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "id;x;y # ;",
        "ID;Longitude;Latitude;name # ;",
        "id|wkt # |",
        "x;y # ;",
        "'id\tminx\tminy\tmaxx\tmaxy' # tab"
      })
  void aHeaderWithAnotherDelimiterNamesTheOption(String header, String character) {
    String delimiter = character.equals("tab") ? character : "'" + character + "'";
    assertThatThrownBy(() -> Csv.entries(header + "\n1;2;3\n"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("has fields separated by " + delimiter)
        .hasMessageEndingWith("the option --delimiter " + delimiter);
  }

  @Test
  void aHeaderInQuotationMarksNamesTheOption() {
    assertThatThrownBy(() -> Csv.entries("\"id\";\"x\";\"y\"\n1;2;3\n"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("or --delimiter if commas do not separate the fields");
  }
}
