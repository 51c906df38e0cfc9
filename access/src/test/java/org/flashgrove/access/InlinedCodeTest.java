package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Checks that methods which the JIT compiler must not inline stay longer than the longest methods
 * that it inlines. Inlined, they would be compiled again into each of their callers.
 */
class InlinedCodeTest {
  /** Default of HotSpot's option {@code FreqInlineSize}, in bytes of bytecode. */
  private static final int LONGEST_INLINED = 325;

  private static final Pattern INSTRUCTION = Pattern.compile("(?m)^ +(\\d+): ");

  @ParameterizedTest
  @CsvSource({
    "org.flashgrove.grove.cache.PageReader, read",
    "org.flashgrove.grove.memtable.Memtable, fold",
    "org.flashgrove.grove.memtable.Packer, fold",
    "org.flashgrove.grove.memtable.Partition, withBuffers",
    "org.flashgrove.grove.memtable.RawCells, extend",
    "org.flashgrove.grove.packed.PackedWriter, append",
    "org.flashgrove.grove.packed.PackedWriter, encodeJoined",
    "org.flashgrove.grove.packed.PageDecoder, append",
    "org.flashgrove.grove.packed.PageMeasure, measure",
    "org.flashgrove.grove.query.BufferSearch, searchChunk",
    "org.flashgrove.grove.query.BufferSearch, searchNext",
    "org.flashgrove.grove.query.BufferSearch, searchRaw",
    "org.flashgrove.grove.query.GroveNearest, next",
    "org.flashgrove.grove.query.WindowSearch, run",
    "org.flashgrove.storage.component.PagesReaders, read",
    "org.flashgrove.storage.framelog.FrameRun, pack",
    "org.flashgrove.storage.log.commit.GroupCommit, await"
  })
  void isTooLongForInlining(String type, String method) throws ReflectiveOperationException {
    Class<?> of = Class.forName(type);
    StringWriter out = new StringWriter();
    PrintWriter printer = new PrintWriter(out);
    String file = of.getResource(of.getSimpleName() + ".class").toString();
    assertThat(
            ToolProvider.findFirst("javap").orElseThrow().run(printer, printer, "-c", "-p", file))
        .isZero();
    int longest = 0;
    for (String code : out.toString().split("\n\n")) {
      String signature = code.strip().lines().findFirst().orElse("");
      if (signature.contains(" " + method + "(")) {
        Matcher instruction = INSTRUCTION.matcher(code);
        while (instruction.find()) {
          longest = Math.max(longest, Integer.parseInt(instruction.group(1)));
        }
      }
    }
    assertThat(longest).isGreaterThan(LONGEST_INLINED - 1); // offset of the last instruction
  }
}
