package org.flashgrove.datasets.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TraceCursorTest {
  @TempDir private Path directory;

  private String file(String... lines) throws IOException {
    Path file = directory.resolve("trace.csv");
    Files.write(file, List.of(lines));
    return file.toString();
  }

  private static List<String> all(TraceCursor cursor) {
    List<String> lines = new ArrayList<>();
    while (cursor.next()) {
      lines.add(
          String.join(
              " ",
              cursor.isWrite() ? "w" : "r",
              Long.toString(cursor.arrivalNanos()),
              Integer.toString(cursor.unit()),
              Long.toString(cursor.offsetBytes()),
              Long.toString(cursor.lengthBytes())));
    }
    return lines;
  }

  @Test
  void readsWhatTheStoragePerformanceCouncilWrites() throws IOException {
    String spc =
        file(
            "0,20941264,8192,W,0.551706",
            "23, 512 , 4096, r ,1.25,further,fields",
            "",
            "1,0,0,R,2");
    try (TraceCursor cursor = TraceCursor.open(spc, TraceForm.SPC, BadRowPolicy.STOP)) {
      assertThat(all(cursor))
          .containsExactly(
              "w 551706000 0 10721927168 8192",
              "r 1250000000 23 262144 4096",
              "r 2000000000 1 0 0");
    }
  }

  @Test
  void readsWhatMicrosoftResearchWrites() throws IOException {
    String msr =
        file(
            "128166372003061629,hm,0,Read,383496192,32768,113736",
            "128166372016853768,hm,1,Write,2822144,4096,11327",
            "128166372000000000,hm,0,write,0,512");
    try (TraceCursor cursor = TraceCursor.open(msr, TraceForm.MSR, BadRowPolicy.STOP)) {
      assertThat(all(cursor))
          .containsExactly(
              "r 0 0 383496192 32768", "w 1379213900 1 2822144 4096", "w -306162900 0 0 512");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SPC | 0,1,512,w | row has 4 fields",
        "SPC | 0,1,512,x,0 | opcode \"x\"",
        "SPC | -1,1,512,w,0 | unit \"-1\"",
        "SPC | 0,9999999999999999,512,w,0 | block \"9999999999999999\"",
        "SPC | 0,1,-512,w,0 | bytes \"-512\"",
        "SPC | 0,1,3000000000,w,0 | bytes \"3000000000\"",
        "SPC | 0,1,512,w,-1 | seconds \"-1\"",
        "SPC | 0,1,512,w,noon | seconds \"noon\" is not a number",
        "SPC | ASU,LBA,Size,Opcode,Timestamp | unit \"ASU\" is not a 64-bit integer",
        "MSR | 1,hm,0,Read,0 | row has 5 fields",
        "MSR | 1,hm,0,Read,0,512,1,1 | row has 8 fields",
        "MSR | 1,hm,0,Erase,0,512,1 | type \"Erase\"",
        "MSR | 1,hm,0,Read,-1,512,1 | offset \"-1\"",
        "MSR | 1,hm,zero,Read,0,512,1 | disk \"zero\" is not a 64-bit integer",
      })
  void badRowsAreReportedWithTheirLine(TraceForm form, String row, String message)
      throws IOException {
    String good = form == TraceForm.SPC ? "0,1,512,w,0" : "5,hm,0,Read,0,512,1";
    String path = file(good, row, good);
    try (TraceCursor cursor = TraceCursor.open(path, form, BadRowPolicy.STOP)) {
      assertThat(cursor.next()).isTrue();
      assertThatThrownBy(cursor::next)
          .isInstanceOf(InputException.class)
          .hasMessageContaining("trace.csv, line 2: " + message)
          .hasMessageContaining("allowed");
    }
    List<String> reports = new ArrayList<>();
    try (TraceCursor cursor =
        TraceCursor.open(path, form, BadRowPolicy.skip(bad -> reports.add(bad.getMessage())))) {
      assertThat(all(cursor)).hasSize(2);
      assertThat(cursor.skippedRows()).isEqualTo(1);
    }
    assertThat(reports).hasSize(1);
  }

  @Test
  void anEmptyTraceHasNoRequests() throws IOException {
    for (TraceForm form : TraceForm.values()) {
      try (TraceCursor cursor = TraceCursor.open(file(), form, BadRowPolicy.STOP)) {
        assertThat(cursor.next()).isFalse();
      }
    }
  }

  @Test
  void whatIsWrittenIsRead() {
    for (TraceForm form : TraceForm.values()) {
      String path = directory.resolve(form + ".csv.gz").toString();
      Csv.write(
          path,
          file -> TraceCsvWriter.create(file, form),
          writer -> {
            writer.write(0, 0, true, 512 * 5, 4096);
            writer.write(1_234_567_800, 0, false, 0, 512);
          });
      try (TraceCursor cursor = TraceCursor.open(path, form, BadRowPolicy.STOP)) {
        assertThat(all(cursor)).containsExactly("w 0 0 2560 4096", "r 1234567800 0 0 512");
      }
    }
  }
}
