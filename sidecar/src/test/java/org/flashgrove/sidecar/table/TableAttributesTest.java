package org.flashgrove.sidecar.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.access.query.TableQuery;
import org.flashgrove.access.record.RecordOrder;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableLoader;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.datasets.feature.AttributeType;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.feature.FeatureSchema;
import org.flashgrove.datasets.feature.RowForms;
import org.flashgrove.datasets.format.DataFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a data file becomes a table by the schema of its features. */
class TableAttributesTest {
  @TempDir private Path folder;

  /** Loads a file as the Javadoc of {@link TableAttributes} does, and returns the records. */
  private List<String> imported(String name, String text, String expectedSchema)
      throws IOException {
    String path = Files.writeString(folder.resolve(name), text).toString();
    FeatureSchema file;
    try (FeatureCursor all = DataFiles.open(path, BadRowPolicy.STOP, RowForms.RECORDS)) {
      file = FeatureSchema.inferred(all, () -> {});
    }
    Schema schema = TableAttributes.schemaOf(file);
    assertThat(schema).hasToString(expectedSchema);
    TableOptions options = TableOptions.defaults().withAttributes(schema).withDevice("memory");
    List<String> records = new ArrayList<>();
    try (Table table = Table.create(folder.resolve("none"), options)) {
      try (TableLoader loader = table.loader();
          FeatureCursor all = DataFiles.open(path, BadRowPolicy.STOP, RowForms.RECORDS)) {
        while (all.next()) {
          loader.append(all.id(), all.geometry(), row -> TableAttributes.write(file, all, row));
        }
        loader.commit();
      }
      TableQuery.of(table)
          .orderBy(RecordOrder.KEY)
          .forEach(each -> records.add(each.key() + " " + each.geometry() + " " + each.row()));
    }
    return records;
  }

  @Test
  void columnsOfCsvHaveTheTypesOfTheirTexts() throws IOException {
    String text =
        "id,wkt,n,x,day,at,ok,word\n"
            + "7,POINT (1 2),1,0.5,2024-02-29,2024-02-29T12:00:00Z,true,007\n"
            + "9,,,,,,,b\n";
    assertThat(
            imported(
                "a.csv", text, "n:long?/x:double?/day:date?/at:instant?/ok:boolean?/word:string?"))
        .containsExactly(
            "7 POINT (1 2) {n=1, x=0.5, day="
                + LocalDate.of(2024, 2, 29)
                + ", at="
                + Instant.parse("2024-02-29T12:00:00Z")
                + ", ok=true, word=007}",
            "9 null {n=null, x=null, day=null, at=null, ok=null, word=b}");
  }

  @Test
  void propertiesOfGeoJsonKeepTheirTypes() throws IOException {
    String text =
        "{\"type\":\"Feature\",\"id\":3,\"properties\":{\"n\":1,\"late\":\"x\"},\"geometry\":null}\n"
            + "{\"type\":\"Feature\",\"id\":4,\"properties\":{\"n\":1.5},\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,2]}}\n";
    assertThat(imported("a.geojsonl", text, "n:double?/late:string?"))
        .containsExactly("3 null {n=1.0, late=x}", "4 POINT (1 2) {n=1.5, late=null}");
  }

  @Test
  void aFileWithoutAttributesBecomesATableOfBytes() throws IOException {
    String path = Files.writeString(folder.resolve("a.csv"), "id,wkt\n1,POINT (1 2)\n").toString();
    try (FeatureCursor all = DataFiles.open(path, BadRowPolicy.STOP, RowForms.RECORDS)) {
      FeatureSchema file = FeatureSchema.inferred(all, () -> {});
      assertThat(TableAttributes.schemaOf(file)).isSameAs(Schema.BYTES);
    }
  }

  /** The values of each type are objects of the class of the table's type. */
  @Test
  void eachTypeHoldsItsValues() {
    for (Object value : List.of("a", 7L, 0.5, true, new byte[1], LocalDate.EPOCH, Instant.EPOCH)) {
      assertThat(value).isInstanceOf(TableAttributes.typeOf(AttributeType.of(value)).javaType());
    }
  }
}
