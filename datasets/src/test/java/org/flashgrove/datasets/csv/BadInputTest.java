package org.flashgrove.datasets.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BadInputTest {
  private static final String ENTRY_HEADERS =
      "id,x,y | id,lon,lat | id,minx,miny,maxx,maxy | id,wkt";

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          1.5,2,3            | id "1.5" is not a 64-bit integer    | such ids of all features of a stream, or a file
          ,2,3               | has no id                           | such ids of all features of a stream, or a file
          9223372036854775808,2,3 | id "9223372036854775808" is not a 64-bit integer | such ids of all features of a stream, or a file
          1,two,3            | lon "two" is not a number           | a finite decimal number
          1,,3               | lon "" is not a number              | a finite decimal number
          1,2,NaN            | lat "NaN" is not finite             | a finite decimal number
          1,-Infinity,3      | lon "-Infinity" is not finite       | a finite decimal number
          1,2,1e999          | lat "1e999" is not finite           | a finite decimal number
          ١٢,2,3            | id "١٢" is not a 64-bit integer | such ids of all features of a stream, or a file
          1２,2,3            | id "1２" is not a 64-bit integer | such ids of all features of a stream, or a file
          1,٢,3             | lon "٢" is not a number          | a finite decimal number
          1,2d,3             | lon "2d" is not a decimal number    | a finite decimal number
          1,0x1p3,3          | lon "0x1p3" is not a decimal number | a finite decimal number
          1,2                | row has 2 fields                    | 3 (id,lon,lat)
          1                  | row has 1 field                     | 3 (id,lon,lat)
          1,2,3,4            | row has 4 fields                    | 3 (id,lon,lat)
          1,2,3,             | row has 4 fields                    | 3 (id,lon,lat)
          """)
  void namesFileLineAndProblemOfABadPoint(String row, String wrong, String allowed) {
    InputException problem = Csv.problem("id,lon,lat\n\n5,1,1\n" + row + "\n6,1,1\n");
    assertThat(problem).hasMessage("rows.csv, line 4: " + wrong + "; allowed: " + allowed);
    assertThat(problem.file()).isEqualTo("rows.csv");
    assertThat(problem.lineNumber()).isEqualTo(4);
  }

  @Test
  void refusesInvertedRectangles() {
    assertThat(Csv.problem("id,minx,miny,maxx,maxy\n1,3,0,2,1\n"))
        .hasMessage(
            "rows.csv, line 2: the rectangle is inverted: minx 3.0 > maxx 2.0;"
                + " allowed: minx <= maxx");
    assertThat(Csv.problem("id,minx,miny,maxx,maxy\n1,0,2,1,1.5\n"))
        .hasMessageContaining("miny 2.0 > maxy 1.5; allowed: miny <= maxy");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          POLYGON ((0 0, 1 1      | cannot be read
          HOUSE (1 2)             | cannot be read
          POLYGON ((0 0, 1 1, 2 0)) | cannot be read
          POINT (1 2) POINT (3 4) | cannot be read
          POINT (a b)             | cannot be read
          ''                      | is empty
          POINT EMPTY             | is an empty geometry
          GEOMETRYCOLLECTION (POINT EMPTY) | is an empty geometry
          LINESTRING (0 0, NaN 1) | not finite
          POINT (1e999 1)         | not finite
          """)
  void refusesBadWellKnownText(String wkt, String wrong) {
    InputException problem = Csv.problem("id,wkt\n1,\"" + wkt + "\"\n");
    assertThat(problem).hasMessageStartingWith("rows.csv, line 2: wkt ");
    assertThat(problem).hasMessageContainingAll(wrong, "; allowed: ");
  }

  private static String nested(int collections) {
    return "GEOMETRYCOLLECTION (".repeat(collections) + "POINT (1 2)" + ")".repeat(collections);
  }

  @Test
  void wellKnownTextIs64ParenthesesDeep() {
    assertThat(Csv.entries("id,wkt\n1,\"" + nested(63) + "\"\n")).hasSize(1);
    for (int collections : new int[] {64, 5_000, 100_000}) {
      assertThat(Csv.problem("id,wkt\n1,\"" + nested(collections) + "\"\n"))
          .hasMessageStartingWith("rows.csv, line 2: wkt ")
          .hasMessageContainingAll("nested deeper than 64", "; allowed: ", "64 parentheses deep");
    }
  }

  /** Text without an end, packed or not: a part of it is read, whatever its rows are. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          7       | row has more than 16777216 characters
          "'"     | row has more than 16777216 characters
          ' '     | row has more than 16777216 characters
          ','     | row has more than 1024 fields
          '"",'   | row has more than 1024 fields
          '"",
          '       | none
          """)
  void aRowHasABound(String endless, String wrong) {
    String start = "id,wkt\n0,POINT (0 0)\n1,\"POINT (1 1)\"\n2,";
    String piece = endless.replace('\'', '"');
    if (wrong.equals("none")) { // what is bad is the row, which is left out
      String rows = piece.repeat(3);
      assertThat(Csv.problem(start + "POINT (2 2)\n" + rows)).hasMessageContaining("line 5: wkt");
      return;
    }
    long[] handedOver = {0};
    InputStream stream =
        new InputStream() {
          private final byte[] head = start.getBytes(StandardCharsets.US_ASCII);
          private final byte[] tail = piece.getBytes(StandardCharsets.US_ASCII);

          @Override
          public int read() {
            long at = handedOver[0]++;
            return at < head.length
                ? head[(int) at]
                : tail[(int) ((at - head.length) % tail.length)];
          }
        };
    CsvFeatures cursor = Csv.of(stream, Csv.NAME, BadRowPolicy.skip(e -> {}));
    assertThat(cursor.next()).isTrue();
    assertThat(cursor.next()).isTrue();
    assertThat(cursor.id()).isEqualTo(1);
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(cursor::next)
        .withMessage(
            "rows.csv, line 4: "
                + wrong
                + "; allowed: at most 16777216 characters and 1024 fields");
    assertThat(handedOver[0]).isLessThan((1 << 24) + (1 << 18));
  }

  @Test
  void theLongestRowIsRead() {
    String start = "id,wkt\n1,\"LINESTRING (0 0, ";
    String end = "1 1)\"\n";
    int room =
        (1 << 24) - (start.length() - "id,wkt\n".length()) - (end.length() - 1); // without LF
    String text = start + " ".repeat(room) + end;
    assertThat(Csv.entries(text)).containsExactly("1:0.0,0.0,1.0,1.0");
    assertThat(Csv.problem(start + " " + text.substring(start.length())))
        .hasMessageContaining("line 2: row has more than 16777216 characters");
  }

  @Test
  void messagesAreOneShortLine() {
    String geometry = "\"LINESTRING (0 0,\n" + "1 1, ".repeat(100_000) + "\"";
    String message = Csv.problem("id,wkt\n1," + geometry + "\n").getMessage();
    assertThat(message).hasSizeLessThan(300).doesNotContain("\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          id,x               | column y is missing
          id,minx,miny,maxx  | column maxy is missing
          id,lon,breadth     | column lat is missing
          id,x,name          | column y is missing
          id,x,X,y           | column "x" is there twice
          1,0.5,0.5          | header "1,0.5,0.5" is unknown
          id;x;name          | header "id;x;name" is unknown
          id                 | header "id" is unknown
          id,x,y,name,Name   | column "name" is there twice
          id,oldminx,oldminy,oldmaxx,oldmaxy,minx,miny,maxx,maxy | column "oldminx" is unknown
          """)
  void saysWhatIsWrongWithAHeader(String header, String wrong) {
    assertThat(Csv.problem("\n" + header + "\n1,2,3\n"))
        .hasMessage("rows.csv, line 2: " + wrong + "; allowed: " + ENTRY_HEADERS);
  }

  @Test
  void columnsOfTwoFormsAreRefused() {
    assertThat(Csv.problem("id,x,y,wkt\n1,2,3,POINT (1 2)\n"))
        .hasMessage(
            "rows.csv, line 1: the columns of id,x,y and of id,wkt are there;"
                + " allowed: one of them, or --columns, as in wkt=NAME");
  }

  @ParameterizedTest
  @CsvSource({"''", "'\n\n'", "'\uFEFF'"})
  void refusesAnEmptyFile(String text) {
    assertThat(Csv.problem(text))
        .hasMessage("rows.csv: is empty; allowed: a header, one of " + ENTRY_HEADERS);
  }

  @Test
  void refusesFilesThatCannotBeRead() {
    String missing = folder.resolve("missing.csv").toString();
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> Csv.open(missing, BadRowPolicy.STOP))
        .withMessageContainingAll(missing + ": no such file; allowed: ", "- for standard input");
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> Csv.open(folder.toString(), BadRowPolicy.STOP))
        .withMessageContaining(folder + ": is a directory; allowed: ");
  }

  @Test
  void refusesABrokenQuotationWhateverThePolicy() {
    List<InputException> reported = new ArrayList<>();
    for (String row : List.of("1,\"POINT (1 1)", "1,\"POINT\" (1 1)")) {
      String text = "id,wkt\n0,POINT (0 0)\n" + row + "\n2,POINT (2 2)\n";
      CsvFeatures cursor = Csv.of(Csv.stream(text), Csv.NAME, BadRowPolicy.skip(reported::add));
      assertThatExceptionOfType(InputException.class)
          .isThrownBy(() -> Csv.entries(cursor))
          .withMessageContaining("rows.csv, line 3: a quotation mark does not close its field");
    }
    assertThat(reported).isEmpty();
  }

  @Test
  void refusesATruncatedGzipStreamWhateverThePolicy() {
    byte[] whole = Csv.gzip("id,x,y\n" + "1,0.123,0.456\n2,0.789,0.12\n".repeat(50_000));
    byte[] truncated = Arrays.copyOf(whole, whole.length - 20);
    CsvFeatures cursor =
        Csv.of(new ByteArrayInputStream(truncated), "rows.csv.gz", BadRowPolicy.skip(e -> {}));
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> Csv.entries(cursor))
        .withMessageContainingAll("rows.csv.gz, line ", "gzip stream is damaged");
  }

  @Test
  void anErrorOfTheDeviceIsNotBadInput() {
    InputStream failing =
        new InputStream() {
          private final InputStream start = Csv.stream("id,x,y\n" + "1,2,3\n".repeat(50_000));

          @Override
          public int read() throws IOException {
            int octet = start.read();
            if (octet < 0) {
              throw new IOException("unplugged");
            }
            return octet;
          }
        };
    CsvFeatures cursor = Csv.of(failing, Csv.NAME, BadRowPolicy.skip(e -> {}));
    assertThatThrownBy(() -> Csv.entries(cursor))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("rows.csv")
        .hasRootCauseMessage("unplugged");
  }

  @Test
  void closesTheStreamWhenTheHeaderIsRefused() {
    boolean[] closed = new boolean[1];
    InputStream stream =
        new ByteArrayInputStream("a,b\n".getBytes(StandardCharsets.US_ASCII)) {
          @Override
          public void close() {
            closed[0] = true;
          }
        };
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> Csv.of(stream, Csv.NAME, BadRowPolicy.STOP));
    assertThat(closed[0]).isTrue();
  }

  @Test
  void skippingReportsEachBadRowAndGoesOn() {
    List<String> reported = new ArrayList<>();
    String text = "id,x,y\n1,1,1\nx,1,1\n2,2,2\n3,3\n4,NaN,4\n5,5,5\n6,6,6,6\n";
    CsvFeatures cursor =
        Csv.of(Csv.stream(text), Csv.NAME, BadRowPolicy.skip(e -> reported.add(e.getMessage())));
    assertThat(Csv.entries(cursor))
        .containsExactly("1:1.0,1.0,1.0,1.0", "2:2.0,2.0,2.0,2.0", "5:5.0,5.0,5.0,5.0");
    assertThat(cursor.skippedRows()).isEqualTo(4);
    assertThat(reported).hasSize(4);
    assertThat(reported.get(0)).startsWith("rows.csv, line 3: id \"x\"");
    assertThat(reported.get(1)).startsWith("rows.csv, line 5: row has 2 fields");
    assertThat(reported.get(2)).startsWith("rows.csv, line 6: x \"NaN\"");
    assertThat(reported.get(3)).startsWith("rows.csv, line 8: row has 4 fields");
  }
}
